import { randomUUID } from 'node:crypto';
import type { Instance } from '../../../rig/startInstance';
import { call, jsonOf, outcomeOf, sender } from '../../../rig/workflows/call';
import { openEditor } from '../../../rig/workflows/editorPush';
import { people, phonesOf } from '../../../rig/workflows/elsewhere';
import { chain, node } from '../../../rig/workflows/nodes';

/** Runs that share a workflow or a moment, and must not know of each other. */
export function isolation(instance: Instance): void {
	const accepted = () => instance.sandbox.accepted.map(({ recipient }) => recipient);
	/** A workflow of its own that sends what its first node gives, with Retry On Fail. */
	const save = async (...before: ReturnType<typeof node>[]) => {
		const message = { phone: '={{ $json.phone }}', text: 'Hello' };
		const retry = { retryOnFail: true, waitBetweenTries: 10 };
		const nodes = [...before, sender(instance, message, retry)];
		const settings = { executionOrder: 'v1' };
		const workflow = { name: randomUUID(), nodes, connections: chain(...nodes), settings };
		return await instance.api.createWorkflow(workflow);
	};

	test('a sub-workflow that is called for each item sends what it is given, also the same again', async () => {
		const trigger = 'n8n-nodes-base.executeWorkflowTrigger';
		const passing = { inputSource: 'passthrough' };
		const { id } = await save(node('Called', trigger, passing, { typeVersion: 1.1 }));
		if (instance.line === '2.x') await instance.api.activate(id);
		const workflowId = { __rl: true, mode: 'id', value: id };
		const caller = node(
			'Caller',
			'n8n-nodes-base.executeWorkflow',
			{ workflowId, mode: 'each', options: { waitForSubWorkflow: true } },
			{ typeVersion: 1.2 },
		);
		const items = [...people(2), ...people(2)];
		const { items: sent } = await call(instance, caller, { items });
		expect(accepted()).toEqual(phonesOf(items));
		expect(jsonOf(sent).map(({ recipient }) => recipient)).toEqual(phonesOf(items));
	});

	test('a node that is run again from the editor sends again, each time what it is given', async () => {
		const [person] = people(1);
		const jsonOutput = JSON.stringify(person);
		const fields = { mode: 'raw', jsonOutput, options: {} };
		const saved = await save(
			node('Start', 'n8n-nodes-base.manualTrigger', {}),
			node('Items', 'n8n-nodes-base.set', fields, { typeVersion: 3.4 }),
		);
		const editor = await openEditor(instance);
		const first = await editor.run(saved, { triggerToStartFrom: { name: 'Start' } });
		const { Start, Items } = first.data.resultData.runData;
		const destinationNode = { nodeName: 'Sender', mode: 'inclusive' };
		const order = { destinationNode, runData: { Start, Items }, dirtyNodeNames: [] };
		for (const times of [2, 3]) {
			const again = await editor.run(saved, order);
			expect(outcomeOf(again, 'Sender').items).toHaveLength(1);
			expect(again.data.resultData.runData.Start[0].startTime).toBe(Start[0].startTime);
			expect(accepted()).toEqual(Array(times).fill(person.phone));
		}
		await editor.close();
	});
}
