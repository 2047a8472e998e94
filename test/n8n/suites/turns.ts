import { randomUUID } from 'node:crypto';
import type { N8nNode } from '../../../rig/api/apiTypes';
import type { Instance } from '../../../rig/startInstance';
import {
	lastExecution,
	outcomeOf,
	publish,
	sender,
	type CallOptions,
} from '../../../rig/workflows/call';
import { chain, node, splitItems, webhook } from '../../../rig/workflows/nodes';
import type { RecordedRequest } from '../../../sandbox';

const items = Array.from({ length: 5 }, (_, index) => ({ phone: `628120000000${index}` }));
const phones = (...numbers: number[]) => numbers.map((number) => items[number].phone);
const fields = { phone: '={{ $json.phone }}', text: '=Hello {{ $json.phone }}' };
const bodyOf = ({ body }: RecordedRequest) => body as { phone: string; text: string };

/** Retry under Executions, delays in loops, and what n8n stores. */
export function turns(instance: Instance): void {
	const arrived = () => instance.sandbox.requests.map((request) => bodyOf(request).phone);
	const rejecting = (item: number, times: number, fault: object | string) => {
		let left = times;
		instance.sandbox.onSend = (request) =>
			bodyOf(request).phone === items[item].phone && left-- > 0 ? (fault as never) : undefined;
	};
	const noSignal = { status: 500, body: 'No signal' };

	/** Runs a workflow that fails, and returns what retries it. */
	async function failed(last: N8nNode, options: CallOptions = {}) {
		const { path, workflowId } = await publish(instance, last, options);
		await instance.api.callWebhook(path, { items });
		const first = outcomeOf(await lastExecution(instance, workflowId), last.name);
		const retry = async (loadWorkflow: boolean) => {
			const { id } = await lastExecution(instance, workflowId);
			await instance.api.client.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow });
			return outcomeOf(await lastExecution(instance, workflowId), last.name);
		};
		return { first, retry, workflowId };
	}

	describe('Retry under Executions', () => {
		test('sends the rest, and gives accepted items the output they had', async () => {
			rejecting(2, 1, noSignal);
			const { first, retry } = await failed(sender(instance, fields));
			const { execution, items: output } = await retry(false);

			expect(first.error?.description).toContain('Accepted: 2 of 5. Not sent: 2.');
			expect(arrived()).toEqual(phones(0, 1, 2, 2, 3, 4));
			expect(execution.status).toBe('success');
			expect(output.map(({ json }) => json.recipient)).toEqual(phones(0, 1, 2, 3, 4));
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);
		});

		test('with the current workflow reaches nobody twice, although the text was changed', async () => {
			rejecting(2, 1, noSignal);
			const { retry, workflowId } = await failed(sender(instance, fields));
			const workflow = await instance.api.workflow(workflowId);
			const nodes = workflow.nodes.map((one) =>
				one.name === 'Sender'
					? { ...one, parameters: { ...one.parameters, text: 'Without the typing error' } }
					: one,
			);
			await instance.api.client.request('PATCH', `/rest/workflows/${workflowId}`, {
				...workflow,
				nodes,
			});
			await retry(true);

			expect(arrived()).toEqual(phones(0, 1, 2, 2, 3, 4));
			expect(instance.sandbox.requests.slice(3).map((request) => bodyOf(request).text)).toEqual(
				Array(3).fill('Without the typing error'),
			);
		});

		test('goes on each time, with ten messages at once', async () => {
			rejecting(4, 2, noSignal);
			const { retry } = await failed(sender(instance, { ...fields, options: { concurrency: 10 } }));
			const second = await retry(false);
			const third = await retry(true);

			expect(second.execution.status).toBe('error');
			expect(third.execution.status).toBe('success');
			expect(arrived().sort()).toEqual(phones(0, 1, 2, 3, 4, 4, 4));
		});

		test('sends a message again that may already have been sent, and says so', async () => {
			rejecting(1, 1, 'cut-after');
			const { first, retry } = await failed(sender(instance, fields));
			const { items: output } = await retry(false);

			expect(first.error?.message).toContain('may already have been sent');
			expect(arrived()).toEqual(phones(0, 1, 1, 2, 3, 4));
			expect(output[1].json.warning).toContain('may already have been sent');
		});

		test('leaves the stored execution small', async () => {
			rejecting(4, 1, noSignal);
			const { first, retry } = await failed(sender(instance, fields));
			const contextOf = (outcome: typeof first) =>
				JSON.stringify(
					(outcome.execution.data.executionData as { contextData?: object })?.contextData ?? {},
				);
			expect(contextOf(first)).toContain(phones(3)[0]);
			expect(contextOf(await retry(false))).not.toContain(phones(3)[0]);
		});
	});

	test('a delay holds between the batches of a loop', async () => {
		const path = randomUUID();
		const loop = node(
			'Loop',
			'n8n-nodes-base.splitInBatches',
			{ batchSize: 1, options: {} },
			{ typeVersion: 3 },
		);
		const send = sender(instance, { ...fields, options: { minDelay: 0.5 } });
		const nodes = [webhook(path), splitItems(), loop, send];
		const connections = {
			...chain(...nodes),
			Loop: { main: [[], [{ node: send.name, type: 'main', index: 0 }]] },
			[send.name]: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
		};
		const { id } = await instance.api.createWorkflow({ name: `Loop ${path}`, nodes, connections });
		await instance.api.activate(id);
		await instance.api.callWebhook(path, { items: items.slice(0, 3) });

		const times = instance.sandbox.requests.map(({ arrivedAt }) => arrivedAt);
		expect(times).toHaveLength(3);
		expect(times[1] - times[0]).toBeGreaterThanOrEqual(480);
		expect(times[2] - times[1]).toBeGreaterThanOrEqual(480);
	});
}
