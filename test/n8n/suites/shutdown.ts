import { setTimeout as pause } from 'node:timers/promises';
import { publish, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { people } from '../../../rig/workflows/elsewhere';

const PAUSE_SECONDS = 600;

/** How long n8n waits for executions that are under way; 30 seconds where nobody says otherwise. */
export const shutdownSettings = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5' };

/** Ends n8n, so it comes last. */
export function shutdown(instance: Instance): void {
	test('a long pause between messages does not keep n8n from shutting down', async () => {
		const { api, n8n, sandbox } = instance;
		const options = { minDelay: PAUSE_SECONDS };
		const node = sender(instance, { phone: '={{ $json.phone }}', text: 'Hello', options });
		const { path } = await publish(instance, node, { trigger: { responseMode: 'onReceived' } });
		await api.callWebhook(path, { items: people(3) });
		while (sandbox.accepted.length < 1) await pause(20);

		const begun = Date.now();
		process.kill(n8n.pid, 'SIGTERM');
		const code = await n8n.ended;
		const seconds = (Date.now() - begun) / 1000;
		process.stdout.write(
			`n8n ${n8n.line}, SIGTERM in a pause of ${PAUSE_SECONDS} s: ended after ${seconds.toFixed(1)} s, code ${code}\n`,
		);
		expect(seconds).toBeLessThan(PAUSE_SECONDS / 6);
		expect(sandbox.requests).toHaveLength(1);
	});
}
