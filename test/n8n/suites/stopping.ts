import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from '../../../rig/startRig';
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
	while (sandbox.accepted.length === 0) await pause(20);
	const [{ id }] = await api.executions(workflowId, 1);
	return id;
}

export function stopping(instance: Instance): void {
	const ended = async (id: string) => await instance.api.executionEnded(id);

	describe('stopping the execution of a broadcast during a long pause', () => {
		afterEach(() => expect(instance.sandbox.requests).toHaveLength(1));

		test('by hand ends it, and sends nothing more', async () => {
			const id = await startBroadcast(instance);
			await instance.api.stopExecution(id);
			expect((await ended(id)).status).toBe('canceled');
		});

		// Stopped by hand, and in n8n 1.x, n8n does not store what the node says.
		const says = instance.line === '2.x' ? 'says how far it came' : 'ends it';
		test(`by the time limit of the workflow ${says}`, async () => {
			const id = await startBroadcast(instance, 3);
			expect((await ended(id)).status).toBe('canceled');
			if (instance.line === '1.x') return;
			const { data } = await instance.api.executionReported(id);
			expect(data.resultData.error?.message).toBe('The execution was canceled. Accepted: 1 of 6.');
			expect(data.resultData.runData.Sender[0].error?.description).toContain('Data Table');
		});
	});
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
