import type { INodeParameters } from 'n8n-workflow';
import { callAsTool } from './agentTool';
import { postContacts, useReceiver } from './receiver';
import { runWorkflow } from './run';
import { credentialOf, PHONE, useMessage } from './sandbox';

const { holder, sendOne } = useMessage();
const receiver = useReceiver();
const NAME = '{{ $json.Name }}';
const refused = (field: string, braces = NAME) =>
	`${field} is not an expression, so "${braces}" would be sent as it stands: switch ${field} to Expression`;

const upload = { operation: 'sendMedia', mediaSource: 'binary' };
const groupId = { __rl: true, mode: 'id', value: '{{$json.Name}}' };
const file = { data: 'SGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' };

describe('An expression in a field that stays Fixed is refused, and not sent:', () => {
	test.each<[string, INodeParameters, string?]>([
		['Text', { text: `Hello ${NAME}!` }],
		['Text', { text: 'Hello {{\n$("Sheet").item\n}}' }, '{{ $("Sheet").item }}'],
		['Text', { text: '{{ it }}, {{ Math.max($(1)) }}' }, '{{ Math.max($(1)) }}'],
		['Phone', { phone: NAME }],
		['Group ID', { recipientType: 'group', groupId }, '{{$json.Name}}'],
		['Buttons', { isInteractive: true, buttons: `[{ "text": "${NAME}" }]` }],
		['File Name', { ...upload, options: { fileName: NAME } }],
	])('%s of %j', async (field, parameters, braces = NAME) => {
		const more = { items: [{ json: {}, binary: { data: file } }] };
		const { error } = await sendOne({ parameters }, more);
		expect(error?.message).toBe(refused(field, braces));
		expect(holder.sandbox.requests).toEqual([]);
	});

	const labels = (values: INodeParameters) => ({ approvalOptions: { values } });
	const options = (values: INodeParameters) => ({ options: values });
	const field = (name: string, value: string) => options({ fields: { field: [{ name, value }] } });
	const header = (...[name, value]: string[]) =>
		options({ headers: { header: [{ name, value }] } });
	const post = async (parameters: INodeParameters) => await postContacts(receiver, parameters);
	test.each<[string, INodeParameters, typeof ask]>([
		['Message', { message: NAME }, ask],
		['Approve Button Label', labels({ approveLabel: NAME }), ask],
		['Disapprove Button Label', labels({ disapproveLabel: NAME }), ask],
		['Link Text', { options: { linkText: NAME } }, ask],
		['Webhook URL', { webhookUrl: `https://example.com/${NAME}` }, post],
		['Name', { name: NAME }, post],
		['Phone', { phone: NAME }, post],
		['Name Field', { options: { nameField: NAME } }, post],
		['Phone Field', { options: { phoneField: NAME } }, post],
		['Name of Extra Fields', field(NAME, ''), post],
		['Value of Extra Fields', field('a', NAME), post],
		['Name of Extra Headers', header(NAME, ''), post],
		['Value of Extra Headers', header('a', NAME), post],
	])('%s of %j', async (label, parameters, run) => {
		expect((await run(parameters)).error?.message).toBe(refused(label));
		expect([...holder.sandbox.requests, ...receiver.received]).toEqual([]);
	});
});

async function ask(parameters: INodeParameters) {
	const credentials = credentialOf(holder.sandbox);
	const question = { resource: 'message', operation: 'sendAndWait', phone: PHONE, message: 'Go?' };
	return await runWorkflow({ credentials, parameters: { ...question, ...parameters } });
}

describe('Braces are sent', () => {
	test.each<[string, INodeParameters]>([
		[NAME, { text: '={{ $json.text }}' }],
		['{{ name }} costs $5', { text: '{{ name }} costs $5' }],
		['$a }} {{', { text: '$a }} {{' }],
		['Hello', { text: 'Hello', footer: NAME, buttons: NAME, mediaUrl: NAME, groupId }],
	])('as in "%s", where no used field needs an expression', async (text, parameters) => {
		await sendOne({ parameters, json: { text: NAME } });
		expect(holder.sandbox.accepted).toMatchObject([{ text }]);
	});

	test('by a model, whose texts are expressions of the node', async () => {
		await callAsTool(holder.sandbox, [{ phone: PHONE, text: NAME }]);
		expect(holder.sandbox.accepted).toMatchObject([{ text: NAME }]);
	});

	test('where a question has no button to decline', async () => {
		const values = { approvalType: '={{ "single" }}', disapproveLabel: NAME };
		expect((await ask({ approvalOptions: { values } })).error).toBeUndefined();
		expect(holder.sandbox.requests).toHaveLength(1);
	});
});

test('Options as one expression are refused', async () => {
	const parameters = { options: '={{ ({ dryRun: true }) }}' };
	const all = [await sendOne({ parameters }), await ask(parameters)];
	for (const { error } of [...all, await postContacts(receiver, parameters)]) {
		expect(error?.message).toMatch(/^Options is an expression: add the node again, and enter/);
	}
	expect([...holder.sandbox.requests, ...receiver.received]).toEqual([]);
});
