import type { Instance } from '../../../rig/startRig';
import { outcomeOf, sender } from '../../../rig/workflows/call';
import { openEditor } from '../../../rig/workflows/editorPush';
import { chain, node } from '../../../rig/workflows/nodes';

export function runAgain(instance: Instance): void {
	test('a node that is run again from the editor sends again', async () => {
		const { api, sandbox } = instance;
		const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
		const nodes = [start, sender(instance, { phone: '6281200001001', text: 'Hello' })];
		const workflow = { name: 'Run again', nodes, connections: chain(...nodes) };
		const saved = await api.createWorkflow(workflow);
		const editor = await openEditor(instance);
		const first = await editor.run(saved, { triggerToStartFrom: { name: 'Start' } });
		const { Start } = first.data.resultData.runData;
		const destinationNode = { nodeName: 'Sender', mode: 'inclusive' };
		const order = { destinationNode, runData: { Start }, dirtyNodeNames: [] };
		for (const times of [2, 3]) {
			const again = await editor.run(saved, order);
			expect(outcomeOf(again, 'Sender').items).toHaveLength(1);
			expect(again.data.resultData.runData.Start[0].startTime).toBe(Start[0].startTime);
			expect(sandbox.accepted).toHaveLength(times);
		}
		await editor.close();
	});
}
