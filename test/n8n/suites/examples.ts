import { setTimeout as pause } from 'node:timers/promises';
import { askedBy, open, post } from '../../../rig/workflows/asking';
import { jsonOf, lastExecution, outcomeOf } from '../../../rig/workflows/call';
import { useExamples } from '../../../rig/workflows/examples';
import type { Instance } from '../../../rig/startRig';
import type { ModelServer } from '../../../rig/workflows/agent';
import { node, to as toNode } from '../../../rig/workflows/nodes';
import { demoLists } from '../../../sandbox/demoLists';
import { withModel } from './review';

const [AYU, BIMA, CITRA] = [1, 2, 3].map((index) => `6200001001000${index}`);
const REJECTED = '6200000000500';
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
const csv = { filename: 'orders.csv', mimetype: 'text/csv' };
const pdf = { filename: 'invoice-2026-1001.pdf', mimetype: 'application/pdf' };
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
		'Broadcast without repeats',
		to(AYU, BIMA, CITRA),
		{
			'Send the offer': [
				...to(AYU, BIMA),
				...[{ reason: 'duplicate' }, { reason: 'neverSendTo' }, { recipient: CITRA }],
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
	['Retry what failed', to(AYU, '6200000000503', CITRA)],
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

/** The workflows in `examples/`; two have suites of their own, `campaign` and `review`. */
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
			while (!(await fetch(form)).ok) await pause(50);
			const body = new FormData();
			fields.forEach((value, index) => body.append(`field-${index}`, value));
			expect((await fetch(form, { method: 'POST', body })).status).toBe(200);
			while (accepted().length === 0) await pause(50);
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

		test('Send a generated PDF, which a PDF reader can read', async () => {
			const { nodes, connections, settings } = await named('Send a generated PDF');
			const reader = node('Read it', 'n8n-nodes-base.readPDF', {});
			const withReader = await instance.api.createWorkflow({
				name: 'PDF, read back',
				nodes: [...nodes, reader],
				settings,
				connections: {
					...connections,
					'Make the file': { main: [[...toNode('Send the PDF'), ...toNode(reader.name)]] },
				},
			});
			const { items } = await runSaved(withReader, reader.name);
			const text = /Invoice 2026-1001\nFor Zoë Müller \(Café Ayu\)[^]*Total: 265,000/;
			expect(jsonOf(items)).toMatchObject([{ numpages: 1, text: expect.stringMatching(text) }]);
			expect(accepted()).toMatchObject([{ recipient: AYU, file: pdf }]);
		});

		test('AI agent that sends', async () => {
			const text = 'Good news, Ayu: your coffee is on its way!';
			const turns = [[{ tool: 'Send_the_text', with: { Text: text } }]];
			const example = await named('AI agent that sends');
			const { script, workflow } = await withModel(instance, model, example, turns);
			await runSaved(await instance.api.createWorkflow(workflow), 'Agent');
			expect(accepted()).toMatchObject([{ recipient: AYU, text }]);
			expect(model.observations(script)).toEqual([expect.stringContaining('"success":true')]);
		});
	});
}
