import type { Instance } from '../../../rig/startRig';
import {
	call,
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

	// What n8n makes of failed items on its error output: engine tests have its core alone.
	test.each(['continueErrorOutput', 'continueRegularOutput'])(
		'no try of Retry On Fail sends again what may have been sent; rows say why (%s)',
		async (onError) => {
			const { sandbox } = instance;
			sandbox.onSend = (request) =>
				bodyOf(request).phone === good[0] ? 'cut-after' : { status: 500, body: 'No' };
			const retry = { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
			const phones = [good[0], good[1], 'nobody'];
			const { items, errors } = await call(instance, sender(instance, message, retry), {
				items: phones.map((phone) => ({ phone, status: 'new' })),
			});
			const failed = onError === 'continueErrorOutput' ? errors : items;
			const row = { success: false, error: expect.any(String), recipientType: 'phone' };
			expect(jsonOf(failed)).toMatchObject([
				{ ...row, reason: 'unconfirmed', recipient: good[0] },
				{ ...row, reason: 'rejected', recipient: good[1], status: 500 },
				{ ...row, reason: 'invalid', recipient: '', recipientType: '' },
			]);
			expect(linksOf(failed)).toEqual([0, 1, 2]);
			expect('phone' in failed[0].json).toBe(onError === 'continueErrorOutput');
			expect(arrivals()).toEqual([good[0], good[1], good[1], good[1]]);
		},
	);
}
