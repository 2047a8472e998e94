import { randomUUID } from 'node:crypto';
import type { Instance } from '../../../rig/startRig';
import {
	call,
	lastExecution,
	outcomeOf,
	sender,
	people,
	phonesOf,
} from '../../../rig/workflows/call';
import { openEditor } from '../../../rig/workflows/editorPush';
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

	/** A saved workflow that another one calls, and a node that calls it. */
	const saveCalled = async () => {
		const trigger = 'n8n-nodes-base.executeWorkflowTrigger';
		const passing = { inputSource: 'passthrough' };
		const { id } = await save(node('Called', trigger, passing, { typeVersion: 1.1 }));
		if (instance.line === '2.x') await instance.api.activate(id);
		const caller = node(
			'Caller',
			'n8n-nodes-base.executeWorkflow',
			{
				workflowId: { __rl: true, mode: 'id', value: id },
				options: { waitForSubWorkflow: true },
			},
			{ typeVersion: 1.2 },
		);
		return { id, caller };
	};

	test('a sub-workflow that stops says which execution to retry, and Retry of it sends the rest', async () => {
		const { sandbox, api } = instance;
		const items = people(3);
		sandbox.onSend = ({ body }) => {
			const isSecond = (body as { phone: string }).phone === items[1].phone;
			return isSecond ? { status: 500, body: 'No signal' } : undefined;
		};
		const { id, caller } = await saveCalled();
		await call(instance, caller, { items });
		const stopped = await lastExecution(instance, id);
		expect(stopped.data.resultData.error).toMatchObject({
			message: expect.stringMatching(/No signal\. Accepted: 1 of 3\.$/),
			description: expect.stringMatching(/Retry on the newest execution of this workflow under /),
		});
		sandbox.onSend = undefined;
		await api.retryExecution(stopped.id, false);
		expect((await lastExecution(instance, id)).status).toBe('success');
		expect(accepted()).toEqual(phonesOf(items));
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
