import { setTimeout as pause } from 'node:timers/promises';
import { publish, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';

const DELAY_SECONDS = 3;

export function stopping(instance: Instance): void {
	test('stopping an execution in the middle of a paced broadcast stops before the next message', async () => {
		const { api, sandbox } = instance;
		const options = { minDelay: DELAY_SECONDS };
		const node = sender(instance, { phone: '={{ $json.phone }}', text: 'Hello', options });
		const trigger = { responseMode: 'onReceived' };
		const { path, workflowId } = await publish(instance, node, { trigger });
		const items = [1, 2, 3, 4, 5].map((number) => ({ phone: `628120000000${number}` }));
		await api.callWebhook(path, { items });
		while (sandbox.accepted.length < 2) await pause(50);
		const [{ id }] = await api.executions(workflowId, 1);
		await api.stopExecution(id);
		const { status } = await api.executionEnded(id);
		await pause(DELAY_SECONDS * 1500);

		expect(status).toBe('canceled');
		expect(sandbox.requests).toHaveLength(2);
	});
}
