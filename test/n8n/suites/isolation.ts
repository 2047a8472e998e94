import type { Instance } from '../../../rig/startRig';
import {
	call,
	lastExecution,
	outcomeOf,
	sender,
	people,
	phonesOf,
	saveCalled,
} from '../../../rig/workflows/call';
import { openEditor } from '../../../rig/workflows/editorPush';
import { chain, node } from '../../../rig/workflows/nodes';

/** Runs that share a workflow or a moment, and must not know of each other. */
export function isolation(instance: Instance): void {
	const accepted = () => instance.sandbox.accepted.map(({ recipient }) => recipient);
	/** Sends what the node before it gives, with Retry On Fail. */
	const sending = () => {
		const message = { phone: '={{ $json.phone }}', text: 'Hello' };
		return sender(instance, message, { retryOnFail: true, waitBetweenTries: 10 });
	};

	test('a sub-workflow that stops says which execution to retry, and Retry of it sends the rest', async () => {
		const { sandbox, api } = instance;
		const items = people(3);
		sandbox.onSend = ({ body }) => {
			const isSecond = (body as { phone: string }).phone === items[1].phone;
			return isSecond ? { status: 500, body: 'No signal' } : undefined;
		};
		const { id, caller } = await saveCalled(instance, sending());
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
		const { api } = instance;
		const [person] = people(1);
		const jsonOutput = JSON.stringify(person);
		const fields = { mode: 'raw', jsonOutput, options: {} };
		const nodes = [
			node('Start', 'n8n-nodes-base.manualTrigger', {}),
			node('Items', 'n8n-nodes-base.set', fields, { typeVersion: 3.4 }),
			sending(),
		];
		const workflow = { name: 'Run again', nodes, connections: chain(...nodes) };
		const saved = await api.createWorkflow(workflow);
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
