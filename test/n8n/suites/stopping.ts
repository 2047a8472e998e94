import { setTimeout as pause } from 'node:timers/promises';
import { lastExecution, publish, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { people } from '../../../rig/workflows/elsewhere';
import { answering } from '../../../rig/servers/answering';

const LONG_PAUSE_SECONDS = 120;
const SHORT_PAUSE_SECONDS = 4;
const trigger = { responseMode: 'onReceived' };

export function stopping(instance: Instance): void {
	/** Starts a broadcast that goes on in the background. */
	const start = async (parameters: object) => {
		const message = { phone: '={{ $json.phone }}', text: 'Hello', ...parameters };
		const node = sender(instance, message);
		const { path, workflowId } = await publish(instance, node, { trigger });
		await instance.api.callWebhook(path, { items: people(6) });
		return async () => {
			const [{ id }] = await instance.api.executions(workflowId, 1);
			await instance.api.stopExecution(id);
			return (await instance.api.executionEnded(id)).status;
		};
	};

	describe('stopping the execution of a broadcast', () => {
		test('during a long pause ends it at once', async () => {
			const begun = Date.now();
			const stop = await start({ options: { minDelay: LONG_PAUSE_SECONDS } });
			while (instance.sandbox.accepted.length < 1) await pause(20);
			expect(await stop()).toBe('canceled');
			expect(Date.now() - begun).toBeLessThan((LONG_PAUSE_SECONDS * 1000) / 2);
			expect(instance.sandbox.requests).toHaveLength(1);
		});

		test.each([
			['one after the other', 1],
			['several at once', 3],
		])('during a pause sends nothing when the pause would be over, %s', async (_, concurrency) => {
			const options = { minDelay: SHORT_PAUSE_SECONDS, concurrency };
			const stop = await start({ options });
			while (instance.sandbox.accepted.length < 2) await pause(20);
			expect(await stop()).toBe('canceled');
			await pause(SHORT_PAUSE_SECONDS * 1500);
			expect(instance.sandbox.requests).toHaveLength(2);
		});

		test('while a message waits for its answer sends nothing after it', async () => {
			instance.sandbox.latency = 1000;
			const stop = await start({});
			while (instance.sandbox.requests.length < 2) await pause(20);
			expect(await stop()).toBe('canceled');
			await pause(2500);
			expect(instance.sandbox.requests).toHaveLength(2);
		});

		// Stopped by hand, and in n8n 1.x, n8n does not store what the node says.
		const says = instance.line === '2.x' ? 'says how far it came' : 'ends it';
		test(`by the time limit of the workflow ${says}`, async () => {
			const message = { phone: '={{ $json.phone }}', text: 'Hello' };
			const options = { minDelay: LONG_PAUSE_SECONDS };
			const { path, workflowId } = await publish(
				instance,
				sender(instance, { ...message, options }),
				{
					trigger,
					settings: { executionTimeout: 3 },
				},
			);
			await instance.api.callWebhook(path, { items: people(6) });
			const { status, data } = await lastExecution(instance, workflowId);
			expect(status).toBe('canceled');
			expect(instance.sandbox.requests).toHaveLength(1);
			if (instance.line === '1.x') return;
			expect(data.resultData.error?.message).toBe('The execution was canceled. Accepted: 1 of 6.');
			expect(data.resultData.runData.Sender[0].error?.description).toContain('Data Table');
		});

		test('that posts contacts to a webhook posts no more', async () => {
			let asked = 0;
			const receiver = await answering((_, response) => {
				asked++;
				setTimeout(() => response.end('{}'), 1000);
			});
			const stop = await start({ resource: 'webhook', webhookUrl: receiver.url, name: 'Ayu' });
			while (asked < 2) await pause(20);
			expect(await stop()).toBe('canceled');
			await pause(2500);
			receiver.close();
			expect(asked).toBe(2);
		});
	});
}

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
