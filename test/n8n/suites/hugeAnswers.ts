import { setTimeout as pause } from 'node:timers/promises';
import { call, jsonOf, publish } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { collectedMemory, MemoryOverTime } from '../../../rig/memory';
import { people, senderAt } from '../../../rig/workflows/elsewhere';
import { answering, huge } from '../../../rig/servers/answering';

const MEGABYTES = 100;
const text = { type: 'text/plain', start: '', piece: 'x', end: '' };
const errorJson = { type: 'application/json', start: '{"error":"', piece: 'x', end: '"}' };
const contact = '{"name":"Ayu","phone":"6281200000001","is_group":false},';
const contacts = {
	type: 'application/json',
	start: '[',
	piece: contact,
	end: `${contact.slice(0, -1)}]`,
};

type HugeAnswer = Parameters<typeof huge>[1];

const postContact = { resource: 'webhook', name: 'Ayu' };
const getLists = { resource: 'list', operation: 'getLists', limit: 3 };

export function hugeAnswers(instance: Instance): void {
	/** What n8n holds on to before the first answer; megabytes. */
	let atFirst: number;

	/** Asks twice: what is loaded once only stays out of the growth. */
	const asked = async (what: string, parameters: object, answer: HugeAnswer) => {
		const service = await answering(huge(MEGABYTES, answer));
		const node = await senderAt(instance, service.url, { webhookUrl: service.url, ...parameters });
		const watch = new MemoryOverTime(instance.n8n);
		await call(instance, node);
		const result = await call(instance, node);
		await watch.stop();
		service.close();
		await expectBounded(
			what,
			watch.growthDuring(result.execution.data.resultData.runData.Sender[0]),
		);
		return result;
	};

	const expectBounded = async (what: string, growth: number) => {
		const kept = await collectedMemory(instance);
		process.stdout.write(
			`n8n ${instance.line}, ${what} of ${MEGABYTES} MB: +${growth} MB at most; in use ${kept} MB after (before all: ${atFirst} MB)\n`,
		);
		// Not even one of the answers is still there.
		expect(kept - atFirst).toBeLessThan(MEGABYTES / 2);
		// The text, its copies in n8n's HTTP client, and what V8 has not collected yet.
		expect(growth).toBeLessThan(MEGABYTES * 8);
	};

	describe(`an answer of ${MEGABYTES} MB`, () => {
		beforeAll(async () => void (atFirst = await collectedMemory(instance)));

		test('in plain text is reported with its beginning only', async () => {
			const { error } = await asked('text', {}, { status: 200, ...text });
			expect(error?.message).toMatch(/^The service answered HTTP 200 with "x{200,300}…": check/);
		});

		test('that refuses a message in JSON is reported with its beginning only', async () => {
			const { error } = await asked('a rejection', {}, { status: 500, ...errorJson });
			expect(error?.message).toMatch(/was not accepted \(HTTP 500\): x{200,300}…$/);
		});

		test('with lists gives as many as are wanted', async () => {
			const { items } = await asked('lists', getLists, { status: 200, ...contacts });
			expect(jsonOf(items)).toHaveLength(3);
		});

		test('in plain text, where lists are due, is reported with its beginning only', async () => {
			const { error } = await asked('text for lists', getLists, { status: 200, ...text });
			expect(error?.message).toMatch(/^The service answered HTTP 200 with "x{200,300}…"/);
		});

		test('of a webhook receiver that refuses is reported with its beginning only', async () => {
			const { error } = await asked('a receiver', postContact, { status: 500, ...errorJson });
			expect(error?.message).toMatch(/^The webhook receiver answered HTTP 500: x{200,300}…$/);
		});

		// What n8n keeps of it is n8n's to set: here nothing.
		test('of a webhook receiver that takes the contact is handed on', async () => {
			const service = await answering(huge(MEGABYTES, { status: 200, ...text }));
			const node = await senderAt(instance, service.url, {
				webhookUrl: service.url,
				...postContact,
			});
			const { path } = await publish(instance, node, {
				trigger: { responseData: 'noData' },
				settings: { saveDataSuccessExecution: 'none' },
			});
			const watch = new MemoryOverTime(instance.n8n);
			await pause(50);
			const startTime = Date.now();
			const { status } = await instance.api.callWebhook(path, { items: people(1) });
			const executionTime = Date.now() - startTime;
			await watch.stop();
			service.close();
			expect(status).toBe(200);
			// n8n lets go of a finished execution when the next one has ended.
			await call(instance, await senderAt(instance, instance.sandbox.url));
			await expectBounded(
				'a receiver that takes it',
				watch.growthDuring({ startTime, executionTime }),
			);
		});

		test('leaves n8n up, and ready to send', async () => {
			const { items } = await call(instance, await senderAt(instance, instance.sandbox.url));
			expect(jsonOf(items)).toMatchObject([{ success: true }]);
		});
	});
}
