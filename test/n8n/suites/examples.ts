import { setTimeout as pause } from 'node:timers/promises';
import type { SavedWorkflow } from '../../../sandbox/n8n/api-types';
import { prepareDemo } from '../../../sandbox/n8n/demo';
import { jsonOf, lastExecution, outcomeOf } from '../harness/call';
import type { Instance } from '../harness/instance';

export function examples(instance: Instance): void {
	const service = () => ({ baseUrl: instance.sandbox.url, apiKey: instance.sandbox.apiKey });
	const named = async (name: string): Promise<SavedWorkflow> => {
		const found = (await instance.api.workflows()).find((workflow) => workflow.name === name);
		return await instance.api.workflow(String(found?.id));
	};
	const run = async (name: string, lastNode: string) => {
		const id = await instance.api.run(await named(name), 'Start by hand');
		const execution = await instance.api.executionEnded(id);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution.status).toBe('success');
		return outcomeOf(execution, lastNode);
	};
	const newsletter = () => instance.sandbox.lists[0].contacts;

	describe('the example', () => {
		beforeAll(async () => {
			const { imported } = await prepareDemo(instance.api, service());
			expect(imported).toHaveLength(6);
		});

		test('workflows are imported once only', async () => {
			expect(await prepareDemo(instance.api, service())).toEqual({ imported: [] });
		});

		test('broadcasts to a list', async () => {
			const { items } = await run('Broadcast to a list', 'Send each a text');
			expect(items).toHaveLength(14);
			expect(instance.sandbox.accepted).toMatchObject(
				newsletter().map(({ phone, name }) => ({
					recipient: phone,
					text: expect.stringContaining(`Hello ${name},`),
				})),
			);
		});

		test('uploads a generated file', async () => {
			await run('Upload a generated file', 'Send the file');
			expect(instance.sandbox.accepted).toMatchObject([
				{ recipient: '62000010010001', file: { filename: 'orders.csv', mimetype: 'text/csv' } },
			]);
			expect(instance.sandbox.requests[0].rawBody?.toString()).toContain(
				'order,customer,total\n1001,Ayu Lestari,250000\n',
			);
		});

		test('schedules a reminder from a form', async () => {
			const { id } = await named('Scheduled reminder from a form');
			await instance.api.activate(id);
			const form = `${instance.n8n.url}/form/whatsapp-reminder`;
			while (!(await fetch(form)).ok) await pause(50);
			const fields = ['+62 812-3456-7890', 'Your appointment is tomorrow', '2030-12-01', '09:00'];
			const body = new FormData();
			fields.forEach((value, index) => body.append(`field-${index}`, value));
			expect((await fetch(form, { method: 'POST', body })).status).toBe(200);
			const { status } = await lastExecution(instance, id);

			expect(status).toBe('success');
			expect(instance.sandbox.accepted).toMatchObject([
				{ recipient: '6281234567890', text: fields[1], sendAt: expect.stringMatching(/^\d{10}$/) },
			]);
		});

		test('posts a list to a webhook', async () => {
			const { id } = await named('List to webhook');
			await instance.api.activate(id);
			const { items } = await run('List to webhook', 'Post each contact');
			expect(jsonOf(items)).toEqual(
				newsletter()
					.slice(0, 12)
					.map(({ name, phone }) => ({
						saved: name,
						phone: expect.stringContaining(phone.slice(2)),
					})),
			);
		});

		test('shows whom a failed message was for', async () => {
			const { execution, items } = await run('Send with an error branch', 'Log whom it was for');
			expect(jsonOf(items)).toEqual([
				{ phone: '6200000000500', error: expect.stringContaining('was not accepted (HTTP 500)') },
			]);
			expect(jsonOf(outcomeOf(execution, 'Log whom it reached').items)).toEqual([
				{ reached: '62000010010001' },
				{ reached: '62000010010003' },
			]);
		});

		test('sends from a sub-workflow', async () => {
			const { items } = await run('Sub-workflow that sends', 'Call this workflow');
			expect(jsonOf(items)).toMatchObject([{ success: true, recipient: '62000010010001' }]);
			expect(instance.sandbox.accepted).toMatchObject([{ text: 'Sent by a sub-workflow' }]);
		});
	});
}
