import { setTimeout as pause } from 'node:timers/promises';
import { collectedMemory, MemoryOverTime } from '../../../rig/memory';
import { answering, huge } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startRig';
import { lastExecution, publish, people, senderAt } from '../../../rig/workflows/call';

/** What is loaded and cached for good in the first runs is not counted. */
const WARM_UP = 100;
const RUNS = 200;
const IN_PARALLEL = 10;
/** Megabytes: 40 KB an execution. */
const ALLOWED_GROWTH = 8;

const MEGABYTES = 100;
const text = { status: 200, type: 'text/plain', start: '', piece: 'x', end: '' };
const error = { status: 500, type: 'application/json', start: '{"error":"', piece: 'x', end: '"}' };
const contact = '{"name":"Ayu","phone":"6281200000001","is_group":false},';
const contacts = {
	status: 200,
	type: 'application/json',
	start: '[',
	piece: contact,
	end: `${contact.slice(0, -1)}]`,
};
const getLists = { resource: 'list', operation: 'getLists', limit: 3 };
const postContact = { resource: 'webhook', name: 'Ayu' };

/** A response, what asks for it, and what the error says, if there is one. */
const HUGE: Array<[what: string, response: typeof text, parameters: object, words?: RegExp]> = [
	['text', text, {}, /^The service answered HTTP 200 with "x{200,300}…": check/],
	['a rejection', error, {}, /was not accepted \(HTTP 500\): x{200,300}…$/],
	['lists', contacts, getLists],
	['a receiver', error, postContact, /^The webhook receiver answered HTTP 500: x{200,300}…$/],
	['a receiver that accepts', text, postContact],
];

/** What n8n keeps in its memory, for bench/README.md. */
export function memory(instance: Instance): void {
	/** A workflow of one node, of whose success n8n keeps nothing. */
	const publishAt = async (url: string, parameters: object = {}) => {
		const node = await senderAt(instance, url, { webhookUrl: url, ...parameters });
		const settings = { saveDataSuccessExecution: 'none' };
		return await publish(instance, node, { trigger: { responseData: 'noData' }, settings });
	};
	const call = async (path: string) =>
		(await instance.api.callWebhook(path, { items: people(1) })).status;
	const print = (what: string) => process.stdout.write(`n8n ${instance.line}, ${what}\n`);

	test(`${RUNS} executions, ${IN_PARALLEL} in parallel, leave nothing in memory`, async () => {
		const { path } = await publishAt(instance.sandbox.url);
		const run = async (times: number) => {
			for (let done = 0; done < times; done += IN_PARALLEL) {
				const calls = Array.from({ length: IN_PARALLEL }, async () => await call(path));
				expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
			}
			return await collectedMemory(instance);
		};
		const before = await run(WARM_UP);
		const after = await run(RUNS);
		print(`${RUNS} executions: in use ${before} MB before, ${after} MB after`);
		expect(instance.sandbox.accepted).toHaveLength(WARM_UP + RUNS);
		expect(after - before).toBeLessThan(ALLOWED_GROWTH);
	}, 900_000);

	describe(`a response of ${MEGABYTES} MB`, () => {
		/** Calls it once. @returns by how much the memory grew at most, in megabytes; the error's message */
		const ask = async (response: typeof text, parameters: object) => {
			const service = await answering(huge(MEGABYTES, response));
			const { path, workflowId } = await publishAt(service.url, parameters);
			const watch = new MemoryOverTime(instance.n8n);
			await pause(50);
			const startTime = Date.now();
			const status = await call(path);
			const growth = watch.growthDuring({ startTime, executionTime: Date.now() - startTime });
			await watch.stop();
			service.close();
			if (status === 200) return { growth };
			const { data } = await lastExecution(instance, workflowId);
			return { growth, message: data.resultData.error?.message };
		};
		/** What n8n holds on to before the first, megabytes: what is loaded once only stays out of it. */
		let atFirst: number;
		beforeAll(async () => {
			await ask(text, {});
			atFirst = await collectedMemory(instance);
		});

		test.each(HUGE)('that is %s is reported by its beginning only', async (...row) => {
			const [what, response, parameters, words] = row;
			const { growth, message } = await ask(response, parameters);
			// n8n lets go of a finished execution when the next one has ended, and is ready to send.
			expect(await call((await publishAt(instance.sandbox.url)).path)).toBe(200);
			const kept = await collectedMemory(instance);
			const after = `in use ${kept} MB after (before all: ${atFirst} MB)`;
			print(`${what} of ${MEGABYTES} MB: +${growth} MB at most; ${after}`);
			if (words) expect(message).toMatch(words);
			else expect(message).toBeUndefined();
			// Not even one of the responses is still there.
			expect(kept - atFirst).toBeLessThan(MEGABYTES / 2);
			// The text, its copies in n8n's HTTP client, and what V8 has not collected yet.
			expect(growth).toBeLessThan(MEGABYTES * 8);
		});
	});
}
