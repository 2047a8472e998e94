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
} from '../../../rig/workflows/call';
import type { RecordedRequest } from '../../../sandbox';

const good = people(5).map(({ phone }) => phone);
const message = { phone: '={{ $json.phone }}', text: 'Hello' };
const bodyOf = ({ body }: RecordedRequest) => body as { phone: string; text: string };

/** What becomes of a failed message and of those after it, in what n8n stores and retries; rows of failed items: test/engine. */
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

	test('a failure stops the rest after all tries, and Retry sends it, also with the workflow as it is now', async () => {
		const { api, sandbox } = instance;
		const [list] = sandbox.lists;
		const neverSendTo = { __rl: true, mode: 'id', value: list.id };
		const phones = [good[0], list.contacts[0].phone, ...good.slice(1), `+${good[0]}`];
		sandbox.onSend = (request, attempt) => {
			const { phone, text } = bodyOf(request);
			if (phone === good[1] && attempt === 1) return 'cut-after';
			return phone === good[3] && text === 'Hello' ? { status: 500, body: 'No' } : undefined;
		};
		const tries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
		const node = sender(instance, { ...message, options: { neverSendTo } }, tries);
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
		await api.updateWorkflow({ ...workflow, nodes: corrected });
		const { execution, items: output } = await retry(published);

		expect(execution.status).toBe('success');
		expect(arrivals()).toEqual([0, 1, 1, 2, 3, 3, 3, 3, 4].map((index) => good[index]));
		expect(sent().map(({ text }) => text)).toEqual([
			...Array(7).fill('Hello'),
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
}
