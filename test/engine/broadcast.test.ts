import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	AYU,
	BUDI,
	CITRA,
	DEWI,
	NO_SIGNAL,
	hintsOf,
	messages,
	numbersOf,
	putLists,
	resultsOf,
	useBroadcasts,
	useClock,
	withDelay,
} from './broadcasts';
import type { Broadcast } from './broadcasts';
import { useMarks } from './deduplication';
import type { Outcome } from './run';
import { listById, phone, recipients } from './sandbox';

const { holder, send, summaryOf, arrivals } = useBroadcasts();

const clock = useClock();
const dryRun = (options: object = {}) => ({ options: { dryRun: true, ...options } });
const rowFor = (row: number, recipient: string, more: object) => ({
	row,
	problem: '',
	warning: '',
	recipient,
	text: 'Hello',
	wouldSend: false,
	...more,
});
const readyRow = (row: number, recipient: string, more: object = {}) =>
	rowFor(row, recipient, { reason: 'ready', wouldSend: true, ...more });

describe('Dry Run', () => {
	test('shows per item whether it would be sent, and sends nothing', async () => {
		putLists(holder.sandbox, { team: [AYU, BUDI, DEWI] });
		const onlySendTo = { ...listById('team'), mode: 'list', cachedResultName: 'Team (3)' };
		const options = { onlySendTo, eachRecipientOnce: true, ...withDelay(60) };
		const to = messages(AYU, 'nobody', BUDI, AYU, CITRA, DEWI);
		// A rule decides before the text is read.
		for (const index of [3, 5]) to[index].json.text = '';
		to[1].json.name = 'Sari Dewi';
		// As n8n's Google Sheets node returns it.
		to[5].json.row_number = 8;
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const outcome = await send({ to, ...dryRun(options), onError });
			const rows = [
				readyRow(1, AYU),
				rowFor(2, 'nobody', {
					reason: 'invalid',
					problem: expect.stringMatching('^Phone "nobody" is not'),
				}),
				readyRow(3, BUDI),
				rowFor(4, AYU, { reason: 'duplicate', text: '' }),
				rowFor(5, CITRA, { reason: 'onlySendTo' }),
				rowFor(8, DEWI, {
					reason: 'invalid',
					problem: expect.stringMatching('^Text is empty'),
					text: '',
				}),
			];
			expect(outcome.items).toEqual(rows.map((json, item) => ({ json, pairedItem: { item } })));
			expect(outcome.errors).toEqual([]);
			expect(hintsOf(outcome)).toEqual([
				'2 of 6 would be sent: 1 twice, 1 not on the list Team. With these delays about 60 s. Rows 2, 8 cannot be sent. Recipients: 2 in +62. Options: Delay Between Messages, Dry Run, Each Recipient Once, Only Send To.',
			]);
		}
		expect(holder.sandbox.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
	});

	const group = { recipientType: 'group', groupId: '120@g.us', isInteractive: true };
	const sendAt = '2036-12-01T09:00:00';
	const all = [{ text: 'Yes' }, { title: 'No', id: 1 }, { url: 'x' }, 'Later'];
	const footer = { footer: 'Shop', buttons: JSON.stringify(all) };
	const text = 'Hello\nShop\nYes\nNo\n{"url":"x"}\nLater';
	const groupRow = readyRow(1, '120@g.us', { text, scheduledFor: `${sendAt}+07:00` });
	const hello = Buffer.from('hello'.repeat(6_750)).toString('base64');
	const binary = { data: { data: hello, mimeType: 'text/plain', fileName: 'hello.txt' } };
	const upload = { operation: 'sendMedia', mediaSource: 'binary' };
	const mediaUrl = 'https://example.com/offer.jpg';
	test.each<[INodeParameters, IDataObject]>([
		[{ ...group, ...footer, ...dryRun({ sendAt }) }, groupRow],
		[upload, readyRow(1, AYU, { file: 'hello.txt, 34 kB' })],
		[{ operation: 'sendMedia', mediaUrl }, readyRow(1, AYU, { file: mediaUrl })],
	])('shows the message of %j as its reader sees it', async (parameters, row) => {
		const to = [{ ...messages(AYU)[0], binary }];
		for (const runsBy of ['operations', 'routing'] as const) {
			const { items } = await send({ to, parameters: { ...dryRun(), ...parameters }, runsBy });
			expect(items.map(({ json }) => json)).toEqual([row]);
		}
	});

	test('shows times in the zone in which they are read', async () => {
		const to = messages(AYU, BUDI, 'nobody');
		to[0].json.time = '2036-12-01T09:00';
		const timezone = 'America/New_York';
		clock.set('2036-11-30T21:30', timezone);
		const sendAt = '={{ $json.time ?? $now }}';
		const outcome = await send({ to, ...dryRun({ sendAt }), timezone });
		const times = outcome.items.map(({ json }) => json.scheduledFor);
		expect(times).toEqual(['2036-12-01T09:00:00-05:00', expect.stringMatching(/-05:00$/), '']);
		expect(hintsOf(outcome)[0]).toContain(
			"Send At is read in America/New_York (the workflow's time zone).",
		);
	});

	test('looks at everything in the evening as if the hours had begun', async () => {
		clock.set('2036-11-29T22:10');
		const hours = { from: '09:00', to: '20:00', days: ['mon', 'tue'] };
		const to = messages(AYU, 'nobody', AYU, BUDI, '+622112345678', CITRA);
		const options = { sendHours: { hours }, eachRecipientOnce: true, maxPerExecution: 3 };
		const outcome = await send({ to, ...dryRun(options) });
		expect(resultsOf(outcome)).toBe('dry invalid duplicate dry dry maxPerExecution');
		expect(outcome.items.map(({ json }) => json.text)).toEqual(Array(6).fill('Hello'));
		expect(outcome.items[4].json).toMatchObject({ warning: 'landline', wouldSend: true });
		expect(hintsOf(outcome)[0]).toMatch(
			/^3 of 6 would be sent: 1 twice, 1 over the maximum\. .+ Row 2 cannot be sent\. Recipients: 3 in \+62\. Check the warnings of row 5\. It is Sat 22:10/,
		);
	});

	/** All warnings: unit/textWarnings.test.ts. A real run has none, because evaluating takes n8n time. */
	test('warns of placeholders and empty expressions', async () => {
		const media = { operation: 'sendMedia', mediaUrl: 'https://1drv.ms/b/s!AbC' };
		const parameters = { ...media, text: '=Hi {nombre}, {{ $json.nome }}' };
		const to = messages(AYU, BUDI);
		to[0].json.nome = 'Ayu';
		const outcome = await send({ to, ...dryRun(), parameters });
		expect(hintsOf(outcome)[0]).toContain(' Check the warnings of rows 1, 2. Options:');
		expect(outcome.items[1].json.warning).toBe(
			'{{ $json.nome }} is empty; {nombre} is left in the text',
		);
		expect(hintsOf(await send({ to, parameters }))).toEqual(['Accepted: 2 of 2.']);
	});

	test('reads no more items after the stop button', async () => {
		const stop = new AbortController();
		let evaluations = 0;
		// n8n handles the stop button only between two items, if the node lets it.
		const press = () => {
			setTimeout(() => stop.abort());
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
		};
		const variables = { phone: () => (++evaluations === 3 ? press() : undefined, AYU) };
		const parameters = { phone: '={{ $vars.phone() }}' };
		await send({ to: 50, ...dryRun(), parameters, variables, stop: stop.signal });
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(evaluations).toBe(3);
	});
});

/** Two children with one phone, and a second writing of the number. */
describe('A row that a dry run leaves out although its text differs', () => {
	useMarks();
	const bills = (...texts: string[]) =>
		texts.map((text, index) => ({ json: { phone: index % 2 ? AYU : `+${AYU}`, text } }));
	const warningsOf = ({ items }: Awaited<ReturnType<typeof send>>) =>
		items.map(({ json }) => json.warning);

	test.each([{ eachRecipientOnce: true }, { campaign: 'Bills' }])('warns: %j', async (options) => {
		const to = bills('Ana: 50', 'Ana: 50', 'Caio: 60', '');
		for (const [index, item] of to.entries()) Object.assign(item.json, { row_number: index + 18 });
		const parameters = { isInteractive: true, footer: 'Bye' };
		const outcome = await send({ to, ...dryRun(options), parameters });
		expect(warningsOf(outcome)).toEqual(['', '', 'another text than row 18', '']);
		expect(hintsOf(outcome).at(-1)).toContain(' Check the warnings of row 20. Options:');
		const batches = [[to[0]], bills('Caio: 60', 'Dewi: 70')];
		const looped = await send({ batches, ...dryRun(options) });
		expect(hintsOf(looped).at(-1)).toContain(' Check the warnings of rows 2, 3. Options:');
	});

	test('has another campaign for each order', async () => {
		const to = bills('Order 1', 'Order 2', 'Order 1', 'Order 2');
		const campaign = '={{ $json.text }}';
		const outcome = await send({ to, ...dryRun({ campaign }) });
		expect(warningsOf(outcome)).toEqual(['', 'also row 1', '', '']);
	});

	test('is sent without Each Recipient Once, with a warning', async () => {
		const outcome = await send({ to: bills('Ana: 50', 'Caio: 60'), ...dryRun() });
		expect(warningsOf(outcome)).toEqual(['', 'also row 1']);
	});
});

/** The result of each item: properties.test.ts. */
describe('Dry runs of an execution', () => {
	test('add up in a loop', async () => {
		const outcome = await send({
			batches: [messages(AYU, 'nobody'), messages('nobody', BUDI, CITRA)],
			...dryRun({ eachRecipientOnce: true, maxPerExecution: 3, ...withDelay(30) }),
		});
		expect(resultsOf(outcome)).toBe('dry invalid invalid dry dry');
		expect(outcome.items.map(({ json }) => json.row)).toEqual([3, 4, 5]);
		const hint =
			/^3 of 5 would be sent\. With these delays about 60 s\. Rows 2, 3 cannot be sent\./;
		expect(hintsOf(outcome).at(-1)).toMatch(hint);
	});

	test('count what was sent, and do not count for a real run, Retry, or another execution', async () => {
		const options = { dryRun: '={{ $json.dry ?? false }}', eachRecipientOnce: true };
		const batches = messages(AYU, AYU, AYU, BUDI).map((item) => [item]);
		for (const index of [0, 2]) batches[index][0].json.dry = true;
		const retryOf = await send({ batches, options, faults: { 1: NO_SIGNAL } });
		expect(summaryOf(retryOf)).toBe('0 1: dry sent duplicate');
		const again = { batches, ...dryRun({ eachRecipientOnce: true }) };
		expect(hintsOf(await send({ ...again, retryOf }))[0]).toMatch(/^1 of 1 would be sent/);
		expect(resultsOf(await send(again))).toBe('dry duplicate duplicate dry');
	});

	test('show in a retry what was sent, and what would follow', async () => {
		const to = messages(AYU, BUDI, AYU, CITRA);
		const retryOf = await send({ to, faults: { 1: [NO_SIGNAL] } });
		const options = { eachRecipientOnce: true, maxPerExecution: 2 };
		const outcome = await send({ to, ...dryRun(options), retryOf });
		expect(resultsOf(outcome)).toBe('sent dry duplicate maxPerExecution');
		expect(arrivals()).toEqual([0, 1]);
	});
});

describe('Send Test To', () => {
	const TESTER = phone(99);
	const toTester = (options: object = {}) => ({ options: { testPhone: `+${TESTER}`, ...options } });

	/** Other reasons to skip: properties.test.ts. */
	test('sends the first three messages to the test number, and nothing to anyone else', async () => {
		const to = messages(AYU, 'nobody', BUDI, CITRA, `+${DEWI}`, '0812');
		const { items } = await send({ to, ...toTester(), onError: 'continueRegularOutput' });
		expect(arrivals()).toEqual([99, 99, 99]);
		const time = expect.any(String);
		const sent = { success: true, text: 'Hello', status: 200, response: 'OK', sentAt: time };
		const rowFor = (meantFor: string, more: object, recipient = TESTER) => {
			return { recipient, meantFor, recipientType: 'phone', ...more };
		};
		const failed = { success: false, error: expect.any(String), reason: 'invalid' };
		expect(items.map(({ json }) => json)).toEqual([
			rowFor(AYU, sent),
			rowFor('nobody', failed, 'nobody'),
			rowFor(BUDI, sent),
			rowFor(CITRA, sent),
			rowFor(`+${DEWI}`, { success: false, skipped: true, reason: 'test' }, `+${DEWI}`),
			rowFor('0812', { success: false, skipped: true, reason: 'test' }, '0812'),
		]);
	});

	test('reads no item behind the third message, so bad rows there leave it green', async () => {
		const to = messages(AYU, BUDI, CITRA, 'nobody', DEWI);
		to[4].json.text = '';
		const retryOf = await send({ to, ...toTester() });
		expect(summaryOf(retryOf)).toBe('99 99 99: sent sent sent test test');
		const looked = await send({ to, ...toTester({ dryRun: true }) });
		expect(resultsOf(looked)).toBe('dry dry dry invalid test');
	});

	test('is shown in a dry run, and replaces a group', async () => {
		const group = { recipientType: 'group', groupId: '120@g.us' };
		const { items } = await send({ to: 1, ...toTester({ dryRun: true }), parameters: group });
		const row = { recipient: TESTER, meantFor: '120@g.us', text: 'Message 0' };
		expect(items[0].json).toMatchObject(row);
	});

	test('comes now: Send At is checked for the recipients, and left out', async () => {
		const tomorrow = { sendAt: '2036-12-01T09:00' };
		const { items } = await send({ to: 1, ...toTester(tomorrow) });
		expect(holder.sandbox.requests.map(({ body }) => body)).toMatchObject([{ phone: TESTER }]);
		expect(holder.sandbox.requests[0].body).not.toHaveProperty('send_at');
		expect(items[0].json).not.toHaveProperty('scheduledFor');
		const hours = { sendHours: { hours: { from: '10:00', to: '11:00' } } };
		const planned = await send({ to: 1, ...toTester({ ...tomorrow, ...hours, dryRun: true }) });
		expect(resultsOf(planned)).toBe('dry');
		const { error } = await send({ to: 1, ...toTester({ sendAt: 'tomorrow' }) });
		expect(error?.message).toMatch(/^Send At "tomorrow" is not a date and time/);
	});

	test.each<Broadcast>([
		{ to: messages('nobody', BUDI) },
		{ to: messages(AYU, BUDI, 'nobody'), ...toTester({ campaign: 'Offer' }) },
		{ faults: { 99: 'cut-after' } },
	])('says that it was a test, if it stops: %j', async (broadcast) => {
		const { error } = await send({ ...toTester(), ...broadcast });
		const words = / This was a test, so none went to the recipients: test again\.$/;
		expect(error?.description).toMatch(words);
		expect(error?.description).not.toMatch(/Retry|already got|campaign/);
	});

	test('repeats no test in a retry, and counts for nobody in a retry without it', async () => {
		const faults = { 99: [undefined, NO_SIGNAL], 0: [NO_SIGNAL] };
		const once = { eachRecipientOnce: true };
		const retryOf = await send({ ...toTester(once), faults });
		expect(summaryOf(await send({ retryOf, ...toTester() }))).toBe('99 99 99 99: sent sent sent');
		const again = { retryOf, options: { ...once, maxPerExecution: 3 } };
		const { error } = await send(again);
		expect(error?.message).not.toContain('Accepted');
		expect(resultsOf(await send(again))).toBe('sent sent sent');
		expect(arrivals().slice(4)).toEqual([0, 0, 1, 2]);
	});
});

describe('The output of a send says what was sent, and when', () => {
	const rowsOf = ({ items }: Outcome) => items.map(({ json }) => json);

	test('for messages that were sent or may have been, as the recipient sees them', async () => {
		const begun = Date.now();
		const to = messages(AYU, BUDI, CITRA, 'nobody');
		const faults = { 1: NO_SIGNAL, 2: 'cut-after' } as const;
		const parameters = { isInteractive: true, footer: 'Bye', buttons: '[{"text":"Yes"}]' };
		const [sent, rejected, unconfirmed, invalid] = rowsOf(
			await send({ to, faults, parameters, onError: 'continueRegularOutput' }),
		);
		expect(sent).toMatchObject({ success: true, text: 'Hello\nBye\nYes' });
		const time = Date.parse(String(sent.sentAt));
		expect(time).toBeGreaterThanOrEqual(begun);
		expect(time).toBeLessThanOrEqual(Date.now());
		expect(rejected).toMatchObject({ reason: 'rejected', text: 'Hello\nBye\nYes' });
		expect(rejected).not.toHaveProperty('sentAt');
		expect(unconfirmed).toMatchObject({ reason: 'unconfirmed', text: 'Hello\nBye\nYes' });
		expect(Date.parse(String(unconfirmed.sentAt))).toBeGreaterThanOrEqual(time);
		expect(invalid).not.toHaveProperty('text');
	});

	/** Of a URL: messages.test.ts. */
	test('with the name of its file', async () => {
		const to = messages(AYU);
		to[0].binary = { data: { data: 'YWJj', mimeType: 'image/jpeg', fileName: 'offer.jpg' } };
		const parameters = { operation: 'sendMedia', mediaSource: 'binary' };
		const [row] = rowsOf(await send({ to, parameters }));
		expect(row).toMatchObject({ success: true, text: 'Hello', file: 'offer.jpg' });
	});

	test('of the try that was accepted', async () => {
		const retryOf = await send({ to: 2, faults: { 1: [NO_SIGNAL] } });
		const retried = Date.now();
		const [first, second] = rowsOf(await send({ to: 2, retryOf }));
		expect(Date.parse(String(first.sentAt))).toBeLessThan(retried);
		expect(Date.parse(String(second.sentAt))).toBeGreaterThanOrEqual(retried);
	});

	test('without the API key, in a dry run, too', async () => {
		const { apiKey } = holder.sandbox;
		const to = messages(AYU, 'nobody', BUDI, BUDI, apiKey);
		for (const { json } of to) json.text = `Key {${apiKey}}!`;
		to[4].json.is_group = true;
		const parameters = { recipientType: 'contact' };
		const options = { eachRecipientOnce: true };
		const outcome = await send({ to, parameters, options, onError: 'continueRegularOutput' });
		const planned = await send({ to, parameters, options: { ...options, dryRun: true } });
		expect(resultsOf(planned)).toBe('dry invalid dry duplicate dry');
		expect(rowsOf(planned).map(({ text }) => text)).toEqual(Array(5).fill('Key {•••}!'));
		expect(rowsOf(planned)[0].warning).toBe('{•••} is left in the text');
		expect(rowsOf(outcome)[0].text).toBe('Key {•••}!');
		expect(rowsOf(outcome)[4].recipient).toBe('•••');
		const tested = { ...options, testPhone: '+6281200001009' };
		const test = await send({ to: [to[4]], parameters, options: tested, onError });
		expect(rowsOf(test)[0].meantFor).toBe('•••');
		const requestOptions = { timeout: '={{ "a" }}' };
		const unset = await send({
			to,
			parameters: { ...parameters, requestOptions },
			options: { dryRun: true },
		});
		expect(rowsOf(unset)[0]).toMatchObject({ reason: 'invalid', text: 'Key {•••}!' });
		const refused = await send({ to: 2, options: { maxPerExecution: apiKey }, onError });
		expect(rowsOf(refused)[1].error).toMatch(/^Max Messages per Execution "•••" is not a number/);
		expect(JSON.stringify([outcome.items, planned.items])).not.toContain(apiKey);
	});
});

const onError = 'continueRegularOutput';
const minimum = (min: string) => ({ seconds: { min } });
const fromHour = (from: string) => ({ hours: { from, to: '24:00', days: ['mon'] } });
/** n8n makes nothing of an error inside an expression, too. */
const NOTHING = ['$json.empty', 'null', '$json.a.b.c'];
const LISTS = 'the ID of a list; under Numbers, [] for an empty list';
const OFF = 'false to turn it off';
const sameForAll = (label: string, name: string) =>
	`Each item cannot have its own ${label}: enter a value, or an expression that is the same for all items, e.g. {{ $('Config').first().json.${name} }}`;
const OF_MESSAGE = ['Campaign', 'Country Code', 'Send At'];

/** The option, how it contains an expression, its label, and what to return. In a tool: agent.test.ts. */
test.each<[string, (value: string) => unknown, string, string]>([
	['campaign', String, 'Campaign', 'the name of a campaign'],
	['countryCode', String, 'Country Code', 'a country code, e.g. 62'],
	['delay', minimum, 'Delay Between Messages', 'a number of seconds, 0 for no delay'],
	['dryRun', String, 'Dry Run', OFF],
	['eachRecipientOnce', String, 'Each Recipient Once', OFF],
	['maxPerExecution', String, 'Max Messages per Execution', 'a number of messages'],
	['neverSendTo', listById, 'Never Send To', LISTS],
	['neverSendTo', numbersOf, 'Never Send To', LISTS],
	['onlySendTo', numbersOf, 'Only Send To', LISTS],
	['sendAt', String, 'Send At', '{{ $now }} to send the message now'],
	['sendHours', fromHour, 'Send Only Between', 'times like 09:00, and days'],
	['testPhone', String, 'Send Test To', 'a phone number'],
])(
	'%s refuses nothing, an expression without result, or of the item',
	async (name, by, label, fix) => {
		const withOption = (value: string) => ({ options: { [name]: by(`={{ ${value} }}`) } });
		for (const nothing of NOTHING) {
			const json = { phone: AYU, text: 'Hello', empty: '' };
			const { error } = await send({ to: [{ json }], ...withOption(nothing) });
			const words = `${label}: the expression has no result. Return ${fix}`;
			expect(error?.message.slice(0, words.length)).toBe(words);
			expect(error?.context?.itemIndex).toBe(0);
		}
		for (const stored of ['', ' ', null]) {
			const { error } = await send({ options: { [name]: stored } });
			const what = name === 'sendAt' ? 'a time' : fix.split(/[,;]/)[0];
			const words = `${label} is empty: enter ${what}, or remove it`;
			const isDropped = ['delay', 'sendHours'].includes(name);
			expect(error?.message).toMatch(isDropped ? /: add them, or remove the option$/ : words);
		}
		if (OF_MESSAGE.includes(label)) return;
		const words = sameForAll(label, name);
		expect((await send(withOption('$json.a'))).error?.message).toBe(words);
		const rows = await send({ ...withOption("$('Items').item.json.a"), onError });
		expect(resultsOf(rows)).toBe('invalid invalid invalid');
		expect(holder.sandbox.requests).toEqual([]);
	},
);

describe('An option of the run, for several items', () => {
	const ofRun = async (value: string) => {
		const to = messages(AYU, BUDI);
		for (const { json } of to) json.max = 5;
		return await send({ to, options: { maxPerExecution: `={{ ${value} }}` } });
	};

	test.each(['$json.max', '$itemIndex + 1', '($itemIndex % 3) + 1', "$('Items').item.json.max"])(
		'refuses an expression that reads an item: %s',
		async (value) => {
			const words = sameForAll('Max Messages per Execution', 'maxPerExecution');
			expect((await ofRun(value)).error?.message).toBe(words);
		},
	);

	test.each([
		'5',
		"$('Items').first().json.max",
		'$input.first().json.max',
		'$runIndex + 2',
		'$now.toMillis()',
		'Math.ceil(Math.random() * 1e9)',
	])('takes an expression that is the same for all: %s', async (value) => {
		expect(resultsOf(await ofRun(value))).toBe('sent sent');
	});

	test('says what n8n says of an expression that fails for every item', async () => {
		const { error } = await ofRun("$('Nowhere').first().json.max");
		expect(error?.message).toMatch(/^Max Messages per Execution cannot read Nowhere/);
	});
});

test.each([
	['delay', 'Delay Between Messages has no seconds'],
	['sendHours', 'Send Only Between has no hours'],
])('%s refuses one expression for all its values, because n8n drops it', async (name, problem) => {
	const to = messages(AYU);
	// The error names no row, because the option is the same for all.
	to[0].json.row_number = 2;
	for (const value of ['={{ "abc" }}', '={{ ({ seconds: { min: 1 } }) }}', {}]) {
		const { error } = await send({ to, options: { [name]: value } });
		expect(error?.message).toBe(`${problem}: add them, or remove the option`);
	}
	expect(holder.sandbox.requests).toEqual([]);
});

describe('Country Code is not read', () => {
	const options = { countryCode: '={{ $json.empty }}' };

	test('for a number that has its own', async () => {
		expect(summaryOf(await send({ to: messages(`+${AYU}`), options }))).toBe('0: sent');
	});

	test.each([{}, { neverSendTo: numbersOf(BUDI) }, { eachRecipientOnce: true }])(
		"for contacts of the service's lists: %j",
		async (more) => {
			const to = messages(AYU, CITRA);
			for (const { json } of to) json.is_group = false;
			to.push({ json: { phone: '120363025246125486', text: 'Hello', is_group: true } });
			const parameters = { recipientType: 'contact' };
			const outcome = await send({ to, parameters, options: { ...options, ...more } });
			expect(resultsOf(outcome)).toBe('sent sent sent');
		},
	);
});

test('An invalid option does not change an accepted item in a retry', async () => {
	const retryOf = await send({ faults: { 1: NO_SIGNAL } });
	const outcome = await send({ options: { dryRun: '={{ "maybe" }}' }, retryOf, onError });
	expect(summaryOf(outcome)).toBe('0 1: sent invalid invalid');
});

test('An option of the run is evaluated once, and may read the first item of a node', async () => {
	let evaluations = 0;
	const variables = { count: () => void evaluations++ };
	const to = recipients(50);
	to[0].json.max = 2;
	const maxPerExecution = "={{ ($vars.count(), $('Items').first().json.max) }}";
	const outcome = await send({ to, variables, options: { maxPerExecution } });
	// Once for its value, and three times to see whether it reads an item.
	expect(evaluations).toBe(4);
	expect(hintsOf(outcome)[0]).toMatch(/^Accepted: 2 of 50\. 48 were skipped/);
});
