import type { Instance } from '../../../rig/startInstance';
import {
	call,
	jsonOf,
	lastExecution,
	linksOf,
	outcomeOf,
	publish,
	sender,
	type Outcome,
} from '../../../rig/workflows/call';
import { faultNumbers, type RecordedRequest } from '../../../sandbox';

const good = ['6281200000001', '6281200000002', '6281200000003'];
const REFUSED = '6200000000500';
const message = { phone: '={{ $json.phone }}', text: '=Hello {{ $json.name }}' };
const itemsOf = (phones: string[]) =>
	phones.map((phone, index) => ({ phone, name: `Person ${index}` }));
const bodyOf = ({ body }: RecordedRequest) => body as { phone: string; text: string };

/** What becomes of a failed message and of those after it, in what n8n stores and retries. */
export function failures(instance: Instance): void {
	const arrivals = () => instance.sandbox.requests.map((request) => bodyOf(request).phone);
	const send = async (phones: string[], parameters: object, settings: object) => {
		const node = sender(instance, { ...message, ...parameters }, settings);
		return await call(instance, node, { items: itemsOf(phones) });
	};

	describe('On Error', () => {
		test('Stop sends nothing after the failure and says how far it came', async () => {
			const phones = [good[0], good[1], REFUSED, good[2]];
			const { status, execution, error } = await send(phones, {}, {});

			expect(status).toBe(500);
			expect(execution.status).toBe('error');
			expect(error).toMatchObject({
				name: 'NodeApiError',
				message: `Message to ${REFUSED} was not accepted (HTTP 500): The message could not be sent`,
				httpCode: '500',
				description: expect.stringContaining('Accepted: 2 of 4. Not sent: 1.'),
				context: { itemIndex: 2 },
			});
			expect(arrivals()).toEqual(phones.slice(0, 3));
		});

		test('Continue (using error output) links each failed message to its recipient', async () => {
			const failing = faultNumbers.map(({ phone }) => phone);
			const phones = [good[0], ...failing, 'nobody', good[1]];
			const { items, errors, execution } = await send(
				phones,
				{ requestOptions: { timeout: 1500 } },
				{ onError: 'continueErrorOutput' },
			);

			expect(execution.status).toBe('success');
			expect(linksOf(items)).toEqual([0, phones.length - 1]);
			expect(linksOf(errors)).toEqual(phones.slice(1, -1).map((_, index) => index + 1));
			expect(jsonOf(errors)).toEqual(
				itemsOf(phones)
					.slice(1, -1)
					.map((item) => ({ ...item, error: expect.stringContaining(item.phone) })),
			);
			expect(new Set(arrivals())).toEqual(new Set([good[0], ...failing, good[1]]));
		});
	});

	test('Retry On Fail sends only what was not accepted before', async () => {
		const phones = [good[0], '6200000000503', good[1]];
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
		const { items, execution } = await send(phones, {}, retry);

		expect(arrivals()).toEqual([phones[0], phones[1], phones[1], phones[2]]);
		expect(execution.status).toBe('success');
		expect(jsonOf(items).map(({ recipient }) => recipient)).toEqual(phones);
	});

	test('Retry under Executions sends the rest each time, whatever the workflow says now', async () => {
		const { api, sandbox } = instance;
		const phones = [...good, '6281200000004', '6281200000005'];
		let left = 2;
		sandbox.onSend = (request) => {
			if (bodyOf(request).phone !== (left === 2 ? phones[1] : phones[3])) return undefined;
			left--;
			return left === 1 ? 'cut-after' : left === 0 ? { status: 500, body: 'No' } : undefined;
		};
		const { path, workflowId } = await publish(instance, sender(instance, message));
		const ended = async () => outcomeOf(await lastExecution(instance, workflowId), 'Sender');
		const retry = async (loadWorkflow: boolean) => {
			const { id } = await lastExecution(instance, workflowId);
			await api.client.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow });
			return await ended();
		};
		const contextOf = ({ execution }: Outcome) =>
			JSON.stringify((execution.data.executionData as { contextData?: object })?.contextData ?? {});

		await api.callWebhook(path, { items: itemsOf(phones) });
		const first = await ended();
		expect(first.error?.message).toContain('may already have been sent');
		expect(contextOf(first)).toContain(phones[0]);

		const second = await retry(false);
		expect(second.error?.description).toContain('Accepted: 3 of 5. Not sent: 1.');

		const workflow = await api.workflow(workflowId);
		const corrected = (one: (typeof workflow.nodes)[number]) =>
			one.name === 'Sender'
				? { ...one, parameters: { ...one.parameters, text: 'Without the typing error' } }
				: one;
		await api.client.request('PATCH', `/rest/workflows/${workflowId}`, {
			...workflow,
			nodes: workflow.nodes.map(corrected),
		});
		const third = await retry(true);
		expect(third.execution.status).toBe('success');
		expect(arrivals()).toEqual([0, 1, 1, 2, 3, 3, 4].map((item) => phones[item]));
		expect(sandbox.requests.map((request) => bodyOf(request).text)).toEqual([
			...['Hello Person 0', 'Hello Person 1', 'Hello Person 1', 'Hello Person 2', 'Hello Person 3'],
			...Array(2).fill('Without the typing error'),
		]);
		expect(jsonOf(third.items).map(({ recipient }) => recipient)).toEqual(phones);
		expect(linksOf(third.items)).toEqual([0, 1, 2, 3, 4]);
		expect(third.items[1].json.warning).toContain('may already have been sent');
		// What was kept for a retry is not stored any more.
		expect(contextOf(third)).not.toContain(phones[0]);
	});
}
