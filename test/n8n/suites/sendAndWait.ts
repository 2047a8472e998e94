import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from '../../../rig/startInstance';
import {
	answered,
	ask,
	askedBy,
	asker,
	isWaiting,
	linkIn,
	open,
	post,
	publishAsker,
	type Asked,
} from '../../../rig/workflows/asking';
import { node, splitItems, webhook } from '../../../rig/workflows/nodes';

const double = {
	approvalOptions: {
		values: { approvalType: 'double', approveLabel: 'Send it', disapproveLabel: 'Not yet' },
	},
};
const respondedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const numbers = Array.from({ length: 20 }, (_, n) => n);

/** The page and its link, as n8n serves them. What the page says and takes, test/unit shows. */
export function sendAndWait(instance: Instance): void {
	let limited: Asked;
	// n8n looks once a minute for what is due, so this one is asked before everything else.
	beforeAll(async () => {
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
		const options = { limitWaitTime: { values } };
		limited = await ask(instance, { options }, { items: [{ invoice: '1001' }] });
	});

	describe('Send and Wait for Response', () => {
		test('goes on with a yes from its page, not with a look at it, and keeps no signature', async () => {
			// The page finds its question whatever the name of the node is.
			const name = `Ask {{ "who"? }} \\ ’é' \``;
			const [jsonOutput, typeVersion] = ['={{ $("Items").item.json }}', 3.4];
			const fields = { mode: 'raw', jsonOutput, options: {} };
			const asked = await ask(
				instance,
				{ ...double, message: '=May {{ $json.invoice }} go out?' },
				{
					items: [{ invoice: '1001' }],
					after: node('After', 'n8n-nodes-base.set', fields, { typeVersion }),
					settings: { name },
				},
			);
			expect(asked.text).toBe(`May 1001 go out?\n\n${asked.link}`);
			const page = await open(asked.link, 'WhatsApp/2.23.20.0');
			expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
			expect(await page.text()).toMatch(/May 1001 go out\?[^]*>Send it<[^]*>Not yet</);
			expect((await open(asked.link, 'WhatsApp/2.23.20.0', 'HEAD')).status).toBe(200);
			expect(await isWaiting(instance, asked)).toBe(true);

			const thanks = await post(asked.link, { approved: 'true' });
			expect(await thanks.text()).toContain('>Send it</blockquote>');
			const { json, execution } = await answered(instance, asked, name);
			expect(json).toEqual({ data: { approved: true, respondedAt } });
			expect((await answered(instance, asked, 'After')).json).toEqual({ invoice: '1001' });
			const signature = new URL(asked.link).searchParams.get('signature')!;
			expect(signature).toMatch(/^[\da-f]{64}$/);
			expect(JSON.stringify(execution) + instance.printed).not.toContain(signature);
		});

		test('is decided once, and both taps of a double tap are shown what counts', async () => {
			const asked = await ask(instance, double);
			const taps = ['true', 'false'].map((approved) => post(asked.link, { approved }));
			const pages = await Promise.all(taps);
			const shown = await Promise.all(pages.map(async (page) => await page.text()));
			expect(shown[0]).toBe(shown[1]);
			const { json, execution } = await answered(instance, asked);
			const approved = shown[0].includes('>Send it</blockquote>');
			expect(json).toMatchObject({ data: { approved } });
			expect(execution.data.resultData.runData.Sender).toHaveLength(1);
		});

		test('opens with its own signature only: not changed, from elsewhere or left out', async () => {
			const [other, asked] = [await ask(instance), await ask(instance)];
			const { searchParams } = new URL(other.link);
			const changes: Array<(link: URL) => void> = [
				(link) => link.searchParams.set('signature', searchParams.get('signature')!),
				(link) => link.searchParams.delete('signature'),
				(link) => link.searchParams.set('run', '1'),
				(link) => link.searchParams.set('approved', 'true'),
			];
			for (const change of changes) {
				const link = new URL(asked.link);
				change(link);
				for (const page of [await open(link.href), await post(link.href, { approved: 'true' })]) {
					expect(page.status).toBe(401);
					expect(await page.text()).not.toContain('May it go out?');
				}
			}
			expect(await isWaiting(instance, asked)).toBe(true);
			for (const { executionId } of [other, asked]) await instance.api.stopExecution(executionId);
		});

		test('takes a link of an earlier iteration of a loop for no answer', async () => {
			const path = randomUUID();
			const loop = 'n8n-nodes-base.splitInBatches';
			const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
			const { id } = await instance.api.createWorkflow({
				name: `Loop ${path}`,
				nodes: [
					webhook(path, { responseMode: 'onReceived' }),
					splitItems(),
					node('Loop', loop, { options: {} }, { typeVersion: 3 }),
					asker(instance, { message: '=May {{ $json.n }} go out?' }),
				],
				connections: {
					Webhook: { main: [to('Items')] },
					Items: { main: [to('Loop')] },
					Loop: { main: [[], to('Sender')] },
					Sender: { main: [to('Loop')] },
				},
			});
			await instance.api.activate(id);
			await instance.api.callWebhook(path, { items: [{ n: 1 }, { n: 2 }] });
			const first = await askedBy(instance, id);
			await post(first.link, { approved: 'true' });
			const second = await askedBy(instance, id, first);
			await post(first.link, { approved: 'true' });
			expect(await (await open(first.link)).text()).not.toContain('May 2 go out?');
			expect(await (await open(second.link)).text()).toContain('May 2 go out?');
			await post(second.link, { approved: 'true' });
			const { status, data } = await instance.api.executionEnded(second.executionId);
			expect([status, data.resultData.runData.Sender.length]).toEqual(['success', 2]);
		});

		test('of many gets its own text, in any order, its line breaks as they were typed', async () => {
			const parameters = { responseType: 'freeText', message: '=Question {{ $json.n }}' };
			const { path } = await publishAsker(instance, parameters);
			const { accepted } = instance.sandbox;
			for (const n of numbers) await instance.api.callWebhook(path, { items: [{ n }] });
			while (accepted.length < numbers.length) await pause(50);
			const questions = accepted.map(({ text = '' }) => ({
				n: /^Question (\d+)\n/.exec(text)![1],
				link: linkIn(text),
				executionId: /webhook-waiting\/(\d+)\//.exec(text)![1],
			}));
			expect(questions.map(({ n }) => Number(n)).sort((a, b) => a - b)).toEqual(numbers);
			const respond = async ({ n, link, executionId }: (typeof questions)[number]) => {
				while ((await instance.api.execution(executionId)).status !== 'waiting') await pause(50);
				// 1.x says so where its database is slow to answer; then the answer is not taken yet.
				while ((await post(link, { text: ` نعم 👍🏽\r\n<b>${n}</b> ` })).status === 503);
				const { json } = await answered(instance, { executionId });
				expect(json).toEqual({ data: { text: `نعم 👍🏽\n<b>${n}</b>`, respondedAt } });
			};
			await Promise.all(questions.reverse().map(respond));
		});

		test('goes on with the input item after the time limit', async () => {
			const { json, execution } = await answered(instance, limited);
			expect([execution.status, json]).toEqual(['success', { invoice: '1001' }]);
		});
	});
}
