import type { Instance } from '../../../rig/startInstance';
import {
	call,
	jsonOf,
	lastExecution,
	linksOf,
	outcomeOf,
	publish,
	sender,
} from '../../../rig/workflows/call';
import { people, phonesOf } from '../../../rig/workflows/elsewhere';
import { faultNumbers, type RecordedRequest } from '../../../sandbox';

const good = phonesOf(people(5));
const message = { phone: '={{ $json.phone }}', text: 'Hello' };
const itemsOf = (phones: string[]) => phones.map((phone) => ({ phone }));
const bodyOf = ({ body }: RecordedRequest) => body as { phone: string; text: string };

/** What becomes of a failed message and of those after it, in what n8n stores and retries. */
export function failures(instance: Instance): void {
	const sent = () =>
		instance.sandbox.requests.filter(({ method }) => method === 'POST').map(bodyOf);
	const arrivals = () => sent().map(({ phone }) => phone);

	test('On Error = Continue (using error output) links each failed message to its recipient', async () => {
		const failing = [...faultNumbers.map(({ phone }) => phone), 'nobody'];
		const items = itemsOf([good[0], ...failing, good[1]]);
		const parameters = { ...message, requestOptions: { timeout: 1500 } };
		const node = sender(instance, parameters, { onError: 'continueErrorOutput' });
		const outcome = await call(instance, node, { items });

		expect(outcome.execution.status).toBe('success');
		expect(linksOf(outcome.items)).toEqual([0, items.length - 1]);
		expect(linksOf(outcome.errors)).toEqual(failing.map((_, index) => index + 1));
		expect(jsonOf(outcome.errors)).toEqual(
			failing.map((phone) => ({ phone, error: expect.stringContaining(phone) })),
		);
		expect(new Set(arrivals())).toEqual(new Set([good[0], ...failing.slice(0, -1), good[1]]));
	});

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
		const { path, workflowId } = await publish(instance, node);
		const ended = async () => outcomeOf(await lastExecution(instance, workflowId), 'Sender');
		const retry = async (loadWorkflow: boolean) => {
			const { id } = await lastExecution(instance, workflowId);
			await api.client.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow });
			return await ended();
		};

		expect((await api.callWebhook(path, { items: itemsOf(phones) })).status).toBe(500);
		expect((await ended()).error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(/may already have been sent\. Accepted: 1 of 7\.$/),
			description: expect.stringContaining('Accepted: 1 of 7. Skipped: 1. Not sent: 4.'),
			context: { itemIndex: 2 },
		});
		expect((await retry(false)).error?.description).toContain(
			'Accepted: 3 of 7. Skipped: 1. Not sent: 2.',
		);
		const workflow = await api.workflow(workflowId);
		const now = { ...message, text: 'Hi', options: { neverSendTo, eachRecipientOnce: true } };
		const corrected = workflow.nodes.map((each) =>
			each.name === 'Sender' ? { ...each, parameters: { ...each.parameters, ...now } } : each,
		);
		const changed = { ...workflow, nodes: corrected };
		await api.client.request('PATCH', `/rest/workflows/${workflowId}`, changed);
		const { execution, items } = await retry(true);

		expect(execution.status).toBe('success');
		expect(arrivals()).toEqual([0, 1, 1, 2, 3, 3, 4].map((index) => good[index]));
		expect(sent().map(({ text }) => text)).toEqual([
			...Array(5).fill('Hello'),
			...Array(2).fill('Hi'),
		]);
		expect(linksOf(items)).toEqual(phones.map((_, index) => index));
		expect(jsonOf(items).map(({ reason }) => reason)).toEqual([
			undefined,
			'neverSendTo',
			...Array(4).fill(undefined),
			'duplicate',
		]);
		expect(items[2].json.warning).toContain('may already have been sent');
	});
}
