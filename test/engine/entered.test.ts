import type { INodeParameters } from 'n8n-workflow';
import { callAsTool } from './agentTool';
import { useBroadcasts } from './broadcasts';
import { postContacts, useReceiver } from './receiver';
import { listById, PHONE } from './sandbox';

const { holder, send } = useBroadcasts();
const receiver = useReceiver();
const NAME = '{{ $json.Name }}';
const groupId = listById('{{$json.Name}}');
const file = { data: 'SGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' };
const upload = { operation: 'sendMedia', mediaSource: 'binary' };

const sendText = async (parameters: INodeParameters) => {
	const to = [{ json: { text: NAME }, binary: { data: file } }];
	return await send({ to, parameters: { phone: PHONE, text: 'Hello', ...parameters } });
};
const ask = async (parameters: INodeParameters) =>
	await sendText({ operation: 'sendAndWait', message: 'Go?', ...parameters });
const post = async (parameters: INodeParameters) => await postContacts(receiver, parameters);

const labels = (values: INodeParameters) => ({ approvalOptions: { values } });
const option = (options: INodeParameters) => ({ options });
const field = (name: string, value: string) => option({ fields: { field: [{ name, value }] } });
const header = (name: string, value: string) => option({ headers: { header: [{ name, value }] } });

describe('An expression in a Fixed field is refused, and not sent:', () => {
	test.each<[string, INodeParameters, typeof ask, string?]>([
		['Text', { text: `Hello ${NAME}!` }, sendText],
		['Text', { text: 'Hello {{\n$("Sheet").item\n}}' }, sendText, '{{ $("Sheet").item }}'],
		['Text', { text: '{{ it }}, {{ Math.max($(1)) }}' }, sendText, '{{ Math.max($(1)) }}'],
		['Phone', { phone: NAME }, sendText],
		['Group ID', { recipientType: 'group', groupId }, sendText, '{{$json.Name}}'],
		['Buttons', { isInteractive: true, buttons: `[{ "text": "${NAME}" }]` }, sendText],
		['Footer', { isInteractive: true, footer: NAME }, sendText],
		['Media URL', { operation: 'sendMedia', mediaUrl: `https://example.com/${NAME}` }, sendText],
		['File Name', { ...upload, options: { fileName: NAME } }, sendText],
		['Message', { message: NAME }, ask],
		['Approve Button Label', labels({ approveLabel: NAME }), ask],
		['Disapprove Button Label', labels({ disapproveLabel: NAME }), ask],
		['Link Text', option({ linkText: NAME }), ask],
		['Page Title', option({ pageTitle: NAME }), ask],
		['Page Text', option({ pageText: NAME }), ask],
		['Webhook URL', { webhookUrl: `https://example.com/${NAME}` }, post],
		['Name', { name: NAME }, post],
		['Phone', { phone: NAME }, post],
		['Name Field', option({ nameField: NAME }), post],
		['Phone Field', option({ phoneField: NAME }), post],
		['Name of Extra Fields', field(NAME, ''), post],
		['Value of Extra Fields', field('a', NAME), post],
		['Name of Extra Headers', header(NAME, ''), post],
		['Value of Extra Headers', header('a', NAME), post],
	])('%s of %j', async (label, parameters, run, braces = NAME) => {
		expect((await run(parameters)).error?.message).toBe(
			`${label} is not an expression, so "${braces}" would be sent as it stands: switch ${label} to Expression`,
		);
		expect([...holder.sandbox.requests, ...receiver.received]).toEqual([]);
	});
});

describe('Braces are sent', () => {
	test.each<[string, INodeParameters]>([
		[NAME, { text: '={{ $json.text }}' }],
		['{{ name }} costs $5', { text: '{{ name }} costs $5' }],
		['$a }} {{', { text: '$a }} {{' }],
		['Hello', { text: 'Hello', footer: NAME, buttons: NAME, mediaUrl: NAME, groupId }],
	])('in %j, because no used field needs an expression', async (text, parameters) => {
		await sendText(parameters);
		expect(holder.sandbox.accepted).toMatchObject([{ text }]);
	});

	test('from a model, whose texts are expressions of the node', async () => {
		await callAsTool(holder.sandbox, [{ phone: PHONE, text: NAME }]);
		expect(holder.sandbox.accepted).toMatchObject([{ text: NAME }]);
	});

	test('in the label of a button that a question does not have', async () => {
		const values = { approvalType: '={{ "single" }}', disapproveLabel: NAME };
		expect((await ask(labels(values))).error).toBeUndefined();
		expect(holder.sandbox.requests).toHaveLength(1);
	});
});

const none = '={{ $json.none }}';
test.each<[string, INodeParameters, typeof ask]>([
	['Phone', { phone: none }, sendText],
	['Group ID', { recipientType: 'group', groupId: listById(none) }, sendText],
	['Text', { text: none }, sendText],
	['Media URL', { operation: 'sendMedia', mediaUrl: none }, sendText],
	['Message', { message: none }, ask],
])(
	'The error of %s without a result names the columns of the item',
	async (field, entered, run) => {
		expect((await run(entered)).error?.message).toBe(`${field} is empty: this item has text`);
	},
);

test('It names eight columns, and shows characters that nobody sees', async () => {
	const columns = ['\ufeffNama', ' HP', 'No HP', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
	const json = Object.fromEntries(columns.map((name) => [name, '']));
	const words =
		'Phone is empty: this item has "\\ufeffNama", " HP", No HP, d, e, f, g, h and 2 more';
	const { error } = await send({ to: [{ json }], parameters: { phone: none } });
	expect(error?.message).toBe(words);
	const { error: empty } = await send({ to: [{ json: {} }], parameters: { phone: none } });
	expect(empty?.message).toBe('Phone is empty: this item has no columns');
});

test('Options as one expression are refused', async () => {
	for (const run of [sendText, ask, post]) {
		const { error } = await run({ options: '={{ ({ dryRun: true }) }}' });
		expect(error?.message).toMatch(
			/^Options cannot be one expression: add the node again, and enter/,
		);
	}
	expect([...holder.sandbox.requests, ...receiver.received]).toEqual([]);
});
