import { setTimeout as pause } from 'node:timers/promises';
import { lastExecution, outcomeOf, publish } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { senderAt } from '../../../rig/workflows/elsewhere';
import { answering, trickling } from '../../../rig/servers/answering';

const TIMEOUT_MS = 1000;
const requestOptions = { timeout: TIMEOUT_MS };
const trigger = { responseMode: 'onReceived' };

export function slowAnswers(instance: Instance): void {
	/** Starts a workflow that asks a strange service, and waits until it has been asked. */
	const ask = async (
		answer: Parameters<typeof answering>[0],
		parameters: object,
		settings: Record<string, unknown> = {},
	) => {
		const service = await answering(answer);
		const webhookUrl = service.url;
		const node = await senderAt(instance, service.url, { webhookUrl, ...parameters });
		const { path, workflowId } = await publish(instance, node, { trigger, settings });
		await instance.api.callWebhook(path, { items: [{}] });
		while (service.open() === 0) await pause(20);
		const [{ id }] = await instance.api.executions(workflowId, 1);
		const ended = async () => outcomeOf(await lastExecution(instance, workflowId), 'Sender');
		return { service, id, ended };
	};

	describe('an answer that does not come to its end', () => {
		test('and does not begin either: the set time ends it', async () => {
			const { service, ended } = await ask(() => {}, { requestOptions });
			const { error } = await ended();
			service.close();
			expect(error?.message).toBe(
				`No answer from ${service.host}: the request timed out. The message to 6281200000001 may already have been sent`,
			);
		});

		test.each([
			['a message', {}],
			['lists', { resource: 'list', operation: 'getLists' }],
			['a webhook', { resource: 'webhook', name: 'Ayu', options: { timeout: TIMEOUT_MS } }],
		])('but trickles: the set time ends it, for %s', async (_, parameters) => {
			const { service, id } = await ask(trickling(100), { ...parameters, requestOptions });
			const { status, data } = await instance.api
				.executionEnded(id, TIMEOUT_MS * 10)
				.finally(async () => {
					await instance.api.stopExecution(id).catch(() => {});
					service.close();
				});
			expect(status).toBe('error');
			expect(data.resultData.error?.message).toContain('the request timed out');
		});

		test('ends with the time-out in the settings of the workflow', async () => {
			const { service, id } = await ask(trickling(100), {}, { executionTimeout: 2 });
			const { status } = await instance.api.executionEnded(id);
			while (service.open() > 0) await pause(20);
			service.close();
			expect(status).toBe('canceled');
		});

		test('can be stopped by the user, which ends the connection too', async () => {
			const { service, id } = await ask(trickling(100), {});
			await instance.api.stopExecution(id);
			const { status } = await instance.api.executionEnded(id);
			while (service.open() > 0) await pause(20);
			service.close();
			expect(status).toBe('canceled');
		});
	});
}
