import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from '../../../rig/startRig';
import { until } from '../../../rig/until';
import { people, publish, sender } from '../../../rig/workflows/call';
import { withDelay } from '../../../rig/workflows/nodes';

/** Seconds that n8n waits for running executions before it ends; 30 by default. */
export const shutdownSettings = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5' };

/** Ends n8n, so it comes last. test/engine shows how a broadcast is stopped. */
export function shutdown(instance: Instance): void {
	test('a long delay between messages does not keep n8n from shutting down', async () => {
		const { api, n8n, sandbox } = instance;
		// n8n has closed connections during the sweep. Now the client notices it.
		await pause(100);
		const message = { phone: '={{ $json.phone }}', text: 'Hello', options: withDelay(600) };
		const trigger = { responseMode: 'onReceived' };
		const { path } = await publish(instance, sender(instance, message), { trigger });
		await api.callWebhook(path, { items: people(6) });
		await until(() => sandbox.accepted.length > 0);
		const begun = Date.now();
		process.kill(n8n.pid, 'SIGTERM');
		await n8n.ended;
		expect(Date.now() - begun).toBeLessThan(60_000);
		expect(sandbox.requests).toHaveLength(1);
	});
}
