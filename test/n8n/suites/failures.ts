import { setTimeout as pause } from 'node:timers/promises';
import { setClock } from '../../../rig/memory';
import type { Instance } from '../../../rig/startRig';
import {
	jsonOf,
	lastExecution,
	linksOf,
	outcomeOf,
	publish,
	sender,
	type Published,
	people,
	phonesOf,
} from '../../../rig/workflows/call';
import type { RecordedRequest } from '../../../sandbox';

const good = phonesOf(people(5));
const message = { phone: '={{ $json.phone }}', text: 'Hello' };
const bodyOf = ({ body }: RecordedRequest) => body as { phone: string; text: string };

/** What becomes of a failed message and of those after it, in what n8n stores and retries. */
export function failures(instance: Instance): void {
	const sent = () =>
		instance.sandbox.requests.filter(({ method }) => method === 'POST').map(bodyOf);
	const arrivals = () => sent().map(({ phone }) => phone);
	const ended = async ({ workflowId }: Published) =>
		outcomeOf(await lastExecution(instance, workflowId), 'Sender');
	/** @param loadWorkflow whether as the workflow is now */
	const retry = async (published: Published, loadWorkflow = true) => {
		const { id } = await lastExecution(instance, published.workflowId);
		await instance.api.retryExecution(id, loadWorkflow);
		return await ended(published);
	};

	test('a failure stops the rest, which Retry sends each time, whatever the workflow says now', async () => {
		const { api, sandbox } = instance;
		const [list] = sandbox.lists;
		const neverSendTo = { __rl: true, mode: 'id', value: list.id };
		const phones = [good[0], list.contacts[0].phone, ...good.slice(1), `+${good[0]}`];
		let left = 2;
		sandbox.onSend = (request) => {
			if (bodyOf(request).phone !== (left === 2 ? good[1] : good[3])) return undefined;
			left--;
			return left === 1 ? 'cut-after' : left === 0 ? { status: 500, body: 'No' } : undefined;
		};
		const node = sender(instance, { ...message, options: { neverSendTo } });
		const published = await publish(instance, node);
		const { path, workflowId } = published;

		const items = phones.map((phone) => ({ phone }));
		expect((await api.callWebhook(path, { items })).status).toBe(500);
		expect((await ended(published)).error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(/may already have been sent\. Accepted: 1 of 7\.$/),
			description: expect.stringContaining(
				'Stopped at item 3 of 7. Accepted: 1. Failed: 1. Skipped: 1. Not sent: 4.',
			),
			context: { itemIndex: 2 },
		});
		expect((await retry(published, false)).error?.description).toContain(
			'Accepted: 3. Failed: 1. Skipped: 1. Not sent: 2.',
		);
		const workflow = await api.workflow(workflowId);
		const now = { ...message, text: 'Hi', options: { neverSendTo, eachRecipientOnce: true } };
		const corrected = workflow.nodes.map((each) =>
			each.name === 'Sender' ? { ...each, parameters: { ...each.parameters, ...now } } : each,
		);
		const changed = { ...workflow, nodes: corrected };
		await api.client.request('PATCH', `/rest/workflows/${workflowId}`, changed);
		const { execution, items: output } = await retry(published);

		expect(execution.status).toBe('success');
		expect(arrivals()).toEqual([0, 1, 1, 2, 3, 3, 4].map((index) => good[index]));
		expect(sent().map(({ text }) => text)).toEqual([
			...Array(5).fill('Hello'),
			...Array(2).fill('Hi'),
		]);
		expect(linksOf(output)).toEqual(phones.map((_, index) => index));
		expect(jsonOf(output).map(({ reason }) => reason)).toEqual([
			undefined,
			'neverSendTo',
			...Array(4).fill(undefined),
			'duplicate',
		]);
		expect(output[2].json.warning).toContain('may already have been sent');
	});

	test('Retry waits for the hours as the execution did that failed after them', async () => {
		const MINUTE = 60_000;
		const time = (ahead: number) => new Date(Date.now() + ahead).toISOString().slice(11, 16);
		const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
		const hours = { from: time(2 * MINUTE), to: time(30 * MINUTE), days, outside: 'wait' };
		const node = sender(instance, { ...message, options: { sendHours: { hours } } });
		const trigger = { responseMode: 'onReceived' };
		const published = await publish(instance, node, { trigger, settings: { timezone: 'UTC' } });
		let hasFailed = false;
		instance.sandbox.onSend = (request) => {
			if (hasFailed || bodyOf(request).phone !== good[1]) return undefined;
			hasFailed = true;
			return { status: 500, body: 'No' };
		};
		/** Lets the hours begin after a while, in which nothing is sent, and end again. */
		const waited = async (run: Promise<unknown>, before: number[]) => {
			await pause(1000);
			expect(arrivals()).toEqual(before.map((index) => good[index]));
			await setClock(instance, 3 * MINUTE);
			await run;
			const { execution } = await ended(published);
			await setClock(instance, 0);
			return execution.status;
		};
		await instance.api.callWebhook(published.path, { items: people(3) });
		expect(await waited(Promise.resolve(), [])).toBe('error');
		expect(await waited(retry(published), [0, 1])).toBe('success');
		expect(arrivals()).toEqual([0, 1, 1, 2].map((index) => good[index]));
	});
}
