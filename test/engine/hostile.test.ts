import fc from 'fast-check';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import type { AnswerFault } from '../../sandbox';
import { postContacts, useReceiver } from './receiver';
import type { Outcome } from './run';
import { credentialOf, getContacts, getLists, PHONE, recipients } from './sandbox';
import { sendTexts, useSandbox } from './sandbox';

const holder = useSandbox({ basePath: '/api/v1' });
const receiver = useReceiver();

/** Texts that have broken software before. */
const NASTY_TEXTS = [
	'x\r\nX-Injected: yes\r\n\r\n{"phone":"1"}',
	'--boundary\r\nContent-Disposition: form-data; name="api_key"\r\n\r\nother',
	'"; name="api_key"; filename="x',
	'\ud800 lone \udc00',
	'\u202egnp.exe\u202c \u200f\u200e\u2066',
	'__proto__',
	'={{ $env }}',
	'e\u0301'.repeat(200),
];
const CLIMBING = '.. ．． ../send %2e%2e a\\..\\b //evil.example ?all=true x#y'.split(' ');
const BIG = 'x'.repeat(1_000_000);

/** Any text: nasty ones, any code units, any Unicode. */
const text = fc.oneof(
	fc.constantFrom(...NASTY_TEXTS),
	fc.string({ unit: 'binary', maxLength: 60 }),
	fc
		.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
		.map((units) => String.fromCharCode(...units)),
);
const POLLUTING = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}';
/** Whatever an expression may give where a text is due, with prototype keys among its keys. */
const anything = fc.oneof(
	text,
	fc.jsonValue({ noUnicodeString: false, maxDepth: 3 }),
	fc.constantFrom(true, false, null, 0, -1, 1.5, 1e21),
	fc.constant(JSON.parse(POLLUTING)),
);

/** Holds for each of the examples, and for whatever else the value is; `LONG=1 npm test` tries more. */
async function forAny<T>(
	values: fc.Arbitrary<T>,
	holds: (value: T) => Promise<void>,
	examples: T[] = [],
): Promise<void> {
	const numRuns = examples.length + (process.env.LONG ? 100 : 6);
	const all = examples.map((example): [T] => [example]);
	// A text of 5 MB takes half an hour to be made smaller.
	const parameters = { numRuns, examples: all, endOnFailure: true };
	await fc.assert(fc.asyncProperty(values, holds), parameters);
}

const labelsOf = (fields: INodeProperties[]): string[] =>
	fields.flatMap(({ displayName, options = [] }) => [
		displayName,
		...labelsOf(options.flatMap((each) => ('values' in each ? each.values : each)) as never),
	]);
const { description } = new WhatsAppSender();
const labels = labelsOf([...description.properties, ...new WhatsAppSenderApi().properties]);
/** An error about input begins with the label of its field, or says what the item lacks. */
const FIELDS = new RegExp(
	`^((Minimum of |Maximum of |row \\d+ of )?(${labels.filter(Boolean).join('|')})\\b|Header "|The input item has no phone)`,
);

/** An outcome that no input may spoil: success, or one of n8n's errors in plain words. */
function expectCivil({ error }: Outcome): void {
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	if (!error) return;
	expect(['NodeApiError', 'NodeOperationError']).toContain(error.name);
	// Nothing that hides, forges lines or turns the writing around.
	expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
	expect(error.message.length).toBeLessThan(700);
	expect(error.message).not.toMatch(/undefined|\[object|is not a function|Cannot read|NaN/);
}

const VALUE = '={{ $json.value }}';
/** An item whose JSON has the value; parameters reach it as `$json.value`. */
const itemWith = (value: unknown) => ({
	items: [{ json: { name: 'Ayu', phone: PHONE, value } as never }],
});

/** Parameters, and fields of the credential. */
test.each<[string, INodeParameters, object?]>([
	['phone', { phone: VALUE }],
	['text', { text: VALUE }],
	['group', { recipientType: 'group', groupId: VALUE }],
	['buttons', { isInteractive: true, buttons: VALUE }],
	['sendAt', { options: { sendAt: VALUE } }],
	['sendAtUnit', { options: { sendAt: '2030-01-01T09:00:00' } }, { sendAtUnit: VALUE }],
	['numbers', { options: { neverSendTo: { __rl: true, mode: 'numbers', value: VALUE } } }],
	['options', { options: VALUE }],
	['binary field', { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: VALUE }],
	['recipientType', { recipientType: VALUE }],
])('Anything as %s is sent as documented or refused by name', async (_, given, login = {}) => {
	const { sandbox } = holder;
	const parameters = { phone: PHONE, groupId: '120363025246125486@g.us', text: 'Hi', ...given };
	const holds = async (value: unknown) => {
		sandbox.reset();
		const { whatsAppSenderApi } = credentialOf(sandbox);
		const credentials = { whatsAppSenderApi: { ...whatsAppSenderApi, ...login } };
		const outcome = await sendTexts(sandbox, { ...itemWith(value), parameters, credentials });
		expectCivil(outcome);
		if (sandbox.requests.length === 0) return expect(outcome.error?.message).toMatch(FIELDS);
		// The sandbox refuses every field that is not documented, or of another type.
		expect(sandbox.requests.map(({ problem }) => problem)).toEqual([undefined]);
		expect(outcome.error).toBeUndefined();
	};
	await forAny(anything, holds, [BIG]);
});

test('A list id is one step below /lists/, or refused by name', async () => {
	const { sandbox } = holder;
	const list = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const holds = async (id: string) => {
		sandbox.reset();
		const options = { items: [{ json: { id } }] };
		const outcome = await getContacts(sandbox, '', { list, returnAll: true }, options);
		expectCivil(outcome);
		if (sandbox.requests.length === 0) {
			expect(/^\.{0,2}$/.test(id.trim()) || !id.isWellFormed()).toBe(true);
			return expect(outcome.error?.message).toMatch(FIELDS);
		}
		expect(sandbox.requests).toHaveLength(1);
		const [{ method, path, query, headers }] = sandbox.requests;
		expect({ method, query }).toEqual({ method: 'GET', query: { all: 'true' } });
		expect(path).toBe(`/api/v1/lists/${encodeURIComponent(id.trim().toWellFormed())}`);
		expect(headers).not.toHaveProperty('x-injected');
	};
	await forAny(text, holds, [...CLIMBING, ...NASTY_TEXTS]);
});

let posts = 0;
test.each<[string, INodeParameters]>([
	['name', { name: VALUE }],
	['phone', { phone: VALUE }],
	['webhookUrl', { webhookUrl: VALUE }],
	['fields', { options: { fields: VALUE } }],
	['headers', { options: { headers: VALUE } }],
	['timeout', { requestOptions: { timeout: VALUE } }],
	['options', { options: VALUE }],
])('Webhook List with anything as %s posts one JSON object or is refused', async (_, given) => {
	const holds = async (value: unknown) => {
		// A path of its own: a request that timed out may arrive late.
		const path = `/hook/${++posts}`;
		const parameters = { webhookUrl: receiver.url + path, ...given };
		const outcome = await postContacts(receiver, parameters, itemWith(value));
		expectCivil(outcome);
		const received = receiver.received.filter(({ url }) => url === path);
		if (received.length === 0) return expect(outcome.error).toBeDefined();
		expect(received).toHaveLength(1);
		expect(JSON.parse(received[0].body)).toBeInstanceOf(Object);
	};
	await forAny(anything, holds, [BIG, '__proto__', 'constructor']);
});

const faults: fc.Arbitrary<AnswerFault> = fc.record({
	status: fc.constantFrom(200, 200, 200, 204, 302, 400, 401, 404, 429, 500, 599),
	body: fc.oneof(anything, fc.record({ status: anything, data: anything, error: anything })),
	contentType: fc.constantFrom('application/json', 'text/plain', 'text/html', 'nonsense'),
});
const examples = [
	...[7, null, [1, 2, 3], [null, [], '']],
	{ status: 500, data: '\u0000\u001b[31m\r\nred\u202e' },
].map((body) => ({ status: 200, body }));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What is an acknowledgement: see unit/response.test.ts. */
test('No response of the service crashes anything', async () => {
	const { sandbox } = holder;
	const holds = async (fault: AnswerFault) => {
		sandbox.reset();
		sandbox.onSend = () => fault;
		sandbox.onLists = () => fault;
		const send = await sendTexts(sandbox, { items: recipients(1) });
		const lists = await getLists(sandbox, { returnAll: true });
		const contacts = await getContacts(sandbox, 'L1', { returnAll: true });
		for (const outcome of [send, lists, contacts]) expectCivil(outcome);
		expect(sandbox.requests).toHaveLength(3);
		expect(send.items.map(({ json }) => json.success)).toEqual(send.error ? [] : [true]);
		for (const { json } of [...lists.items, ...contacts.items]) expect(isObject(json)).toBe(true);
	};
	await forAny(faults, holds, examples);
});

test("Every response of a webhook's receiver becomes items or an error", async () => {
	const holds = async ({ status, body }: AnswerFault) => {
		const json = JSON.stringify(body) ?? '';
		receiver.answer = (reply) => reply.code(status).type('application/json').send(json);
		const outcome = await postContacts(receiver);
		expectCivil(outcome);
		expect(outcome.error === undefined).toBe(status < 300);
		expect(outcome.items.every(({ json }) => isObject(json))).toBe(true);
	};
	await forAny(faults, holds, [...examples, { status: 200, body: 'x'.repeat(5_000_000) }]);
});
