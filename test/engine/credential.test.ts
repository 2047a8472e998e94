import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { inspect } from 'node:util';
import type { AnswerFault, Fault } from '../../sandbox';
import { useSandbox } from '../sandbox/client';
import { AYU, BUDI, CITRA, numbersOf, putLists, resultsOf } from './broadcasts';
import { contact, postContacts, useReceiver } from './receiver';
import type { Outcome } from './run';
import { NO_SERVICE, READS, failedOf, listById, recipients, sendTexts } from './sandbox';
import type { SendOptions } from './sandbox';

const KEY = 'key-that-must-not-leak';
const holder = useSandbox({ apiKey: KEY, basePath: '/api/v1' });
const data = { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'a.txt' };

const contacts = { resource: 'list', operation: 'getListContacts' };
const OPERATIONS: Record<string, INodeParameters> = {
	'Send Text': {},
	'Send Media (URL)': { operation: 'sendMedia', mediaUrl: 'https://example.com/a.png' },
	'Send Media (upload)': { operation: 'sendMedia', mediaSource: 'binary' },
	'Get Lists': { resource: 'list', operation: 'getLists' },
	'Get List Contacts': { ...contacts, list: listById('={{ $json.list }}') },
};

async function run(operation: string, options: SendOptions = {}) {
	const [{ json }] = recipients(1);
	const items = [{ json: { ...json, list: holder.sandbox.lists[0].id }, binary: { data } }];
	const parameters = OPERATIONS[operation];
	return await sendTexts(holder.sandbox, { items, parameters, ...options });
}

/** The lines with the key in everything that n8n stores or shows of a run. */
function leaksIn({ run, error }: Outcome): string[] {
	const limits = { maxStringLength: Infinity, maxArrayLength: Infinity, showHidden: true };
	return inspect([run, error, error?.stack, error?.cause], { depth: Infinity, ...limits })
		.split('\n')
		.filter((line) => line.includes(KEY));
}

const noService = { ...NO_SERVICE.whatsAppSenderApi, apiKey: KEY };
const FAILURES: Array<[string, Fault | undefined, SendOptions?]> = [
	['a web page', { status: 200, contentType: 'text/html', body: '<html></html>' }],
	['a response that repeats the key', { status: 500, body: { error: `The key ${KEY} is wrong` } }],
	['a cut connection', 'cut-after'],
	['an unreachable service', undefined, { credentials: { whatsAppSenderApi: noService } }],
];

describe.each(Object.keys(OPERATIONS))('The API key does not appear after %s:', (operation) => {
	test('a success whose response contains it', async () => {
		const body = { status: 200, data: { success: true, error: '', echo: `You said ${KEY}` } };
		holder.sandbox.onSend = () => ({ status: 200, accepted: true, body });
		const outcome = await run(operation);
		expect(outcome.error).toBeUndefined();
		expect(holder.sandbox.requests).toMatchObject([{ accepted: true }]);
		expect(leaksIn(outcome)).toEqual([]);
		if (operation === 'Send Text')
			expect(outcome.items[0].json).toMatchObject({ response: { echo: 'You said •••' } });
	});

	// A cut connection only loses a message.
	const failures = operation.startsWith('Send')
		? FAILURES
		: FAILURES.filter(([, fault]) => fault !== 'cut-after');
	test.each(failures)('a failure with %s', async (_failure, fault, options = {}) => {
		holder.sandbox.onSend = () => fault;
		holder.sandbox.onLists = () => fault as AnswerFault;
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const outcome = await run(operation, { onError, ...options });
			expect(outcome.error ?? failedOf(outcome)[0]).toBeDefined();
			expect(leaksIn(outcome)).toEqual([]);
		}
	});
});

const secret = '={{ $json.secret }}';
const LONG_KEY = `${'k'.repeat(30)}-${'9'.repeat(40)}`;

/** An error cuts a long value. */
test.each<[string, INodeParameters]>([
	['Phone', { phone: secret }],
	['Group ID', { recipientType: 'group', groupId: listById(`${secret}, `) }],
	['Country Code', { options: { countryCode: secret } }],
	['Buttons', { isInteractive: true, buttons: secret }],
	['Send At', { options: { sendAt: secret } }],
	['Field Name', { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: secret }],
	['List', { ...contacts, list: listById(secret) }],
])('A refusal of %s does not quote the API key', async (field, parameters) => {
	const settings: SendOptions[] = [
		...[{}, { asTool: true }],
		...[{ onError: 'continueRegularOutput' }, { onError: 'continueErrorOutput' }],
	] as SendOptions[];
	for (const apiKey of [KEY, LONG_KEY]) {
		const service = { apiKey, baseUrl: holder.sandbox.url, countryCode: '62' };
		const items = [{ json: { phone: '081234567890', text: 'Hello', secret: apiKey } }];
		const options = { items, parameters, credentials: { whatsAppSenderApi: service } };
		for (const more of settings) {
			const outcome = await sendTexts(holder.sandbox, { ...options, ...more });
			const [row] = failedOf(outcome);
			// n8n adds the fields of the input item.
			if (row) delete row.json.secret;
			const shown = inspect([outcome.error, row], { depth: 4, showHidden: true });
			expect(shown).toMatch(new RegExp(`${field}[^•]*•••`));
			expect(shown).not.toContain(apiKey.slice(0, 20));
		}
	}
});

/** Two accounts. A credential with expressions takes the item's. */
const first = useSandbox({ apiKey: 'key-of-the-first' });
const second = useSandbox({ apiKey: 'key-of-the-second', basePath: '/api/v1' });
const receiver = useReceiver();
const whatsAppSenderApi = {
	apiKey: '={{ $json.key }}',
	baseUrl: '={{ $json.url }}',
	countryCode: '={{ $json.code }}',
	sendAtUnit: '={{ $json.unit }}',
};
const credentials = { whatsAppSenderApi };
const onError = 'continueRegularOutput';
const UNKNOWN = 'key-of-nobody';
const NO_SUCH_NODE =
	"credential cannot read No such node (Referenced node doesn't exist): correct its name, place it before this node and run it, or use .first() or .all() in place of .item";

const itemOf = ({ sandbox }: typeof first, fields: IDataObject, key = sandbox.apiKey) => ({
	json: { ...fields, key, url: sandbox.url, text: 'Hello' },
});
const sendAll = async (items: INodeExecutionData[], options = {}, more: SendOptions = {}) =>
	await sendTexts(first.sandbox, { items, credentials, onError, parameters: { options }, ...more });

/** Everything that arrived at an account: its recipient or path, and the key. */
const arrivalsAt = ({ sandbox }: typeof first) =>
	sandbox.requests.map(({ body, path, headers }) => {
		const { phone, api_key } = (body ?? {}) as IDataObject;
		return [phone ?? path, api_key ?? headers['api-key']];
	});

/** The routing does the same: messages.test.ts. */
describe('With one credential per item', () => {
	test('each message is signed with its own key and sent to its own host', async () => {
		const unknown = itemOf(second, { phone: CITRA }, UNKNOWN);
		await sendAll([itemOf(first, { phone: AYU }), itemOf(second, { phone: BUDI }), unknown]);
		expect(arrivalsAt(first)).toEqual([[AYU, 'key-of-the-first']]);
		expect(arrivalsAt(second).flat()).toEqual([BUDI, 'key-of-the-second', CITRA, UNKNOWN]);
	});

	test("each number is read in its credential's country, unless Country Code is set", async () => {
		const items = [
			itemOf(first, { phone: '0812-0000-1001', code: 62 }),
			itemOf(first, { phone: '(415) 555-2671', code: ' +1' }),
			itemOf(first, { phone: '0171 1234567', code: 'de' }),
			itemOf(first, { phone: '0171 1234567', code: 'XX' }),
		];
		const numbers = [BUDI, '14155552671', '491711234567'];
		const outcome = await sendAll(items);
		expect(arrivalsAt(first).map(([phone]) => phone)).toEqual(numbers);
		expect(outcome.items[3].json.error).toMatch(/credential "XX" is not a country:/);
		const { items: sent } = await sendAll(items.slice(3), { countryCode: '49' });
		expect(sent[0].json.recipient).toBe('491711234567');
		const onlySendTo = numbersOf('0812-0000-1001; (415) 555-2671');
		const listed = await sendAll(items.slice(0, 3), { onlySendTo });
		expect(resultsOf(listed)).toBe('sent sent onlySendTo');
	});

	test('each schedule uses the unit of its credential', async () => {
		const items = ['seconds', 'milliseconds', 'weeks', undefined, ''].map((unit) =>
			itemOf(first, { phone: AYU, unit }),
		);
		const outcome = await sendAll(items, { sendAt: '2036-12-01T09:00:00' });
		const timestamps = first.sandbox.requests.map(({ body }) => (body as IDataObject).send_at);
		expect(timestamps).toEqual(['2111709600', '2111709600000']);
		const scheduledFor = '2036-12-01T02:00:00.000Z';
		const error = expect.stringContaining('is not supported: use seconds or milliseconds');
		expect(outcome.items.map(({ json }) => json)).toMatchObject([
			...[{ scheduledFor }, { scheduledFor }],
			...[{ error }, { error }, { error }],
		]);
		// No message without a schedule needs the unit.
		expect(resultsOf(await sendAll(items.slice(2)))).toBe('sent sent sent');
	});

	test('each account has its own stop list, which is read once', async () => {
		putLists(first.sandbox, { L1: [AYU] });
		putLists(second.sandbox, { L1: [BUDI] });
		const items = [first, second].flatMap((account) =>
			[AYU, BUDI, CITRA].map((phone) => itemOf(account, { phone })),
		);
		await sendAll(items, { neverSendTo: listById('L1') });
		const arrived = [first, second].map((account) => arrivalsAt(account).map(([to]) => to));
		expect(arrived).toEqual([
			['/lists/L1', BUDI, CITRA],
			['/api/v1/lists/L1', AYU, CITRA],
		]);
	});

	test.each(READS)('%s uses its own key', async (_operation, read, path) => {
		for (const { sandbox } of [first, second]) putLists(sandbox, { L1: [AYU] });
		const items = [itemOf(first, {}), itemOf(second, {}), itemOf(second, {}, UNKNOWN)];
		const outcome = await read(first.sandbox, {}, { items, credentials, onError });
		expect(arrivalsAt(first)).toEqual([[path, 'key-of-the-first']]);
		expect(arrivalsAt(second)).toEqual([
			[`/api/v1${path}`, 'key-of-the-second'],
			[`/api/v1${path}`, UNKNOWN],
		]);
		const links = items.map((_, item) => ({ pairedItem: { item } }));
		expect(outcome.items).toMatchObject(links);
		expect(failedOf(outcome)).toMatchObject([{ pairedItem: { item: 2 } }]);
	});

	test('only the item whose expression fails is not sent, and its error names the credential', async () => {
		const apiKey = '={{ $itemIndex === 1 ? $("No such node").item : $json.key }}';
		const items = [AYU, BUDI, CITRA].map((phone) => itemOf(first, { phone }));
		const failing = { whatsAppSenderApi: { ...whatsAppSenderApi, apiKey } };
		const outcome = await sendAll(items, {}, { credentials: failing });
		expect(resultsOf(outcome)).toBe('sent invalid sent');
		expect(outcome.items[1].json.error).toBe(`The WhatsApp Sender API ${NO_SUCH_NODE}`);
	});
});

test('Each item uses its own token of the receiver, which is redacted', async () => {
	receiver.respond = (_response, { headers }) => ({ got: headers.authorization });
	const tokens = ['first-token', '', 'second-token', undefined];
	const items = tokens.map((token) => ({ json: { ...contact('Ayu').json, token } }));
	const token = '={{ $itemIndex < 3 ? $json.token : $("No such node").item }}';
	const whatsAppSenderWebhookApi = { authentication: 'bearerAuth', token };
	const options = { items, credentials: { whatsAppSenderWebhookApi }, onError } as const;
	const outcome = await postContacts(receiver, { receiverAuthentication: 'credential' }, options);
	const received = receiver.received.map(({ headers }) => headers.authorization);
	expect(received).toEqual(['Bearer first-token', 'Bearer second-token']);
	const got = '•••';
	expect(outcome.items.map(({ json }) => json)).toEqual([
		{ got },
		{ error: expect.stringMatching(/^Token .* is empty$/) },
		{ got },
		{ error: `The WhatsApp Sender Webhook API ${NO_SUCH_NODE}` },
	]);
});
