import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
	answered,
	ask,
	askedBy,
	asker,
	linkIn,
	open,
	post,
	publishAsker,
	type Asked,
} from '../../../rig/workflows/asking';
import type { Instance } from '../../../rig/startInstance';
import { node, splitItems, webhook } from '../../../rig/workflows/nodes';

/** How many executions wait at once; `WAITING=1000` for what the documentation promises. */
const WAITING = Number(process.env.WAITING ?? 20);

/** Executions that wait for long, for many answers, or for none. */
export function waiting(instance: Instance): void {
	let limited: Asked;
	// n8n looks once a minute for what is due, so this one is asked before everything else.
	beforeAll(async () => {
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
		const options = { limitWaitTime: { values } };
		limited = await ask(instance, { options }, { items: [{ invoice: '1001' }] });
	});

	describe('An execution that waits for a response', () => {
		test('takes a link of an earlier iteration of a loop for no answer', async () => {
			const loop = node(
				'Loop',
				'n8n-nodes-base.splitInBatches',
				{ options: {} },
				{ typeVersion: 3 },
			);
			const path = randomUUID();
			const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
			const { id } = await instance.api.createWorkflow({
				name: `Loop ${path}`,
				nodes: [
					webhook(path, { responseMode: 'onReceived' }),
					splitItems(),
					loop,
					asker(instance, { message: '=May {{ $json.n }} go out?' }),
				],
				connections: {
					Webhook: { main: [to('Items')] },
					Items: { main: [to('Loop')] },
					Loop: { main: [[], to('Sender')] },
					Sender: { main: [to('Loop')] },
				},
				settings: { executionOrder: 'v1' },
			});
			await instance.api.activate(id);
			await instance.api.callWebhook(path, { items: [{ n: 1 }, { n: 2 }] });
			const first = await askedBy(instance, id);
			await post(first.link, { approved: 'true' });
			const second = await askedBy(instance, id, first);
			expect(second.executionId).toBe(first.executionId);
			expect(second.text).toContain('May 2 go out?');

			const again = await post(first.link, { approved: 'true' });
			const closed = await open(first.link);
			for (const page of [again, closed]) expect(page.status).toBeLessThan(500);
			expect(await closed.text()).not.toContain('May 2 go out?');
			expect(await (await open(second.link)).text()).toContain('May 2 go out?');
			await post(second.link, { approved: 'true' });
			const execution = await instance.api.executionEnded(first.executionId);
			expect(execution.status).toBe('success');
			expect(execution.data.resultData.runData.Sender).toHaveLength(2);
		});

		test(
			`of ${WAITING} gets its own answer, in any order`,
			async () => {
				const parameters = { responseType: 'freeText', message: '=Question {{ $json.n }}' };
				const { path } = await publishAsker(instance, parameters);
				const numbers = Array.from({ length: WAITING }, (_, n) => n);
				await inParallel(numbers, async (n) => {
					await instance.api.callWebhook(path, { items: [{ n }] });
				});
				while (instance.sandbox.accepted.length < WAITING) await pause(50);
				const questions = instance.sandbox.accepted.map(({ text = '' }) => ({
					n: /^Question (\d+)\n/.exec(text)![1],
					link: linkIn(text),
					id: /webhook-waiting\/(\d+)\//.exec(text)![1],
				}));
				expect(new Set(questions.map(({ n }) => n)).size).toBe(WAITING);
				const shuffled = questions.sort(() => Math.random() - 0.5);
				await inParallel(shuffled, async ({ id }) => {
					while ((await instance.api.execution(id)).status !== 'waiting') await pause(50);
				});
				await inParallel(shuffled, async ({ n, link }) => {
					let page = await post(link, { text: `Answer ${n}` });
					// 1.x says so where its database is slow to answer; then the answer is not taken yet.
					while (page.status === 503) page = await post(link, { text: `Answer ${n}` });
					expect(page.status).toBe(200);
				});
				await inParallel(shuffled, async ({ n, id }) => {
					const { json } = await answered(instance, { executionId: id });
					expect(json).toMatchObject({ data: { text: `Answer ${n}` } });
				});
			},
			WAITING * 1000 + 120_000,
		);

		test('goes on with the input item after the time limit', async () => {
			const { json, execution } = await answered(instance, limited);
			expect(execution.status).toBe('success');
			expect(json).toEqual({ invoice: '1001' });
			expect(await (await open(limited.link)).text()).toContain('No action required');
		});
	});
}

/** Twenty at a time, as many people would. */
async function inParallel<T>(all: T[], each: (one: T) => Promise<void>): Promise<void> {
	const left = [...all];
	const work = async () => {
		for (let one = left.shift(); one !== undefined; one = left.shift()) await each(one);
	};
	await Promise.all(Array.from({ length: 20 }, work));
}
