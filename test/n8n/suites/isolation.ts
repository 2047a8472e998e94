import { randomUUID } from 'node:crypto';
import type { N8nNode } from '../../../rig/api/apiTypes';
import { call, jsonOf, lastExecution, outcomeOf, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { chain, node, splitItems, webhook } from '../../../rig/workflows/nodes';
import { people, phonesOf } from '../../../rig/workflows/elsewhere';

const REFUSED_ONCE = '6200000000503';
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
const message = { phone: '={{ $json.phone }}', text: '={{ $json.text ?? "Hello" }}' };

/** Runs that share an execution, a workflow or a moment, and must not know of each other. */
export function isolation(instance: Instance): void {
	const accepted = () => instance.sandbox.accepted.map(({ recipient }) => recipient);
	const send = (name: string, settings: Partial<N8nNode> = {}) => ({
		...sender(instance, message, settings),
		id: name,
		name,
	});
	/** Webhook → items → nodes, called from outside. */
	const run = async (nodes: N8nNode[], connections: object, items: object[]) => {
		const path = randomUUID();
		const all = [webhook(path, { responseMode: 'lastNode' }), splitItems(), ...nodes];
		const links = { ...chain(all[0], all[1], nodes[0]), ...connections };
		const { id } = await instance.api.createWorkflow({
			name: `Isolation ${path}`,
			nodes: all,
			connections: links,
			settings: { executionOrder: 'v1' },
		});
		await instance.api.activate(id);
		await instance.api.callWebhook(path, { items });
		return await lastExecution(instance, id);
	};
	const to = (...names: string[]) => names.map((name) => ({ node: name, type: 'main', index: 0 }));

	describe('one run of the node knows nothing of another', () => {
		test('in a loop, where each round sends what it is given, also the same again', async () => {
			const batch = { batchSize: 2, options: {} };
			const loop = node('Loop', 'n8n-nodes-base.splitInBatches', batch, { typeVersion: 3 });
			const same = [...people(2), ...people(2), ...people(1)];
			const { status, data } = await run(
				[loop, send('Sender', retry)],
				{ Loop: { main: [[], to('Sender')] }, Sender: { main: [to('Loop')] } },
				same,
			);
			expect(status).toBe('success');
			expect(accepted()).toEqual(phonesOf(same));
			expect(data.resultData.runData.Sender.map(({ data }) => data?.main[0]?.length)).toEqual([
				2, 2, 1,
			]);
		});

		test('as two nodes of one workflow, one after the other and side by side', async () => {
			const items = people(3);
			const split = node('Both', 'n8n-nodes-base.noOp', {});
			const first = node('First', 'n8n-nodes-base.set', {
				mode: 'raw',
				jsonOutput: '={{ { phone: $json.recipient } }}',
				options: {},
			});
			await run(
				[
					split,
					send('One', retry),
					send('Two', retry),
					{ ...first, typeVersion: 3.4 },
					send('Three', retry),
				],
				{
					Both: { main: [to('One', 'Two')] },
					One: { main: [to('First')] },
					First: { main: [to('Three')] },
				},
				items,
			);
			expect(accepted().sort()).toEqual(
				[...items, ...items, ...items].map(({ phone }) => phone).sort(),
			);
		});

		test('in sub-workflows, called once for each item', async () => {
			const trigger = node(
				'Called',
				'n8n-nodes-base.executeWorkflowTrigger',
				{ inputSource: 'passthrough' },
				{ typeVersion: 1.1 },
			);
			const inner = send('Sender', retry);
			const { id } = await instance.api.createWorkflow({
				name: 'Called for each item',
				nodes: [trigger, inner],
				connections: chain(trigger, inner),
				settings: { executionOrder: 'v1' },
			});
			if (instance.line === '2.x') await instance.api.activate(id);
			const workflowId = { __rl: true, mode: 'id', value: id };
			const caller = node(
				'Caller',
				'n8n-nodes-base.executeWorkflow',
				{ workflowId, mode: 'each', options: { waitForSubWorkflow: true } },
				{ typeVersion: 1.2 },
			);
			const items = [...people(2), ...people(2)];
			const execution = await run([caller], {}, items);
			expect(execution.data.resultData.error?.message).toBeUndefined();
			expect(accepted()).toEqual(phonesOf(items));
			expect(
				jsonOf(outcomeOf(execution, 'Caller').items).map(({ recipient }) => recipient),
			).toEqual(phonesOf(items));
		});

		test('in executions at the same time', async () => {
			instance.sandbox.latency = 50;
			const broadcasts = Array.from({ length: 6 }, (_, run) =>
				people(4).map(({ phone }) => ({ phone, text: `Run ${run}` })),
			);
			const done = await Promise.all(
				broadcasts.map(async (items) =>
					call(instance, sender(instance, message, retry), {
						items: [...items, { phone: REFUSED_ONCE, text: items[0].text }],
					}),
				),
			);
			for (const [index, { items }] of done.entries()) {
				const phones = [...phonesOf(people(4)), REFUSED_ONCE];
				expect(jsonOf(items).map(({ recipient }) => recipient)).toEqual(phones);
				const sent = instance.sandbox.accepted.filter(({ text }) => text === `Run ${index}`);
				expect(sent.map(({ recipient }) => recipient)).toEqual(phones);
			}
		});
	});
}
