import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import type { AnswerFault } from '../../sandbox';
import { NOBODY, TEST_PHONE, anyBroadcast, isIn, perform } from './anyBroadcast';
import type { Broadcast, Run, Sent } from './anyBroadcast';
import { numbersOf, resultsOf } from './broadcasts';
import { useMarks } from './deduplication';
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
const marks = useMarks();

const isAccepted = ({ result }: Sent) => result === 'accepted';
const isUnconfirmed = ({ result }: Sent) => result === 'unconfirmed';
const mayHaveArrived = ({ result }: Sent) => result !== 'rejected';
const count = <T>(all: T[], holds: (element: T) => unknown) => all.filter(holds).length;

const sentFor = ({ sent }: Run, item: number) => sent.filter((message) => message.item === item);

/** Rules for each two messages. */
const PAIRS: Record<string, (before: Sent, after: Sent, broadcast: Broadcast) => boolean> = {
	'messages go in item order within a try': (before, after, { tries }) => {
		const isRepeated = tries > 1 && before.run === after.run;
		if (before.execution !== after.execution || isRepeated) return before.run <= after.run;
		return before.item < after.item;
	},
	// A person's Retry sends an unconfirmed item again.
	'Each Recipient Once sends to nobody twice': (before, after, { once }) =>
		!once ||
		before.person !== after.person ||
		before.result === 'rejected' ||
		(isUnconfirmed(before) && before.item === after.item),
	// The next try goes on from the failure.
	'On Error = Stop starts nothing after a failure': (before, after, { onError }) =>
		onError !== 'stopWorkflow' ||
		before.execution !== after.execution ||
		isAccepted(before) ||
		(before.result === 'rejected' && before.item <= after.item),
	'no retry sends an accepted item again': (before, after) =>
		!isAccepted(before) || before.item !== after.item,
	'only a person sends an unconfirmed item again': (before, after) =>
		before.result === 'rejected' ||
		before.item !== after.item ||
		before.execution < after.execution,
};

/** Rules for each message. */
const MESSAGES: Record<string, (sent: Sent, broadcast: Broadcast) => boolean> = {
	'a message goes to its recipient, or to the test number': (sent, { isTest }) =>
		sent.recipient === (isTest ? TEST_PHONE : sent.meantRecipient),
	'no message goes to an excluded person': ({ person }, { never, only }) =>
		!isIn(never, person) && (!only || isIn(only, person)),
	'a dry run sends no message': (_sent, { dryRun }) => !dryRun,
};

/** Whether a reason is true. */
const REASONS: Record<string, (item: number, run: Run, broadcast: Broadcast) => boolean> = {
	invalid: (item, { people }) => people[item] === NOBODY,
	rejected: (item, run) => sentFor(run, item).some(({ result }) => result === 'rejected'),
	unconfirmed: (item, run) => sentFor(run, item).some(isUnconfirmed),
	neverSendTo: (item, { people }, { never }) => isIn(never, people[item]),
	onlySendTo: (item, { people }, { only }) => !isIn(only, people[item]),
	duplicate: (item, { sent, people }, { once }) =>
		once && sent.some((message) => message.item !== item && message.person === people[item]),
	maxPerExecution: (_, { sent }, { max }) => count(sent, mayHaveArrived) === max,
	test: (_, { sent }) => count(sent, mayHaveArrived) === 3,
};

/** Rules for each run of the node. */
const RUNS: Record<string, (run: Run, broadcast: Broadcast) => boolean> = {
	'each item has one row, in order, on the right output': (run, { onError }) => {
		const { rows, items, error } = run;
		const isStopped = run.inFlight !== undefined;
		const outputs = [0, 1].map((output) => rows.filter((row) => row.output === output));
		const linked = outputs.map((output) => output.map(({ item }) => item));
		const failed = outputs.map((output) => count(output, ({ json }) => json.error));
		return (
			linked.every((output) => output.every((item, index) => !(item <= output[index - 1]))) &&
			failed[1] === outputs[1].length &&
			(isStopped || onError !== 'continueErrorOutput' || failed[0] === 0) &&
			(isStopped || error !== undefined || linked.flat().sort().join() === items.join())
		);
	},

	'a row with success was accepted, and warns of an earlier attempt or another recipient': (
		run,
		{ isTest },
	) =>
		run.rows.every(({ json, item }) => {
			if (json.success !== true) return true;
			const attempts = sentFor(run, item);
			const last = attempts.findIndex(isAccepted);
			const sent = attempts[last];
			const mustWarn = attempts.slice(0, Math.max(0, last)).some(isUnconfirmed);
			const person = run.people[item];
			const isOther = person !== NOBODY && person !== sent?.person && !isTest;
			const warns = json.warning !== undefined;
			return (
				(json.meantFor ?? json.recipient) === sent?.meantRecipient &&
				// If the execution stops before the item, nobody reads its recipient.
				(run.inFlight === undefined ? warns === (mustWarn || isOther) : warns || !mustWarn)
			);
		}),

	'an accepted item has a row with success, and any other one a true reason': (run, broadcast) =>
		run.rows.every(({ json: { success, reason }, item }) => {
			if (broadcast.dryRun || run.inFlight !== undefined || success) return true;
			const wasAccepted = sentFor(run, item).some(isAccepted);
			return !wasAccepted && REASONS[String(reason)]?.(item, run, broadcast);
		}),

	'a hint counts the rows': ({ rows, hint }, { dryRun }) => {
		if (dryRun || !hint || rows.length < 2) return true;
		const fields = ['success', 'skipped', 'error'];
		const counts = fields.map((field) => count(rows, ({ json }) => json[field]));
		const patterns = [/^Accepted: (\d+) of/, /(\d+) w\w+ skipped:/, /(\d+) failed:/];
		const named = patterns.map((pattern) => Number(pattern.exec(hint)?.[1] ?? 0));
		return named.join() === counts.join();
	},

	'an error counts each item once, and what was sent before': (run, { isTest }) => {
		const { error, items, inFlight, sent } = run;
		if (!error) return true;
		const next = inFlight ?? items[error.context!.itemIndex!] + 1;
		const wasEver = (holds: (message: Sent) => boolean) => (item: number) =>
			sentFor(run, item).some(holds);
		const isDone = wasEver(isAccepted);
		const left = items.filter((item) => item >= next && !isDone(item));
		const [accepted, unconfirmed] = [count(items, isDone), count(left, wasEver(isUnconfirmed))];
		const [total, notSent] = [items.length, left.length - unconfirmed];
		const before = count(sent, (message) => isAccepted(message) && !items.includes(message.item));
		const acceptedOf = `Accepted: ${accepted} of ${total}`;
		if (inFlight !== undefined)
			return error.message.startsWith(`The execution was canceled. ${acceptedOf}.`);
		const skipped = total - accepted - 1 - left.length;
		const counts = `Accepted: ${accepted}. Failed: ${1 + unconfirmed}. Skipped: ${skipped}. Not sent: ${notSent}.`;
		const isAlone = total < 2 && before === 0;
		const isSilent = isAlone || isTest || !sent.some(mayHaveArrived);
		const end = `${acceptedOf}${before > 0 ? `, ${before} before` : ''}.`;
		return (
			(total < 2 || error.description!.startsWith(counts)) &&
			(isSilent ? !error.message.includes('Accepted') : error.message.endsWith(end))
		);
	},
};

const brokenBy = <Rule>(rules: Record<string, Rule>, holds: (rule: Rule) => boolean) =>
	Object.keys(rules).filter((name) => !holds(rules[name]));

/** More with `LONG=1`. */
const numRuns = process.env.LONG ? 3_000 : 240;

test('Any broadcast obeys the rules of sending', async () => {
	const property = fc.asyncProperty(anyBroadcast, async (broadcast) => {
		const { sent, runs, requests } = await perform(broadcast, holder.sandbox);
		const { max = Infinity, isTest, stopAt = Infinity } = broadcast;
		const pairs = sent.flatMap((after, index) =>
			sent.slice(0, index).map((before) => [before, after]),
		);
		const broken = [
			...brokenBy(PAIRS, (rule) => pairs.every(([one, other]) => rule(one, other, broadcast))),
			...brokenBy(MESSAGES, (rule) => sent.every((message) => rule(message, broadcast))),
			...brokenBy(RUNS, (rule) => runs.every((run) => rule(run, broadcast))),
		];
		const rows = runs.map((run) => [run.error?.message, ...run.rows]);
		expect({ broken, ...(broken.length > 0 && { sent, rows }) }).toEqual({ broken: [] });
		expect(count(sent, mayHaveArrived)).toBeLessThanOrEqual(isTest ? Math.min(max, 3) : max);
		expect(sent.length).toBeLessThanOrEqual(stopAt + 1);
		expect(requests.filter(({ valid }) => !valid)).toEqual([]);
	});
	await fc.assert(property, { numRuns });
}, 3_600_000);

test('A dry run says what a real run then does, if the service accepts everything', async () => {
	const property = fc.asyncProperty(anyBroadcast, async (any) => {
		const items = any.items.map((item) => ({ ...item, responses: [] }));
		const onError = 'continueRegularOutput' as const;
		const all = { ...any, items, onError, retries: [], stopAt: undefined };
		const planned = await perform({ ...all, dryRun: true }, holder.sandbox);
		const done = await perform({ ...all, dryRun: false }, holder.sandbox);
		expect(resultsOf(planned.outcome).replaceAll('dry', 'sent')).toBe(resultsOf(done.outcome));
	});
	await fc.assert(property, { numRuns: numRuns / 4 });
}, 3_600_000);

/** A new execution knows nothing of the others, as after a kill. The last one may send to everybody. */
test('A campaign loses nobody and sends to nobody twice, in any executions', async () => {
	const property = fc.asyncProperty(anyBroadcast, async (any) => {
		marks.reset();
		const all = { ...any, isTest: false, dryRun: false, campaign: true };
		const { sent } = await perform(all, holder.sandbox);
		const items = all.items.map((item) => ({ ...item, changed: undefined, responses: [] }));
		const last = { ...all, items, retries: [], max: undefined, stopAt: undefined };
		const rest = await perform({ ...last, onError: 'continueRegularOutput' }, holder.sandbox);
		const reached = [...sent, ...rest.sent].filter(mayHaveArrived).map(({ person }) => person);
		expect(reached).toEqual([...new Set(reached)]);
		const { never, only } = all;
		const wanted = rest.runs[0].people.filter(
			(person) => person !== NOBODY && !isIn(never, person) && (!only || isIn(only, person)),
		);
		// A message that was in flight at the stop: nobody knows whether it arrived.
		const unconfirmed = rest.runs.flatMap(({ rows, people }) =>
			rows.flatMap(({ json, item }) => (json.reason === 'unconfirmed' ? people[item] : [])),
		);
		expect([...reached, ...unconfirmed]).toEqual(expect.arrayContaining(wanted));
	});
	await fc.assert(property, { numRuns: numRuns / 4 });
}, 3_600_000);

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
	fc.constant(JSON.parse(POLLUTING)),
);

/** Tries the examples and some random values; more with `LONG=1`. */
function testAny<T>(
	title: string,
	values: fc.Arbitrary<T>,
	examples: T[],
	check: (value: T) => Promise<void>,
): void {
	const numRuns = examples.length + (process.env.LONG ? 100 : 6);
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
	expect(error?.message.replace(/^".*" of /s, '').slice(0, field.length)).toBe(field);

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
	testAny(title, anything, [BIG], async (value) => {
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
};
let posts = 0;
for (const [field, given] of Object.entries(WEBHOOK_FIELDS)) {
	const title = `Webhook List posts one JSON object or is refused with any ${field}`;
	testAny(title, anything, [BIG, '__proto__', 'constructor'], async (value) => {
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
