import { setTimeout as pause } from 'node:timers/promises';
import { answering, trickling } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startInstance';
import { lastExecution, publish, sender } from '../../../rig/workflows/call';
import { people, senderAt } from '../../../rig/workflows/elsewhere';

const LONG_PAUSE_SECONDS = 600;
const TIMEOUT_MS = 1000;
const trigger = { responseMode: 'onReceived' };

/** How long n8n waits for executions that are under way; 30 seconds where nobody says otherwise. */
export const shutdownSettings = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5' };

/** Starts a broadcast with long pauses, and waits until its first message has been sent. */
async function startBroadcast(instance: Instance, settings: Record<string, unknown> = {}) {
	const { api, sandbox } = instance;
	const options = { minDelay: LONG_PAUSE_SECONDS };
	const node = sender(instance, { phone: '={{ $json.phone }}', text: 'Hello', options });
	const { path, workflowId } = await publish(instance, node, { trigger, settings });
	await api.callWebhook(path, { items: people(6) });
	while (sandbox.accepted.length < 1) await pause(20);
	return workflowId;
}

export function stopping(instance: Instance): void {
	/** Starts a workflow that asks a service whose answer never ends, and waits until it has been asked. */
	const ask = async (
		parameters: object,
		settings: Record<string, unknown> = {},
		silent = false,
	) => {
		const service = await answering(silent ? () => {} : trickling(100));
		const all = { webhookUrl: service.url, ...parameters };
		const node = await senderAt(instance, service.url, all);
		const { path, workflowId } = await publish(instance, node, { trigger, settings });
		await instance.api.callWebhook(path, { items: [{}] });
		while (service.open() === 0) await pause(20);
		const [{ id }] = await instance.api.executions(workflowId, 1);
		return { service, id };
	};

	describe('stopping the execution of a broadcast', () => {
		test('during a long pause ends it, and sends nothing more', async () => {
			const workflowId = await startBroadcast(instance);
			const [{ id }] = await instance.api.executions(workflowId, 1);
			await instance.api.stopExecution(id);
			expect((await instance.api.executionEnded(id)).status).toBe('canceled');
			expect(instance.sandbox.requests).toHaveLength(1);
		});

		// Stopped by hand, and in n8n 1.x, n8n does not store what the node says.
		const says = instance.line === '2.x' ? 'says how far it came' : 'ends it';
		test(`by the time limit of the workflow ${says}`, async () => {
			const workflowId = await startBroadcast(instance, { executionTimeout: 3 });
			const { status, data } = await lastExecution(instance, workflowId);
			expect(status).toBe('canceled');
			expect(instance.sandbox.requests).toHaveLength(1);
			if (instance.line === '1.x') return;
			expect(data.resultData.error?.message).toBe('The execution was canceled. Accepted: 1 of 6.');
			expect(data.resultData.runData.Sender[0].error?.description).toContain('Data Table');
		});
	});

	describe('an answer that does not come to its end', () => {
		const requestOptions = { timeout: TIMEOUT_MS };

		test('is ended by the set time, whether it has begun or not', async () => {
			const contact = { resource: 'webhook', name: 'Ayu', options: { timeout: TIMEOUT_MS } };
			const asked = await Promise.all([
				ask({ requestOptions }, {}, true),
				ask({ requestOptions }),
				ask({ resource: 'list', operation: 'getLists', requestOptions }),
				ask(contact),
			]);
			for (const { service, id } of asked) {
				const { status, data } = await instance.api.executionEnded(id);
				service.close();
				expect(status).toBe('error');
				expect(data.resultData.error?.message).toContain(
					`No answer from ${service.host}: the request timed out`,
				);
			}
		});

		test('is ended with its connection by the user, and by the time limit of the workflow', async () => {
			const [stopped, limited] = await Promise.all([ask({}), ask({}, { executionTimeout: 2 })]);
			await instance.api.stopExecution(stopped.id);
			for (const { service, id } of [stopped, limited]) {
				expect((await instance.api.executionEnded(id)).status).toBe('canceled');
				while (service.open() > 0) await pause(20);
				service.close();
			}
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
		const code = await n8n.ended;
		const seconds = (Date.now() - begun) / 1000;
		process.stdout.write(
			`n8n ${n8n.line}, SIGTERM in a pause of ${LONG_PAUSE_SECONDS} s: ended after ${seconds.toFixed(1)} s, code ${code}\n`,
		);
		expect(seconds).toBeLessThan(LONG_PAUSE_SECONDS / 6);
		expect(sandbox.requests).toHaveLength(1);
	});
}
