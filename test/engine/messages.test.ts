import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import FormData from 'form-data';
import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';
import { createHash, randomBytes } from 'node:crypto';
import { to } from '../../rig/workflows/nodes';
import type { Fault, MultipartBody, RecordedRequest } from '../../sandbox';
import { callAsTool } from './agentTool';
import { AYU, BUDI, NO_SIGNAL, messages, useBroadcasts, withDelay } from './broadcasts';
import { postContacts, useReceiver } from './receiver';
import { fileIn, useBinaryStore } from './run';
import { PHONE, listById, sendTexts } from './sandbox';
import type { SendOptions } from './sandbox';

const { holder, send, arrivals } = useBroadcasts({ rawBodies: true });

const message = { phone: PHONE, text: 'Hello' };
const media = { operation: 'sendMedia', mediaUrl: ' https://example.com/a.pdf ' };

describe('The node refuses, and sends nothing:', () => {
	// The form shows both sources then.
	const uploadByExpression = { ...media, mediaSource: '={{ "binary" }}' };
	const group = { recipientType: 'group', groupId: 'g@g.us' };
	const scheduled = { options: { sendAt: '2036-12-01T09:00:00' } };
	const onlyTo = 'but uploads can only go to a phone number';
	const option = (name: string, value: unknown) => ({ options: { [name]: value } as object });

	/** One value of a kind. All others: test/unit, and properties.test.ts. */
	test.each<[object, string]>([
		[{ ...media, mediaUrl: 'a.png' }, 'Media URL "a.png" is not a web address'],
		[{ ...media, mediaSource: '={{ "ftp" }}' }, 'Media Source "ftp" is not supported: use url or '],
		[{ ...uploadByExpression, ...group }, `Send To is Group, ${onlyTo}`],
		[{ ...uploadByExpression, isInteractive: true }, `Interactive Message is set, ${onlyTo}`],
		[{ ...media, mediaSource: 'binary', ...scheduled }, `Send At is set, ${onlyTo}`],
		[{ ...uploadByExpression, recipientType: 'contact' }, `The contact is a group, ${onlyTo}`],
		[option('testPhone', '0812'), 'Send Test To: Phone "0812" needs its country code'],
		[option('neverSendTo', listById('')), 'Never Send To is empty: choose a list, or enter its ID'],
	])('%j', async (given, words) => {
		const to = [{ json: { phone: 'g@g.us', is_group: true } }];
		const parameters = { ...message, ...given } as INodeParameters;
		const { error } = await send({ to, parameters });
		expect(error?.message.slice(0, words.length)).toBe(words);
		expect(error?.context?.itemIndex).toBe(0);
		expect(holder.sandbox.requests).toEqual([]);
	});
});

test.each<[INodeParameters, string]>([
	[{ recipientType: '={{ "group" }}', groupId: 'my group' }, 'my group'],
	[{ ...media, mediaSource: 'binary', recipientType: 'contact' }, 'g@g.us'],
	[{ recipientType: 'group', groupId: listById('={{ $("None").all() }}') }, ''],
])('The row of a failed message names the group: %j', async (given, recipient) => {
	const to = [{ json: { phone: 'g@g.us', is_group: true } }];
	const parameters = { ...message, ...given };
	const { items } = await send({ to, parameters, onError: 'continueRegularOutput' });
	expect(items[0].json).toMatchObject({ reason: 'invalid', recipient, recipientType: 'group' });
});

test.each(['127.0.0.1', 'localhost'])(
	'A message that n8n keeps from %s was not sent',
	async (host) => {
		const { apiKey, url } = holder.sandbox;
		const baseUrl = url.replace('127.0.0.1', host);
		const ssrf = Container.get(SsrfProtectionConfig);
		ssrf.enabled = true;
		const credentials = { whatsAppSenderApi: { apiKey, baseUrl } };
		const { error } = await send({ to: 2, credentials });
		ssrf.enabled = false;
		expect(error?.message).toMatch(
			/could not be reached: The request was blocked because .* The message to \d+ was not sent/,
		);
		expect(holder.sandbox.requests).toEqual([]);
	},
);

/** All responses: unit/response.test.ts and unit/serviceErrors.test.ts. These depend on n8n's HTTP layer. */
describe('The output contains the response of the service:', () => {
	const json = 'application/json';
	const accepted = { status: 200, accepted: true };

	test.each<[Fault, object]>([
		[{ ...accepted, contentType: json, body: '{"st' }, { reason: 'unconfirmed' }],
		[{ ...accepted, contentType: json, body: '"OK"' }, { response: 'OK' }],
		[{ ...accepted, contentType: 'text/plain', body: '{"ok":true}' }, { response: { ok: true } }],
	])('%j', async (fault, row) => {
		holder.sandbox.onSend = () => fault;
		const { items } = await send({ to: 1, onError: 'continueRegularOutput' });
		expect(items[0].json).toMatchObject({ success: 'response' in row, ...row });
		expect(holder.sandbox.requests).toHaveLength(1);
	});

	test('an error that n8n would otherwise replace', async () => {
		holder.sandbox.onSend = () => ({ status: 500, body: 'read EPIPE' });
		const { error } = await send({ to: 1 });
		expect(error?.message).toMatch(/ was not accepted \(HTTP 500\): read EPIPE$/);
	});
});

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

	test('in the label of a button that a question does not have', async () => {
		const values = { approvalType: '={{ "single" }}', disapproveLabel: NAME };
		expect((await ask(labels(values))).error).toBeUndefined();
		expect(holder.sandbox.requests).toHaveLength(1);
	});
});

describe('A required field whose expression has no result names the columns of the item:', () => {
	const NONE = '={{ $json.none }}';
	test.each<[string, INodeParameters, typeof ask, string?]>([
		['Phone', { phone: NONE }, sendText],
		['Group ID', { recipientType: 'group', groupId: listById(NONE) }, sendText],
		['Text', { text: NONE }, sendText],
		['Media URL', { operation: 'sendMedia', mediaUrl: NONE }, sendText],
		['Message', { message: NONE }, ask],
		['Phone', { phone: NONE }, post, 'name, phone, is_group'],
		['Webhook URL', { webhookUrl: NONE }, post, 'name, phone, is_group'],
	])('%s of %j', async (label, parameters, run, columns = 'text') => {
		const words = `${label} is empty: this item has ${columns}`;
		expect((await run(parameters)).error?.message).toBe(words);
		expect([...holder.sandbox.requests, ...receiver.received]).toEqual([]);
	});

	test('not if it is entered, if the item has none, or in a tool', async () => {
		expect((await sendText({ phone: ' ' })).error?.message).toMatch(/^Phone is empty: enter/);
		const noColumns = { to: [{ json: {} }], parameters: { phone: PHONE, text: NONE } };
		expect((await send(noColumns)).error?.message).toMatch(/^Text is empty: enter/);
		expect((await sendText({ text: '\u200b\u2060' })).error?.message).toMatch(
			/^Text is empty: enter/,
		);
		const [answer] = await callAsTool(holder.sandbox, [{ phone: '', text: 'Hello' }]);
		expect(JSON.stringify(answer)).toContain('Phone is empty: ask for the number');
	});
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

/** Second comes after Sender. Other errors: unit/expressions.test.ts. */
test.each([
	['$("None").item.json.a', " cannot read None (Referenced node doesn't exist): correct its name,"],
	['$node["None"].json.a', " cannot read None (Referenced node doesn't exist): correct its name,"],
	['$("Second").first()', " cannot read Second (Node 'Second' hasn't been executed): correct its"],
	[
		'$("Second").item',
		' cannot read Second (Invalid expression): correct its name, place it before',
	],
	['$("Items").first(0, 7)', ': Run 7 of node "Items" not found: correct the expression'],
])('An error names the node that the expression %s reads', async (text, words) => {
	const parameters = { text: `={{ ${text} }}` };
	const { error } = await send({ parameters, senders: ['Sender', 'Second'] });
	expect(error?.message.slice(0, 4 + words.length)).toBe(`Text${words}`);
	expect(`${error?.message} ${error?.description}`).not.toMatch(/<|undefined/);
	expect(arrivals()).toEqual([]);
});

test("$('Send').item works behind both outputs, and each node sends to all its items", async () => {
	const recipient = "$('Send').item.json.recipient";
	const { run } = await send({
		to: messages(AYU, 'nobody', BUDI),
		senders: ['Send', 'Accepted', 'Failed'],
		connections: {
			Items: { main: [to('Send')] },
			Send: { main: [to('Accepted'), to('Failed')] },
		},
		parameters: {
			text: 'Hello',
			phone: `={{ $prevNode.name === 'Items' ? $json.phone : ${recipient}.replace('nobody', '${PHONE}') }}`,
		},
		options: { eachRecipientOnce: true },
		faults: { 1: [NO_SIGNAL] },
		onError: 'continueErrorOutput',
	});
	const acceptedBy = (name: string) =>
		run.data.resultData.runData[name][0].data!.main[0]!.map(
			({ json }) => json.success && json.recipient,
		);
	expect([acceptedBy('Accepted'), acceptedBy('Failed')]).toEqual([[AYU], [PHONE, BUDI]]);
});

/** All bytes of a request. */
const onTheWire = ({ method, url, headers, rawBody }: RecordedRequest) => [
	...[method, url, headers, rawBody?.toString('latin1')],
];

const phoneBody = { phone: PHONE, text: 'Hello' };
const groupBody = { group_id: '120@g.us', phone: undefined };
const group = { recipientType: 'group', groupId: ' 120@g.us ' };
const media_url = 'https://example.com/a.pdf';
const buttons = [{ id: 'a', nested: { deep: [1, null] } }, 'plain', 3];
const interactive = { isInteractive: true, footer: 'Bye', buttons: '={{ $json.b }}' };

describe('Operations and routing send the same bytes', () => {
	/** The parameters, what they change in the body, and the input item. Others: contract/savedWorkflows.test.ts. */
	test.each<[INodeParameters, IDataObject?, IDataObject?]>([
		[{}],
		[{ phone: '={{ $json.n }}', text: '={{ $json.n }}' }, { text: PHONE }, { n: Number(PHONE) }],
		[{ ...group, groupId: listById('={{ $json.g }}') }, groupBody, { g: '120@g.us' }],
		[interactive, { isInteractive: true, footer: 'Bye', buttons }, { b: buttons }],
		[{ isInteractive: '={{ "TRUE" }}', footer: '', buttons: '={{ [] }}' }, { isInteractive: true }],
		[{ isInteractive: '={{ "" }}', footer: 'Bye', buttons: '[1]' }],
		[{ options: { sendAt: '2036-12-01T09:00:00' } }, { send_at: '2111709600' }],
		[
			{ ...media, ...group, isInteractive: true },
			{ ...groupBody, media_url, isInteractive: true },
		],
		// Only Send Text refuses a text of nothing that anybody sees.
		[
			{ ...media, text: ' \u200b' },
			{ media_url, text: ' \u200b' },
		],
		[{ options: withDelay(3600), requestOptions: { timeout: 20_000 } }],
	])('with %j', async (given, difference = {}, json = {}) => {
		const { sandbox } = holder;
		const options: SendOptions = { items: [{ json }], parameters: { ...phoneBody, ...given } };
		await sendTexts(sandbox, { ...options, runsBy: 'routing' });
		const { error, items } = await sendTexts(sandbox, options);
		expect(error).toBeUndefined();
		const [byRouting, request, ...others] = sandbox.requests;
		expect(onTheWire(request)).toEqual(onTheWire(byRouting));
		expect(others).toEqual([]);
		expect(request).toMatchObject({ valid: true, accepted: true });
		const body: IDataObject = { ...phoneBody, ...difference };
		expect(request.body).toEqual({ ...body, api_key: sandbox.apiKey });
		const row = {
			...{ success: true, status: 200, response: 'OK' },
			recipient: body.group_id ?? PHONE,
			recipientType: body.group_id ? 'group' : 'phone',
			text: expect.stringMatching(new RegExp(`^${String(body.text)}`)),
			...(body.media_url !== undefined && { file: body.media_url }),
			sentAt: expect.any(String),
			...(body.send_at && { scheduledFor: '2036-12-01T02:00:00.000Z' }),
		};
		expect(items).toEqual([{ json: row, pairedItem: { item: 0 } }]);
	});
});

/** n8n runs the routing for each. Of an expression it does not look at the result. */
describe.each<[INodeParameters]>([
	[{ operation: 'send' }],
	[{ operation: null } as never],
	[{ operation: '={{ "sendText" }}' }],
	[{ resource: '={{ "message" }}' }],
	[{ resource: 'messages' }],
	[{ resource: 'list' }],
	[{ resource: 'list', operation: '={{ "getLists" }}' }],
])('A stored operation that the node does not have is refused: %j', (parameters) => {
	const words =
		/^Resource ".+" has no operation ".+": choose both in the node, without expressions$/;

	test.each([undefined, 'continueRegularOutput'] as const)('On Error: %s', async (onError) => {
		for (const runsBy of ['operations', 'routing'] as const) {
			const { error, items } = await send({ to: 2, parameters, onError, runsBy });
			// A tool returns its errors to the model.
			const isRow = onError ?? runsBy === 'routing';
			const errors = isRow ? items.map(({ json }) => json.error) : Array(2).fill(error?.message);
			expect(errors).toEqual(Array(2).fill(expect.stringMatching(words)));
			expect(holder.sandbox.requests).toEqual([]);
		}
	});
});

test.each([undefined, 'continueRegularOutput'] as const)(
	'Only a tool may run the routing of Send Text (On Error: %s)',
	async (onError) => {
		const parameters = { ...phoneBody };
		const options = { runsBy: 'routing', parameters, onError, asTool: false } as const;
		const { error, items } = await sendTexts(holder.sandbox, options);
		const words =
			"n8n's experimental engine cannot send messages one at a time, so nothing was sent";
		const errors = onError ? items.map(({ json }) => json.error) : Array(3).fill(error?.message);
		expect(errors).toEqual(Array(3).fill(`${words}: turn it off`));
		expect(holder.sandbox.requests).toEqual([]);
	},
);

const bytes = randomBytes(100_000);
const names = { mimeType: 'application/pdf', fileName: 'invoice.pdf', fileExtension: 'pdf' };

async function sendFiles(binary: IBinaryKeyData, parameters: INodeParameters = {}, json = {}) {
	const upload = { operation: 'sendMedia', mediaSource: 'binary', text: 'Hello', phone: PHONE };
	const items = [{ json: { phone: PHONE, ...json }, binary }];
	return await sendTexts(holder.sandbox, { items, parameters: { ...upload, ...parameters } });
}

/** Compares a request with the form that the form-data package makes of the text and the file. */
function expectForm(request: RecordedRequest, text: string, filename: string): void {
	const { headers, rawBody, problem } = request;
	expect(problem).toBeUndefined();
	const boundary = /boundary=(.+)$/.exec(String(headers['content-type']))?.[1] as string;
	const reference = new FormData();
	reference.setBoundary(boundary);
	reference.append('api_key', 'sandbox-key');
	// Sent as a file without a name, so that its line breaks stay as they are.
	reference.append('text', text, /[\r\n]/.test(text) ? { contentType: 'text/plain' } : {});
	reference.append('phone', PHONE);
	reference.append('file', bytes, { filename, contentType: 'application/pdf' });
	expect(partsOf(rawBody as Buffer, boundary)).toEqual(partsOf(reference.getBuffer(), boundary));
	expect(Number(headers['content-length'])).toBe(rawBody?.length);
}

function partsOf(form: Buffer, boundary: string) {
	const parts = form.toString('latin1').split(`--${boundary}`).slice(1, -1);
	return parts.map((part) => {
		const [head, ...content] = part.split('\r\n\r\n');
		const [disposition, ...others] = head.trim().split('\r\n');
		const otherHeaders = others.map((line) => line.split(':')[0]);
		const sha256 = createHash('sha256').update(content.join('\r\n\r\n')).digest('hex');
		return { disposition, otherHeaders, sha256 };
	});
}

test.each([
	['memory', 'Your invoice', '', 'invoice.pdf'],
	['memory', 'Your contract', 'Contract J.Smith', 'Contract J.Smith.pdf'],
	['disk', 'Three\r\nlines\rمرحبا 👋', '../../pass"wd\r\nX-Evil: 1.pdf', 'pass_wdX-Evil_ 1.pdf'],
] as const)(
	'A file in %s arrives with the text %j and the name %j',
	async (place, text, fileName, sentName) => {
		const parameters = { text, options: { fileName } };
		const { items } = await sendFiles({ data: await fileIn(place, bytes, names) }, parameters);
		const [request] = holder.sandbox.requests;
		expectForm(request, text, sentName);
		const { files } = request.body as MultipartBody;
		expect(files).toMatchObject([{ mimetype: 'application/pdf' }]);
		expect(items[0].json).toMatchObject({ success: true, recipient: PHONE });
	},
);

test('File Name is refused if it is no text', async () => {
	const data = await fileIn('memory', bytes, names);
	const { error } = await sendFiles({ data }, { options: { fileName: '={{ ({ a: 1 }) }}' } });
	const words = 'File Name is an object, not text: enter text, or check the expression';
	expect(error?.message).toBe(words);
	expect(holder.sandbox.requests).toEqual([]);
});

test('A file from an expression is sent to a contact, without the footer of another form', async () => {
	const hidden = { footer: 'Bye', buttons: '[1]' };
	const parameters = { recipientType: 'contact', binaryPropertyName: '={{ $binary.data }}' };
	await sendFiles({ data: await fileIn('disk', bytes, names) }, { ...parameters, ...hidden });
	expect(holder.sandbox.accepted).toMatchObject([{ recipient: PHONE, file: { size: 100_000 } }]);
	const { parts } = holder.sandbox.requests[0].body as MultipartBody;
	expect(parts).toEqual(['api_key', 'text', 'phone', 'file']);
});

/** What the user enters, the fields that contain a file, and the error; none if the file is sent. */
test.each<[string, string[], string]>([
	['data0 ', ['data0'], ''],
	['photo ', ['data0'], '"photo" contains no file: enter "data0"'],
	['={{ $json.none }}', ['data', 'image'], 'is empty: enter "data" or "image"'],
	['={{ ({}) }}', ['data'], 'is an object, not a file: enter "data"'],
	['={{ ({ mimeType: "image/png" }) }}', ['data'], 'is an object, not a file: enter "data"'],
	['photo', ['data'], '"photo" contains no file: enter "scan" or "data"'],
	...['__proto__', 'toString', 'constructor'].map((name): [string, string[], string] => [
		name,
		['data'],
		`"${name}" contains no file: enter "data"`,
	]),
	// n8n leaves out the content of a file in memory.
	['={{ $binary.data }}', ['data'], 'is an object, not a file: enter "data"'],
	['data', [], '"data" contains no file, and this item has no file: add a node that returns one, '],
])(
	'Input Data Field Name %j is checked in an item with %j',
	async (binaryPropertyName, fields, problem) => {
		const file = await fileIn('memory', bytes, names);
		const binary = Object.fromEntries(fields.map((field) => [field, file]));
		// n8n can keep files in the JSON.
		const json = binaryPropertyName === 'photo' ? { nothing: null, scan: file } : {};
		const { error } = await sendFiles(binary, { binaryPropertyName }, json);
		const message = problem && `Input Data Field Name ${problem}`;
		expect(error?.message.slice(0, message.length) ?? '').toBe(message);
	},
);

test.each(['memory', 'disk'] as const)('An empty file in %s is refused', async (place) => {
	const { error } = await sendFiles({ data: await fileIn(place, Buffer.alloc(0), names) });
	expect(error?.message).toMatch(/^The file "invoice\.pdf" is empty: /);
	expect(holder.sandbox.requests).toEqual([]);
});

test('A file that n8n loses between the check and the request was not sent', async () => {
	const data = await fileIn('disk', bytes, names);
	const store = await useBinaryStore();
	const open = store.getAsStream.bind(store);
	const reading = jest.spyOn(store, 'getAsStream').mockImplementationOnce(open);
	reading.mockRejectedValueOnce(new Error('ENOENT'));
	const { error } = await sendFiles({ data });
	reading.mockRestore();
	expect(error?.message).toBe(
		`The file "invoice.pdf" could not be read, so nothing was sent to ${PHONE}`,
	);
	expect(holder.sandbox.accepted).toEqual([]);
});
