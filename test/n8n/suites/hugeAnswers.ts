import { setTimeout as pause } from 'node:timers/promises';
import { collectedMemory } from '../../../rig/memory';
import { MemoryOverTime } from '../../../rig/memory';
import { answering, huge } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startInstance';
import { call, jsonOf, publish } from '../../../rig/workflows/call';
import { people, senderAt } from '../../../rig/workflows/elsewhere';

const MEGABYTES = 100;
const text = { status: 200, type: 'text/plain', start: '', piece: 'x', end: '' };
const error = { status: 500, type: 'application/json', start: '{"error":"', piece: 'x', end: '"}' };
const contact = '{"name":"Ayu","phone":"6281200000001","is_group":false},';
const contacts = {
	...{ status: 200, type: 'application/json' },
	...{ start: '[', piece: contact, end: `${contact.slice(0, -1)}]` },
};

const postContact = { resource: 'webhook', name: 'Ayu' };
const getLists = { resource: 'list', operation: 'getLists', limit: 3 };

export function hugeAnswers(instance: Instance): void {
	/** What n8n holds on to before the first answer; megabytes. */
	let atFirst: number;

	const senderTo = async (answer: Parameters<typeof huge>[1], parameters: object) => {
		const service = await answering(huge(MEGABYTES, answer));
		const all = { webhookUrl: service.url, ...parameters };
		return { service, node: await senderAt(instance, service.url, all) };
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
		// What is loaded once only stays out of the growth.
		beforeAll(async () => {
			const { service, node } = await senderTo(text, {});
			await call(instance, node);
			service.close();
			atFirst = await collectedMemory(instance);
		});

		test.each<[string, Parameters<typeof huge>[1], object, RegExp | number]>([
			['text', text, {}, /^The service answered HTTP 200 with "x{200,300}…": check/],
			['a refusal', error, {}, /was not accepted \(HTTP 500\): x{200,300}…$/],
			['lists', contacts, getLists, 3],
			['a receiver', error, postContact, /^The webhook receiver answered HTTP 500: x{200,300}…$/],
		])(
			'that is %s is reported by its beginning only',
			async (what, answer, parameters, expected) => {
				const { service, node } = await senderTo(answer, parameters);
				const watch = new MemoryOverTime(instance.n8n);
				const outcome = await call(instance, node);
				await watch.stop();
				service.close();
				const [run] = outcome.execution.data.resultData.runData.Sender;
				await expectBounded(what, watch.growthDuring(run));
				if (typeof expected === 'number') expect(outcome.items).toHaveLength(expected);
				else expect(outcome.error?.message).toMatch(expected);
			},
		);

		// What n8n keeps of it is n8n's to set: here nothing.
		test('of a webhook receiver that takes the contact is handed on', async () => {
			const { service, node } = await senderTo(text, postContact);
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
			// n8n lets go of a finished execution when the next one has ended, and is ready to send.
			const { items } = await call(instance, await senderAt(instance, instance.sandbox.url));
			expect(jsonOf(items)).toMatchObject([{ success: true }]);
			await expectBounded(
				'a receiver that takes it',
				watch.growthDuring({ startTime, executionTime }),
			);
		});
	});
}
