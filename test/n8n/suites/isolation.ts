import { randomUUID } from 'node:crypto';
import { collectedMemory } from '../../../rig/memory';
import type { Instance } from '../../../rig/startInstance';
import { call, jsonOf, outcomeOf, publish, sender } from '../../../rig/workflows/call';
import { openEditor } from '../../../rig/workflows/editorPush';
import { people, phonesOf } from '../../../rig/workflows/elsewhere';
import { chain, node } from '../../../rig/workflows/nodes';

const message = { phone: '={{ $json.phone }}', text: 'Hello' };
const retry = { retryOnFail: true, waitBetweenTries: 10 };
const settings = { executionOrder: 'v1' };

/** What is loaded and cached for good in the first runs is not counted. */
const WARM_UP = 100;
const RUNS = 200;
const IN_PARALLEL = 10;
/** Megabytes: 40 KB an execution. */
const ALLOWED_GROWTH = 8;

/** Runs that share a workflow, a moment or a process, and must not know of each other. */
export function isolation(instance: Instance): void {
	const accepted = () => instance.sandbox.accepted.map(({ recipient }) => recipient);

	test('a sub-workflow that is called for each item sends what it is given, also the same again', async () => {
		const trigger = node(
			'Called',
			'n8n-nodes-base.executeWorkflowTrigger',
			{ inputSource: 'passthrough' },
			{ typeVersion: 1.1 },
		);
		const inner = sender(instance, message, retry);
		const { id } = await instance.api.createWorkflow({
			...{ name: 'Called for each item', nodes: [trigger, inner], settings },
			connections: chain(trigger, inner),
		});
		if (instance.line === '2.x') await instance.api.activate(id);
		const caller = node(
			'Caller',
			'n8n-nodes-base.executeWorkflow',
			{
				...{ workflowId: { __rl: true, mode: 'id', value: id }, mode: 'each' },
				options: { waitForSubWorkflow: true },
			},
			{ typeVersion: 1.2 },
		);
		const items = [...people(2), ...people(2)];
		const { items: sent, error } = await call(instance, caller, { items });
		expect(error?.message).toBeUndefined();
		expect(accepted()).toEqual(phonesOf(items));
		expect(jsonOf(sent).map(({ recipient }) => recipient)).toEqual(phonesOf(items));
	});

	test('a node that is run again from the editor sends again, each time what it is given', async () => {
		const editor = await openEditor(instance);
		const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
		const items = node(
			'Items',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: JSON.stringify(people(1)[0]), options: {} },
			{ typeVersion: 3.4 },
		);
		const nodes = [start, items, sender(instance, message, retry)];
		const connections = chain(...nodes);
		const name = `Run by hand ${randomUUID()}`;
		const saved = await instance.api.createWorkflow({
			...{ name, nodes, connections, settings },
			pinData: {},
		});
		const first = await editor.run(saved, { triggerToStartFrom: { name: 'Start' } });
		const { Start, Items } = first.data.resultData.runData;
		const runData = { Start, Items };
		const destinationNode = { nodeName: 'Sender', mode: 'inclusive' };
		for (const times of [2, 3]) {
			const again = await editor.run(saved, { destinationNode, runData, dirtyNodeNames: [] });
			expect(outcomeOf(again, 'Sender').items).toHaveLength(1);
			expect(again.data.resultData.runData.Start[0].startTime).toBe(Start[0].startTime);
			expect(accepted()).toEqual(Array(times).fill(people(1)[0].phone));
		}
		await editor.close();
	});

	test(`${RUNS} executions, ${IN_PARALLEL} in parallel, leave nothing in memory`, async () => {
		const { path } = await publish(instance, sender(instance, message, retry), {
			settings: { saveDataSuccessExecution: 'none' },
		});
		const run = async (times: number) => {
			for (let done = 0; done < times; done += IN_PARALLEL) {
				const calls = Array.from({ length: IN_PARALLEL }, async () =>
					instance.api.callWebhook(path, { items: people(1) }),
				);
				for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
			}
		};
		await run(WARM_UP);
		const before = await collectedMemory(instance);
		await run(RUNS);
		const after = await collectedMemory(instance);

		process.stdout.write(
			`n8n ${instance.line}, ${RUNS} executions: in use ${before} MB before, ${after} MB after\n`,
		);
		expect(instance.sandbox.accepted).toHaveLength(WARM_UP + RUNS);
		expect(after - before).toBeLessThan(ALLOWED_GROWTH);
	}, 900_000);
}
