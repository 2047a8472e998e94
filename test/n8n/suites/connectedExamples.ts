import { setTimeout as pause } from 'node:timers/promises';
import { jsonOf, lastExecution } from '../../../rig/workflows/call';
import { useExamples } from '../../../rig/workflows/examples';
import type { Instance } from '../../../rig/startInstance';
import type { ModelServer } from '../../../rig/servers/model';
import { modelCredential } from '../../../rig/workflows/agent';

/** Examples that talk to more than the service: a form, a receiver, a model, the HTTP Request node. */
export function connectedExamples(instance: Instance, model: ModelServer): void {
	const members = () =>
		instance.sandbox.lists.find(({ title }) => title === 'London members')!.contacts;

	describe('the example that connects', () => {
		const { named, run, runSaved } = useExamples(instance);

		test.each([
			[
				'schedules a reminder in the time zone of the workflow',
				...['Scheduled reminder from a form', 'whatsapp-reminder'],
				['+62 812-3456-7890', 'Your appointment is tomorrow', '2030-12-01', '09:00'],
				{
					recipient: '6281234567890',
					text: 'Your appointment is tomorrow',
					// Nine in Jakarta.
					sendAt: String(Date.UTC(2030, 11, 1, 2) / 1000),
				},
			],
			[
				'tells who wants no more messages',
				...['Collect people who say stop', 'whatsapp-stop'],
				['+62 812-3456-7890'],
				{
					recipient: '62000010010001',
					text: '+62 812-3456-7890 wants no more messages. Please add this number to the list Unsubscribed.',
				},
			],
		] as Array<[string, string, string, string[], object]>)(
			'a form %s',
			async (_, name, path, fields, message) => {
				const { id } = await named(name);
				await instance.api.activate(id);
				const form = `${instance.n8n.url}/form/${path}`;
				while (!(await fetch(form)).ok) await pause(50);
				const body = new FormData();
				fields.forEach((value, index) => body.append(`field-${index}`, value));
				expect((await fetch(form, { method: 'POST', body })).status).toBe(200);
				while (instance.sandbox.accepted.length === 0) await pause(50);
				expect((await lastExecution(instance, id)).status).toBe('success');
				expect(instance.sandbox.accepted).toMatchObject([message]);
			},
		);

		test('a list with a webhook posts each contact, with a leading 0', async () => {
			const { items } = await run('List to webhook', 'Post each contact');
			expect(jsonOf(items)).toEqual(
				members().map(({ name, phone }) => ({
					saved: name,
					phone: phone.replace(/^44/, '0'),
				})),
			);
		});

		test('a list with a webhook that has a login is let in, and nobody without it', async () => {
			const { items } = await run('List to a webhook with a login', 'Post each contact');
			expect(jsonOf(items)).toEqual(members().map(({ name, phone }) => ({ saved: name, phone })));
			const stranger = await instance.api.callWebhook('protected-contact', { name: 'Nobody' });
			expect(stranger.status).toBe(403);
		});

		test('an AI agent sends what it wrote to whom the workflow says', async () => {
			const text = 'Good news, Ayu: your coffee is on its way!';
			const script = model.script([[{ tool: 'Send_the_text', with: { Text: text } }]]);
			const { id, name } = await modelCredential(instance, model);
			const agent = await named('AI agent that sends');
			// Its account and its model are the only things that the example lacks.
			const nodes = agent.nodes.map((node) =>
				node.name === 'Model'
					? {
							...node,
							parameters: { model: { __rl: true, mode: 'id', value: script }, options: {} },
							credentials: { openAiApi: { id, name } },
						}
					: node,
			);
			const { name: title, connections, settings } = agent;
			const withAccount = { name: `${title}, with a model`, nodes, connections, settings };
			const { items } = await runSaved(await instance.api.createWorkflow(withAccount), 'Agent');
			expect(jsonOf(items)).toEqual([{ output: 'Done' }]);
			expect(instance.sandbox.accepted).toMatchObject([{ recipient: '62000010010001', text }]);
			expect(model.observations(script)[0]).toContain('"success":true');
		});

		test('the HTTP Request node and WhatsApp Sender sends the same message from both', async () => {
			const { items } = await run('Move from HTTP Request', 'After, WhatsApp Sender');
			expect(jsonOf(items)).toMatchObject([{ success: true, recipient: '62000010010001' }]);
			const [before, after] = instance.sandbox.requests.map(({ body }) => body);
			expect(after).toEqual(before);
			expect(instance.sandbox.accepted).toHaveLength(2);
		});
	});
}
