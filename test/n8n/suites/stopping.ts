import { setTimeout as pause } from 'node:timers/promises';
import type { N8nNode } from '../../../rig/api/apiTypes';
import { answering, trickling } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startRig';
import { people, publish, sender, senderAt } from '../../../rig/workflows/call';
import { withDelay } from '../../../rig/workflows/nodes';

const LONG_PAUSE_SECONDS = 600;
const toEach = { phone: '={{ $json.phone }}', text: 'Hello' };

/** How long n8n waits for executions that are under way; 30 seconds where nobody says otherwise. */
export const shutdownSettings = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5' };

/** Starts a workflow for six people. @returns the id of its execution, once it is under way */
async function start(
	instance: Instance,
	node: N8nNode,
	isUnderWay: () => boolean,
	executionTimeout = -1,
): Promise<string> {
	const { path, workflowId } = await publish(instance, node, {
		trigger: { responseMode: 'onReceived' },
		settings: { executionTimeout },
	});
	await instance.api.callWebhook(path, { items: people(6) });
	while (!isUnderWay()) await pause(20);
	const [{ id }] = await instance.api.executions(workflowId, 1);
	return id;
}

/** A broadcast with long pauses, whose first message has been sent. */
async function startBroadcast(
	instance: Instance,
	executionTimeout?: number,
	settings?: Partial<N8nNode>,
): Promise<string> {
	const { accepted } = instance.sandbox;
	const options = withDelay(LONG_PAUSE_SECONDS);
	const node = sender(instance, { ...toEach, options }, settings);
	return await start(instance, node, () => accepted.length > 0, executionTimeout);
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

	describe('stopping a broadcast with Retry On Fail during a long pause', () => {
		const retryOnFail = { retryOnFail: true, waitBetweenTries: 100 };

		test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
			'leaves no success without items (On Error: %s)',
			async (onError) => {
				const ids = [];
				for (const limit of [-1, 3]) {
					instance.sandbox.reset();
					ids.push(await startBroadcast(instance, limit, { ...retryOnFail, onError }));
				}
				await instance.api.stopExecution(ids[0]);
				for (const [at, id] of ids.entries()) {
					const { status, data } = await ended(id);
					expect(status).toBe('canceled');
					// What n8n 1.x stores is of the last try, which comes later.
					await pause(1000);
					const runs = (await ended(id)).data.resultData.runData.Sender ?? [];
					const isEmpty = runs.some(
						({ error, data: output }) => !error && !output?.main.flat().length,
					);
					expect(isEmpty).toBe(false);
					if (at === 0 || instance.line === '1.x') continue;
					expect(JSON.stringify(data.resultData)).toContain('"success":true');
				}
				expect(instance.sandbox.requests).toHaveLength(1);
			},
		);
	});

	describe('a response that does not come to its end', () => {
		/** Asks a service that begins to respond and never ends. */
		const ask = async (executionTimeout?: number) => {
			const service = await answering(trickling(100));
			const node = await senderAt(instance, service.url);
			const id = await start(instance, node, () => service.open() > 0, executionTimeout);
			return { service, id };
		};

		test('is ended with its connection by the user, and by the time limit of the workflow', async () => {
			const [stopped, limited] = await Promise.all([ask(), ask(2)]);
			await instance.api.stopExecution(stopped.id);
			for (const { service, id } of [stopped, limited]) {
				expect((await ended(id)).status).toBe('canceled');
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
		await n8n.ended;
		expect(Date.now() - begun).toBeLessThan((LONG_PAUSE_SECONDS / 6) * 1000);
		expect(sandbox.requests).toHaveLength(1);
	});
}
