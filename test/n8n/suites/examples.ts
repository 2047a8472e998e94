import { askedBy, open, post } from '../../../rig/workflows/asking';
import { jsonOf, lastExecution, outcomeOf } from '../../../rig/workflows/call';
import { useExamples } from '../../../rig/workflows/examples';
import type { Instance } from '../../../rig/startRig';
import { until } from '../../../rig/until';
import type { N8nNode } from '../../../rig/api/apiTypes';
import type { ModelServer } from '../../../rig/workflows/agent';
import { withDelay } from '../../../rig/workflows/nodes';
import { demoLists } from '../../../sandbox/demoLists';
import { withModel } from './review';

const [AYU, BIMA, CITRA] = [1, 2, 3].map((index) => `628120001000${index}`);
const REJECTED = '447700900500';
const NUMBER = '+62 812-3456-7890';
const STOP = `${NUMBER} wants no more messages. Please add this number to the list Unsubscribed.`;

const lists = demoLists();
const newsletter = lists[0].contacts;
const members = lists.find(({ title }) => title === 'London members')!.contacts;
const to = (...recipients: string[]) => recipients.map((recipient) => ({ recipient }));
/** What the receiver says of each member of a list. */
const posted = (format: (phone: string) => string) => ({
	'Post each contact': members.map(({ name, phone }) => ({ saved: name, phone: format(phone) })),
});
const textOf = ({ name }: { name: string }) => expect.stringContaining(`Hello ${name},`);
const ready = (recipient: string) => ({ recipient, wouldSend: true });
const csv = { filename: 'orders.csv', mimetype: 'text/csv' };
const firstMessage = 'Hello from n8n 👋\nThis is my first message.';

/** An example, the messages that it sends, and what some of its nodes put out. */
const RUN_BY_HAND: Array<
	[example: string, messages: object[], outputs?: Record<string, object[]>]
> = [
	['First message', [{ recipient: AYU, text: firstMessage }]],
	[
		'Broadcast to a list',
		newsletter.map((each) => ({ recipient: each.phone, text: textOf(each) })),
	],
	[
		'Broadcast to a spreadsheet',
		[],
		{
			'Message each customer': [
				...[AYU, BIMA, CITRA].map(ready),
				{ recipient: '', reason: expect.stringMatching(/^Phone "0812-0001" /) },
				{ recipient: '6281200010005', reason: 'neverSendTo' },
				ready('447700900101'),
				{ recipient: AYU, reason: 'duplicate' },
			],
		},
	],
	['Upload a generated file', [{ recipient: AYU, file: csv }]],
	[
		'Send with an error branch',
		to(AYU, CITRA),
		{
			'Log failed recipients': [{ phone: REJECTED, error: expect.stringContaining('HTTP 500') }],
			'Log accepted messages': [{ accepted: AYU }, { accepted: CITRA }],
		},
	],
	['Retry what failed', to(AYU, '447700900503', CITRA)],
	['Sub-workflow that sends', [{ recipient: AYU, text: 'Sent by a sub-workflow' }]],
	['List to webhook', [], posted((phone) => phone.replace(/^44/, '0'))],
	['List to a webhook with a login', [], posted((phone) => phone)],
	['Move from HTTP Request', Array(2).fill({ recipient: AYU, text: 'Hello Ayu' })],
];

/** A form's example, its path, what is entered, and the message; nine o'clock is Jakarta's. */
const FORMS: Array<[example: string, path: string, fields: string[], message: object]> = [
	[
		'Scheduled reminder from a form',
		'whatsapp-reminder',
		[NUMBER, 'See you tomorrow', '2030-12-01', '09:00'],
		{ recipient: '6281234567890', text: 'See you tomorrow', sendAt: '1922320800' },
	],
	['Collect people who say stop', 'whatsapp-stop', [NUMBER], { recipient: AYU, text: STOP }],
];

/** The workflows in `examples/`; two are elsewhere, in `review` and in test/crash. */
export function examples(instance: Instance, model: ModelServer): void {
	describe('the example', () => {
		const { import: importAgain, named, runSaved } = useExamples(instance);
		const accepted = () => instance.sandbox.accepted;

		test('workflows are imported once only', async () => {
			expect(await importAgain()).toEqual([]);
		});

		test.each(RUN_BY_HAND)('%s', async (example, messages, outputs = {}) => {
			const { execution } = await runSaved(await named(example), '');
			expect(accepted()).toMatchObject(messages);
			for (const [name, output] of Object.entries(outputs)) {
				expect(jsonOf(outcomeOf(execution, name).items)).toMatchObject(output);
			}
		});

		test.each(FORMS)('%s', async (example, path, fields, message) => {
			const { id } = await named(example);
			await instance.api.activate(id);
			const form = `${instance.n8n.url}/form/${path}`;
			const body = new FormData();
			fields.forEach((value, index) => body.append(`field-${index}`, value));
			// n8n activates in the background.
			await until(async () => (await fetch(form, { method: 'POST', body })).ok);
			await until(() => accepted().length > 0);
			expect((await lastExecution(instance, id)).status).toBe('success');
			expect(accepted()).toMatchObject([message]);
		});

		test.each([
			['true', { recipient: AYU, text: 'Hello Ayu, here is your invoice 2026-1001.' }],
			['false', { recipient: CITRA, text: expect.stringContaining('the owner said not yet') }],
		])('Ask before sending an invoice, answered %s', async (approved, message) => {
			const example = await named('Ask before sending an invoice');
			await instance.api.run(example, 'Run manually');
			const asked = await askedBy(instance, example.id);
			expect(await (await open(asked.link)).text()).toContain('>Example Shop</h1>');
			await post(asked.link, { approved });
			expect((await instance.api.executionEnded(asked.executionId)).status).toBe('success');
			expect(accepted()).toMatchObject([{ recipient: BIMA }, message]);
		});

		test('Broadcast to a sheet without those who said stop', async () => {
			const { api, line } = instance;
			const example = await named('Broadcast to a sheet without those who said stop');
			const change = (name: string, to: Partial<N8nNode>) =>
				Object.assign(
					example.nodes.find((each) => each.name === name)!,
					to,
				);
			if (line === '1.x') {
				// There, a workflow cannot create a table; its note says how to use one of your own.
				const value = await api.createDataTable('Unsubscribed', { phone: 'string' });
				const dataTableId = { __rl: true, mode: 'id', value };
				change('Unsubscribed', { parameters: { operation: 'get', returnAll: true, dataTableId } });
				change('Table of those who said stop', { disabled: true });
			}
			const { nodes, connections, settings } = example;
			const workflow = await api.createWorkflow({ name: 'Stops', nodes, connections, settings });
			const run = async () =>
				jsonOf((await runSaved(workflow, 'Message each customer')).items).map(
					({ recipient, reason }) => [recipient, reason],
				);
			const AMELIA = '447700900101';
			const everyone = [AYU, BIMA, CITRA, AMELIA].map((recipient) => [recipient, 'ready']);
			expect(await run()).toEqual(everyone);
			await api.addDataTableRows('Unsubscribed', [{ phone: '0812-0001-0003' }]);
			expect(await run()).toEqual(everyone.with(2, [CITRA, 'neverSendTo']));
			expect(accepted()).toEqual([]);
		});

		/** The Google Sheets nodes of an example, with a Data Table in place of the sheet. */
		const onDataTable = ({ type, parameters, ...rest }: N8nNode, id: string): N8nNode => {
			if (type !== 'n8n-nodes-base.googleSheets') return { type, parameters, ...rest };
			const table = { dataTableId: { __rl: true, mode: 'id', value: id } };
			const { value } = (parameters.columns ?? {}) as { value?: Record<string, string> };
			const key = { keyName: 'row_number', keyValue: value?.row_number };
			const update = {
				operation: 'update',
				matchType: 'allConditions',
				filters: { conditions: [key] },
				columns: { mappingMode: 'defineBelow', value: { status: value?.status } },
			};
			const all = { operation: 'get', returnAll: true };
			const own = { resource: 'row', ...table, ...(value ? update : all) };
			return { ...rest, type: 'n8n-nodes-base.dataTable', typeVersion: 1, parameters: own };
		};

		test('Message customers in a sheet, which is a Data Table here', async () => {
			const { api } = instance;
			const columns = { row_number: 'number', name: 'string', phone: 'string', status: 'string' };
			const id = await api.createDataTable('Customers', columns);
			const phones = [AYU, REJECTED, '081234', AYU, BIMA];
			const rows = phones.map((phone, index) => {
				return { row_number: index + 2, name: `Customer ${index}`, phone, status: '' };
			});
			rows[4].status = 'sent before';
			await api.addDataTableRows('Customers', rows);
			const { nodes, connections, settings } = await named('Message customers in a sheet');
			const { parameters } = nodes.find(({ name }) => name === 'Message each customer')!;
			Object.assign(parameters.options as object, withDelay(0));
			const workflow = await api.createWorkflow({
				name: 'Customers in a Data Table',
				nodes: nodes.map((each) => onDataTable(each, id)),
				connections,
				settings,
			});
			for (let start = 1; start <= 2; start++) {
				await runSaved(workflow, '');
				expect(accepted()).toMatchObject([{ recipient: AYU, text: textOf(rows[0]) }]);
				const statuses = (await api.dataTableRows('Customers')).map(({ status }) => status);
				expect(statuses).toEqual([
					expect.stringMatching(/^sent \d{4}-\d\d-\d\d \d\d:\d\d$/),
					expect.stringContaining('HTTP 500'),
					expect.stringMatching(/^Phone "081234"/),
					'duplicate',
					'sent before',
				]);
			}
		});

		test('AI agent that sends', async () => {
			const text = 'Good news, **Ayu**: your coffee is on its way!';
			const turns = [[{ tool: 'Send_the_text', with: { Text: text } }]];
			const formatted = text.replaceAll('**', '*');
			const example = await named('AI agent that sends');
			const { script, workflow } = await withModel(instance, model, example, turns);
			await runSaved(await instance.api.createWorkflow(workflow), 'Agent');
			expect(accepted()).toMatchObject([{ recipient: AYU, text: formatted }]);
			expect(model.observations(script)).toEqual([expect.stringContaining('"success":true')]);
		});
	});
}
