import type { INodeParameters } from 'n8n-workflow';
import type { AnswerFault } from '../../sandbox';
import { fc } from '../random';
import { numbersOf } from './broadcasts';
import { postContacts, useReceiver } from './receiver';
import type { Outcome } from './run';
import {
	PHONE,
	getContacts,
	getLists,
	listById,
	recipients,
	sendTexts,
	useSandbox,
} from './sandbox';

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
/** An object that no text can be made of. */
const BARE = Object.create(null) as object;
const POLLUTING = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}';

/** Any text: nasty ones, any Unicode, any code units. */
const text = fc.oneof(
	fc.constantFrom(...NASTY_TEXTS),
	fc.string({ unit: 'binary', maxLength: 60 }),
	fc
		.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
		.map((units) => String.fromCharCode(...units)),
);
/** Anything that an expression may return instead of a text. */
const anything = fc.oneof(
	text,
	fc.jsonValue({ noUnicodeString: false, maxDepth: 3 }),
	fc.constantFrom(true, false, null, 0, -1, 1.5, 1e21),
	fc.constantFrom(JSON.parse(POLLUTING), BARE),
);

/** Tries the examples and some random values; more with `LONG=1`. */
function testAny<T>(
	title: string,
	values: fc.Arbitrary<T>,
	examples: T[],
	check: (value: T) => Promise<void>,
): void {
	const numRuns = examples.length + (process.env.LONG ? 100 : 3);
	const all = examples.map((value): [T] => [value]);
	// Shrinking a text of 5 MB takes half an hour.
	const parameters = { numRuns, examples: all, endOnFailure: true };
	test(title, async () => await fc.assert(fc.asyncProperty(values, check), parameters));
}

/** A success, or one of n8n's errors in plain words. */
function expectPlain({ error }: Outcome): void {
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	if (!error) return;
	expect(['NodeApiError', 'NodeOperationError']).toContain(error.name);
	// No character hides, forges lines or turns the writing around.
	expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
	expect(error.message.length).toBeLessThan(700);
	expect(error.message).not.toMatch(/undefined|\[object|is not a function|Cannot read|NaN/);
}

const expectNamed = ({ error }: Outcome, field: string) =>
	expect(error?.message.replace(/^".*"(?: \(.*\))? of /s, '').slice(0, field.length)).toBe(field);

const VALUE = '={{ $json.value }}';
const UPLOAD = { operation: 'sendMedia', mediaSource: 'binary' };
const itemWith = (value: unknown) => ({
	items: [{ json: { name: 'Ayu', phone: PHONE, value } as never }],
});

const FIELDS: Record<string, INodeParameters> = {
	Phone: { phone: VALUE },
	Text: { text: VALUE },
	'Group ID': { recipientType: 'group', groupId: VALUE },
	Buttons: { isInteractive: true, buttons: VALUE },
	'Send At': { options: { sendAt: VALUE } },
	'Never Send To': { options: { neverSendTo: numbersOf(VALUE) } },
	'Input Data Field Name': { ...UPLOAD, binaryPropertyName: VALUE },
	'Send To': { recipientType: VALUE },
};
for (const [field, given] of Object.entries(FIELDS)) {
	const title = `Any value of ${field} is sent in a valid request or refused by name`;
	testAny(title, anything, [BIG, BARE], async (value) => {
		const { sandbox } = holder;
		sandbox.reset();
		const parameters = { phone: PHONE, groupId: '120363025246125486@g.us', text: 'Hi', ...given };
		const outcome = await sendTexts(sandbox, { ...itemWith(value), parameters });
		expectPlain(outcome);
		if (sandbox.requests.length === 0) return expectNamed(outcome, field);
		expect(sandbox.requests.map(({ problem }) => problem)).toEqual([undefined]);
		expect(outcome.error).toBeUndefined();
	});
}

const ids = [...CLIMBING, ...NASTY_TEXTS];
testAny('Any ID of a list is one step below /lists/, or refused by name', text, ids, async (id) => {
	const { sandbox } = holder;
	sandbox.reset();
	const outcome = await getContacts(sandbox, { list: listById(VALUE) }, itemWith(id));
	expectPlain(outcome);
	if (sandbox.requests.length === 0) {
		expect(/^(?:\.{1,2}|[\s\p{Cc}\p{Cf}\p{DI}]*)$/u.test(id.trim()) || !id.isWellFormed()).toBe(
			true,
		);
		return expectNamed(outcome, 'List');
	}
	const url = `/api/v1/lists/${encodeURIComponent(id.trim().toWellFormed())}?all=true`;
	expect(sandbox.requests).toMatchObject([{ method: 'GET', url }]);
	expect(sandbox.requests[0].headers).not.toHaveProperty('x-injected');
});

const WEBHOOK_FIELDS: Record<string, INodeParameters> = {
	Name: { name: VALUE },
	Phone: { phone: VALUE },
	'Webhook URL': { webhookUrl: VALUE },
	'Extra Fields': { options: { fields: VALUE } },
	'Extra Headers': { options: { headers: VALUE } },
	Timeout: { requestOptions: { timeout: VALUE } },
	Proxy: { requestOptions: { proxy: VALUE } },
};
let posts = 0;
for (const [field, given] of Object.entries(WEBHOOK_FIELDS)) {
	const title = `Webhook List posts one JSON object or is refused with any ${field}`;
	testAny(title, anything, [BIG, BARE, '__proto__', 'constructor'], async (value) => {
		// A path of its own: a request that timed out may arrive late.
		const path = `/hook/${++posts}`;
		const parameters = { webhookUrl: receiver.url + path, ...given };
		const outcome = await postContacts(receiver, parameters, itemWith(value));
		expectPlain(outcome);
		const received = receiver.received.filter(({ url }) => url === path);
		if (received.length === 0) return expect(outcome.error).toBeDefined();
		expect(received).toHaveLength(1);
		expect(JSON.parse(received[0].body)).toBeInstanceOf(Object);
	});
}

const responses: fc.Arbitrary<AnswerFault> = fc.record({
	status: fc.constantFrom(200, 200, 200, 204, 302, 400, 401, 404, 429, 500, 599),
	body: fc.oneof(anything, fc.record({ status: anything, data: anything, error: anything })),
	contentType: fc.constantFrom('application/json', 'text/plain', 'text/html', 'nonsense'),
});
const FORGED = { status: 500, data: '\u0000\u001b[31m\r\nred\u202e' };
const bodies = [7, null, [1, 2, 3], [null, [], ''], FORGED, 'x'.repeat(5_000_000)];
const examples = bodies.map((body) => ({ status: 200, body }));
const title = 'Any response of the service or a receiver becomes objects or a plain error';
testAny(title, responses, examples, async (fault) => {
	const { sandbox } = holder;
	sandbox.reset();
	sandbox.onSend = () => fault;
	sandbox.onLists = () => fault;
	const json = { 'content-type': 'application/json' };
	receiver.respond = (response) =>
		response.writeHead(fault.status, json).end(JSON.stringify(fault.body));
	const sent = await sendTexts(sandbox, { items: recipients(1) });
	const posted = await postContacts(receiver);
	const read = [await getLists(sandbox, { returnAll: true }), await getContacts(sandbox)];
	for (const outcome of [sent, posted, ...read]) expectPlain(outcome);
	expect(sandbox.requests).toHaveLength(3);
	expect(sent.items.map(({ json }) => json.success)).toEqual(sent.error ? [] : [true]);
	expect(posted.error === undefined).toBe(fault.status < 300);
	const items = [posted, ...read].flatMap((outcome) => outcome.items);
	for (const item of items) expect(item.json).toBeInstanceOf(Object);
});
