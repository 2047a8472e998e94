import { askedBy, open, post } from '../../../rig/workflows/asking';
import { lastExecution } from '../../../rig/workflows/call';
import { useExamples } from '../../../rig/workflows/examples';
import type { Instance } from '../../../rig/startRig';
import { until } from '../../../rig/until';
import { observations } from '../../../rig/workflows/agent';
import { node } from '../../../rig/workflows/nodes';
import { demoLists } from '../../../sandbox/demoLists';

const [AYU, BIMA, CITRA] = [1, 2, 3].map((index) => `628120001000${index}`);
const REJECTED = '447700900500';
const AMELIA = '447700900101';
const NUMBER = '+62 812-3456-7890';
const STOP = `${NUMBER} wants no more messages. Please add this number to the list Unsubscribed.`;

const lists = demoLists();
const newsletter = lists[0].contacts;
const members = lists.find(({ title }) => title === 'London members')!.contacts;
const to = (...recipients: string[]) => recipients.map((recipient) => ({ recipient }));
/** The receiver's responses for the members of a list. */
const posted = (format: (phone: string) => string) => ({
	'Post each contact': members.map(({ name, phone }) => ({ saved: name, phone: format(phone) })),
});
const textOf = ({ name }: { name: string }) => expect.stringContaining(`Hello ${name},`);
const ready = (recipient: string) => ({ recipient, wouldSend: true });
const csv = { filename: 'orders.csv', mimetype: 'text/csv' };
const firstMessage = 'Hello from n8n 👋\nThis is my first message.';

/** An example, the messages that it sends, and the output of some nodes. */
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
				{ reason: expect.stringMatching(/^Phone "0812-0001" /) },
				{ recipient: '6281200010005', reason: 'neverSendTo' },
				ready(AMELIA),
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

const picture = new Blob(['a picture'], { type: 'image/png' });
// Without the right option, n8n reads a single quotation mark as the beginning of a quotation.
const sheet = new Blob([`name,phone\n"Ayu" Lestari,0812-0001-0001\nBima,${BIMA}\n`]);

/** A form's example, its path, the user's input, and the messages. 9:00 in Jakarta is 2:00 in UTC. */
const FORMS: Array<
	[example: string, path: string, fields: Array<string | [Blob, string]>, messages: object[]]
> = [
	[
		'Scheduled reminder from a form',
		'whatsapp-reminder',
		[NUMBER, 'See you tomorrow', '2030-12-01', '09:00'],
		[{ recipient: '6281234567890', text: 'See you tomorrow', sendAt: '1922320800' }],
	],
	['Collect unsubscribe requests', 'whatsapp-stop', [NUMBER], [{ recipient: AYU, text: STOP }]],
	[
		'Send a picture from a form',
		'whatsapp-picture',
		[[picture, 'offer.png'], [sheet, 'customers.csv'], 'New in our shop.'],
		[AYU, BIMA].map((recipient) => ({ recipient, file: { filename: 'offer.png' } })),
	],
];

/** The workflows in `examples/`. The suite `review` runs the last one, *AI agent that asks before it acts*. */
export function examples(instance: Instance): void {
	describe('Example', () => {
		const { import: importAgain, named, runSaved } = useExamples(instance);
		const accepted = () => instance.sandbox.accepted;

		test('npm start imports each workflow only once', async () => {
			expect(await importAgain()).toEqual([]);
		});

		test.each(RUN_BY_HAND)('%s', async (example, messages, outputs = {}) => {
			const outputOf = await runSaved(await named(example));
			expect(accepted()).toMatchObject(messages);
			for (const [name, output] of Object.entries(outputs)) {
				expect(outputOf(name)).toMatchObject(output);
			}
		});

		test.each(FORMS)('%s', async (example, path, fields, messages) => {
			const { id } = await named(example);
			await instance.api.activate(id);
			const form = `${instance.n8n.url}/form/${path}`;
			const body = new FormData();
			for (const [index, value] of fields.entries()) {
				if (typeof value === 'string') body.append(`field-${index}`, value);
				else body.append(`field-${index}`, ...value);
			}
			// n8n activates in the background.
			await until(async () => (await fetch(form, { method: 'POST', body })).ok);
			await until(() => accepted().length === messages.length);
			expect((await lastExecution(instance, id)).status).toBe('success');
			expect(accepted()).toMatchObject(messages);
		});

		test.each([
			['true', { recipient: AYU, text: 'Hello Ayu, here is your invoice 2026-1001.' }],
			['false', { recipient: CITRA, text: expect.stringContaining('the owner said not yet') }],
		])('Ask before sending an invoice, with the answer %s', async (approved, message) => {
			const example = await named('Ask before sending an invoice');
			await instance.api.run(example, 'Run manually');
			const asked = await askedBy(instance, example.id);
			expect(await (await open(asked.link)).text()).toContain('>Example Shop</h1>');
			await post(asked.link, { approved });
			expect((await instance.api.executionEnded(asked.executionId)).status).toBe('success');
			expect(accepted()).toMatchObject([{ recipient: BIMA }, message]);
		});

		test('Broadcast to a sheet without unsubscribed people', async () => {
			const example = await named('Broadcast to a sheet without unsubscribed people');
			const reasons = async () =>
				(await runSaved(example))('Message each customer').map(({ recipient, reason }) => [
					recipient,
					reason,
				]);
			const everyone = [AYU, BIMA, CITRA, AMELIA].map((recipient) => [recipient, 'ready']);
			expect(await reasons()).toEqual(everyone);
			await instance.api.addDataTableRows([{ phone: '0812-0001-0003' }]);
			expect(await reasons()).toEqual(everyone.with(2, [CITRA, 'neverSendTo']));
			expect(accepted()).toEqual([]);
		});

		test('Message customers in a sheet, with a Code node in place of the sheet', async () => {
			const { nodes, connections, settings } = await named('Message customers in a sheet');
			const rows = [AYU, REJECTED, '081234', BIMA, AYU].map((phone) => ({ name: 'Ayu', phone }));
			const returned = { jsCode: `return ${JSON.stringify(rows.map((json) => ({ json })))}` };
			const code = node('Customers', 'n8n-nodes-base.code', returned, { typeVersion: 2 });
			const workflow = await instance.api.createWorkflow({
				name: 'Customers in a Code node',
				nodes: nodes.map((each) => (each.name === 'Customers' ? code : each)),
				connections,
				settings,
			});
			const reasons = async () =>
				(await runSaved(workflow))('Message each customer').map(({ reason }) => reason);
			const failed = ['rejected', 'invalid'];
			expect(await reasons()).toEqual([undefined, ...failed, undefined, 'duplicate']);
			const again = await reasons();
			expect(again.slice(0, 4)).toEqual(['campaign', ...failed, 'campaign']);
			expect(accepted().map(({ recipient }) => recipient)).toEqual([AYU, BIMA]);
		});

		test('Campaign over days', async () => {
			const workflow = await named('Campaign over days');
			const { parameters } = workflow.nodes.find(({ name }) => name === 'Message each contact')!;
			// The test runs at any hour.
			delete (parameters.options as { sendHours?: object }).sendHours;
			await instance.api.updateWorkflow(workflow);
			for (const count of [5, 10, 14, 14]) {
				await runSaved(workflow, 'Every hour');
				expect(accepted()).toHaveLength(count);
			}
			const recipients = accepted().map(({ recipient }) => recipient);
			expect(recipients).toEqual(newsletter.map(({ phone }) => phone));
		});

		test('Order update once, with two calls at the same moment', async () => {
			const { id } = await named('Order update once');
			await instance.api.activate(id);
			const order = { orderId: '1001', name: 'Ayu', phone: '0812-0001-0001', country: 'ID' };
			const call = async () => await instance.api.callWebhook('whatsapp-order-update', order);
			await Promise.all([call(), call()]);
			const ended = async () =>
				(await instance.api.executions(id, 3)).map(({ status }) => status).join();
			expect(await until(async () => (await ended()) === 'success,success', 20_000)).toBe(true);
			expect(accepted()).toMatchObject([{ recipient: AYU, text: expect.stringContaining('1001') }]);
		});

		test('AI agent that sends', async () => {
			const outputOf = await runSaved(await named('AI agent that sends'));
			const text = '2 kg of coffee beans was handed to the courier.';
			expect(accepted()).toMatchObject([{ recipient: AYU, text }]);
			expect(observations(instance)).toEqual([expect.stringContaining('"success":true')]);
			const answer = expect.stringMatching(/no real model[^]*"success":true/);
			expect(outputOf('Agent')).toEqual([{ output: answer }]);
		});
	});
}
