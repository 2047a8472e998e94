import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from '../../../rig/startRig';
import { until } from '../../../rig/until';
import { people, publish, sender } from '../../../rig/workflows/call';
import { withDelay } from '../../../rig/workflows/nodes';

const LONG_PAUSE_SECONDS = 600;
const toEach = { phone: '={{ $json.phone }}', text: 'Hello' };

/** How long n8n waits for executions that are under way; 30 seconds where nobody says otherwise. */
export const shutdownSettings = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5' };

/** Starts a broadcast to six people with long pauses. @returns the id of its execution, once its first message is sent */
async function startBroadcast(instance: Instance, executionTimeout = -1): Promise<string> {
	const { api, sandbox } = instance;
	const node = sender(instance, { ...toEach, options: withDelay(LONG_PAUSE_SECONDS) });
	const { path, workflowId } = await publish(instance, node, {
		trigger: { responseMode: 'onReceived' },
		settings: { executionTimeout },
	});
	await api.callWebhook(path, { items: people(6) });
	await until(() => sandbox.accepted.length > 0);
	const [{ id }] = await api.executions(workflowId, 1);
	return id;
}

export function stopping(instance: Instance): void {
	test.each(['by hand', 'by the time limit of the workflow'])(
		'a broadcast that is stopped %s during a long pause ends, and sends nothing more',
		async (way) => {
			const { api, sandbox } = instance;
			const isByHand = way === 'by hand';
			const id = await startBroadcast(instance, isByHand ? -1 : 3);
			if (isByHand) await api.stopExecution(id);
			expect((await api.executionEnded(id)).status).toBe('canceled');
			expect(sandbox.requests).toHaveLength(1);
			// n8n does not store the node's error after a stop by hand.
			if (isByHand) return;
			// It stores the execution at once, and again with the node's error.
			await until(async () => (await api.execution(id)).data.resultData?.error, 10_000);
			const { data } = await api.executionEnded(id);
			expect(data.resultData.error?.message).toContain('Accepted: 1 of 6.');
		},
	);
}

/** Ends n8n, so it comes last. */
export function shutdown(instance: Instance): void {
	test('a long pause between messages does not keep n8n from shutting down', async () => {
		const { n8n, sandbox } = instance;
		// Connections that n8n has closed during the sweep must be seen as closed.
		await pause(100);
		await startBroadcast(instance);
		const begun = Date.now();
		process.kill(n8n.pid, 'SIGTERM');
		await n8n.ended;
		expect(Date.now() - begun).toBeLessThan((LONG_PAUSE_SECONDS / 6) * 1000);
		expect(sandbox.requests).toHaveLength(1);
	});
}
