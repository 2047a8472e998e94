import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { AYU, BUDI, CITRA, DEWI, fates, hintsOf, listOf, messages, withDelay } from './broadcasts';
import { NO_SIGNAL, putLists, useBroadcasts, useClock, type Broadcast } from './broadcasts';
import { asked, recipients } from './sandbox';

const { holder, send, arrivals, story } = useBroadcasts();
const clock = useClock();
const dry = (options: object = {}) => ({ options: { dryRun: true, ...options } });
const sent = (recipient: string, more: IDataObject = {}) => ({
	recipient,
	text: 'Hello',
	reason: 'ready',
	wouldSend: true,
	recipientType: 'phone',
	body: { phone: recipient, text: 'Hello', ...more },
	dryRun: true,
});
const skipped = (recipient: string, reason: unknown) => ({
	recipient,
	text: '',
	reason,
	wouldSend: false,
	recipientType: 'phone',
	body: {},
	dryRun: true,
});
/** In the order of its columns. */
const columnsOf = (items: INodeExecutionData[]) => [
	...new Set(items.map(({ json }) => Object.keys(json).join(' '))),
];
const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

describe('Dry Run', () => {
	test('says of each item what would be sent, and sends nothing', async () => {
		putLists(holder.sandbox, { team: [AYU, BUDI, DEWI] });
		const onlySendTo = { ...listOf('team'), mode: 'list', cachedResultName: 'Team (3)' };
		const options = { onlySendTo, eachRecipientOnce: true, ...withDelay(60) };
		const to = messages(AYU, 'nobody', BUDI, AYU, CITRA, DEWI);
		to[5].json.text = '';
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const outcome = await send({ to, ...dry(options), onError });
			const noPhone = expect.stringMatching('^Phone "nobody" is not a phone number');
			expect(outcome.items).toEqual(
				[
					sent(AYU),
					{ ...skipped('', noPhone), recipientType: '' },
					sent(BUDI),
					skipped(AYU, 'duplicate'),
					skipped(CITRA, 'onlySendTo'),
					skipped(DEWI, 'Text is empty: enter a message, or check the expression'),
				].map((json, item) => ({ json, pairedItem: { item } })),
			);
			expect(outcome.errors).toEqual([]);
			expect(columnsOf(outcome.items)).toEqual([
				'recipient text reason wouldSend recipientType body dryRun',
			]);
			const message =
				'2 of 6 would be sent: 1 twice, 1 not on the list Team, 2 cannot be sent. With these delays about 60 s. Recipients: 2 in +62.';
			expect(hintsOf(outcome)).toEqual([{ message, location: 'outputPane' }]);
		}
		expect(holder.sandbox.requests.map(({ method }) => method)).toEqual(Array(4).fill('GET'));
	});

	test('says what a real run then does', async () => {
		putLists(holder.sandbox, { stop: [DEWI] });
		clock.set('2036-12-01T10:00');
		const options = {
			countryCode: '62',
			eachRecipientOnce: true,
			maxPerExecution: 2,
			neverSendTo: listOf('stop'),
			sendAt: '={{ $json.sendAt }}',
			sendHours: { hours: { from: '09:00', to: '20:00' } },
			...withDelay('={{ $json.delay ?? 0 }}'),
		};
		const to = messages('0812-0000-1000', 'nobody', AYU, BUDI, DEWI, BUDI, BUDI, CITRA);
		Object.assign(to[3].json, { sendAt: '2036-12-01T20:00' });
		Object.assign(to[5].json, { delay: 'long' });
		for (const { json } of to) json.sendAt ??= '2036-12-01T12:00';
		const parameters = { isInteractive: true, footer: 'Bye', buttons: '[1]' };
		const planned = await send({ to, ...dry(options), parameters });
		const skips = 'failed duplicate sendHours neverSendTo failed';
		expect(story(planned)).toBe(`: dry ${skips} dry maxPerExecution`);
		const done = await send({ to, options, parameters, onError: 'continueRegularOutput' });
		expect(story(done)).toBe(`0 1: sent ${skips} sent maxPerExecution`);
		const bodies = planned.items.flatMap(({ json }) => (json.wouldSend ? [json.body] : []));
		const arrived = holder.sandbox.requests.filter(({ method }) => method === 'POST');
		expect(arrived.map(({ body }) => body)).toEqual(
			bodies.map((body) => ({ ...(body as object), api_key: holder.sandbox.apiKey })),
		);
		const errors = jsonOf(done.items).flatMap(({ error }) => error ?? []);
		expect(jsonOf(planned.items).map(({ reason }) => reason)).toEqual(
			expect.arrayContaining(errors),
		);
	});

	const group = { recipientType: 'group', groupId: '120@g.us' };
	const toGroup = { group_id: '120@g.us', isInteractive: true, buttons: [1] };
	const file = { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' };
	const media = { operation: 'sendMedia', mediaUrl: 'https://example.com/a.pdf' };
	test.each<[INodeParameters, IDataObject]>([
		[{}, sent(AYU)],
		[
			{ ...group, isInteractive: true, buttons: '[1]' },
			{ ...sent('120@g.us'), recipientType: 'group', body: { text: 'Hello', ...toGroup } },
		],
		[
			dry({ sendAt: '2036-12-01T09:00:00' }),
			{ ...sent(AYU, { send_at: '2111709600' }), scheduledFor: '2036-12-01T09:00:00+07:00' },
		],
		[
			{ operation: 'sendMedia', mediaSource: 'binary' },
			sent(AYU, { file: { name: 'hello.txt', type: 'text/plain', size: 5 } }),
		],
		[media, sent(AYU, { media_url: media.mediaUrl })],
	])('shows the body of %j, without the key', async (parameters, output) => {
		const to = [{ ...messages(AYU)[0], binary: { data: file } }];
		for (const runsBy of ['turns', 'routing'] as const) {
			const { items } = await send({ to, parameters: { ...dry(), ...parameters }, runsBy });
			expect(jsonOf(items)).toEqual([output]);
		}
		expect(holder.sandbox.requests.map(({ path }) => path)).toEqual(['/lists/', '/lists/']);
	});

	test('says where recipients are, and the clock that Send Only Between goes by', async () => {
		clock.set('2036-12-01T15:06', 'America/New_York');
		const to = messages(AYU, '8123456789', BUDI, '819012345678', '14155550100');
		to.push({ json: { phone: '120@g.us', text: 'Hello', is_group: true } });
		const parameters = { recipientType: 'contact' };
		const daytime = { from: '09:00', to: '17:00' };
		const nights = { from: '17:00', to: '09:00', days: ['mon', 'tue'] };
		const messageWith = async (hours: object) => {
			const options = { dryRun: true, sendHours: { hours } };
			const outcome = await send({ to, parameters, timezone: 'America/New_York', options });
			return hintsOf(outcome)![0].message.replace(/ in America.+; messages start/, ', start');
		};
		expect(await messageWith(daytime)).toMatch(
			/: 2 in \+62, 2 in \+81, 1 in \+1, 1 group\. It is 15:06, start from 09:00 to 17:00\.$/,
		);
		expect(await messageWith(nights)).toMatch(
			/: 6 outside the hours\. It is Mon 15:06, start from 17:00 to 09:00 on Mon, Tue\.$/,
		);
	});

	test('shows times in the zone that they are read in', async () => {
		const to = [...messages(AYU, BUDI), ...messages('nobody')];
		Object.assign(to[0].json, { at: '2036-12-01T09:00' });
		const options = { sendAt: '={{ $json.at ?? $now }}', dryRun: true };
		clock.set('2036-11-30T21:30', 'America/New_York');
		const timezone = 'America/New_York';
		const outcome = await send({ to, options, timezone });
		expect(columnsOf(outcome.items)).toEqual([
			'recipient text reason wouldSend scheduledFor recipientType body dryRun',
		]);
		const times = outcome.items.map(({ json }) => json.scheduledFor);
		expect(times).toEqual(['2036-12-01T09:00:00-05:00', expect.stringMatching(/-05:00$/), '']);
		expect(hintsOf(outcome)![0].message).toContain(
			"Send At is read in America/New_York (the workflow's time zone).",
		);
	});

	/** A real run does not: evaluating expressions within the text takes n8n time. */
	test('warns of what is left in texts, and of expressions that give nothing', async () => {
		const text = '=Hi {nombre}, {{ $json.nome }}{{ $json.note }} {"a": 1} {{ $json.a.b }}';
		const to = messages(AYU, BUDI, CITRA);
		for (const { json } of to) json.note = '{{ x }}';
		Object.assign(to[2].json, { nome: 'Citra', note: '.' });
		const left = '{nombre} is left in the text of 3 of 3. {{ x }} is left in the text of 2 of 3.';
		const planned = await send({ to, ...dry(), parameters: { text } });
		expect(hintsOf(planned)![0].message).toBe(
			`3 of 3 would be sent. Recipients: 3 in +62. ${left} {{ $json.nome }} gives nothing for 2 of 3. {{ $json.a.b }} gives nothing for 3 of 3.`,
		);
		const done = await send({ to, parameters: { text } });
		expect(hintsOf(done)![0].message).toBe('Accepted: 3 of 3.');
	});

	test('is of the whole run: on for one item, on for all', async () => {
		const expression = (first: unknown) =>
			`={{ ${JSON.stringify([first, false, 0, ' FALSE ', 'TRUE'])}[$itemIndex] }}`;
		const to = [...messages('nobody'), ...recipients(4)];
		const onError = 'continueRegularOutput';
		const outcome = await send({ to, ...dry({ dryRun: expression(1) }), onError });
		expect(fates(outcome)).toBe('failed dry dry dry dry');
		const unclear = dry({ dryRun: expression('maybe') });
		const { error } = await send({ to: 5, ...unclear });
		expect(error?.message).toBe(
			'Dry Run "maybe" is neither true nor false: use true or false. Nothing was sent.',
		);
		const continued = await send({ to: 5, ...unclear, onError });
		expect(fates(continued)).toBe(Array(5).fill('failed').join(' '));
		expect(arrivals()).toEqual([]);
	});

	const noList = /^Only Send To could not .*: List none was not/;
	const noFile = { operation: 'sendMedia', mediaSource: 'binary' };
	test.each<[string, IDataObject, INodeParameters, RegExp]>([
		['a delay', withDelay('soon'), {}, /^Minimum of Delay Between Messages "soon" is/],
		['a time', { sendAt: '2020-01-01T09:00' }, {}, /^Send At .+ is in the past/],
		['a list', { onlySendTo: listOf('none') }, {}, noList],
		['a file', {}, noFile, / holds no file, /],
		['a text', {}, { text: 'Dear [object Object]' }, /^Text contains an object/],
		['an expression', {}, { text: '={{ $("Nowhere").item }}' }, /^Referenced node doesn't/],
	])('finds what is wrong with %s', async (_what, options, parameters, reason) => {
		const { items } = await send({ to: 2, ...dry(options), parameters });
		for (const { json } of items) {
			expect(json).toMatchObject({ wouldSend: false, reason: expect.stringMatching(reason) });
		}
		expect(items).toHaveLength(2);
	});

	/** As sending does: who is left out is not looked at any further, and hours count for what can be sent. */
	test.each<[string, IDataObject]>([
		['duplicate', { eachRecipientOnce: true }],
		['maxPerExecution', { maxPerExecution: 1 }],
		['neverSendTo', { neverSendTo: listOf('stop') }],
		['onlySendTo', { onlySendTo: listOf('team') }],
		['failed', { sendHours: { hours: { from: '={{ $json.from }}', to: '23:00' } } }],
	])('says %s of an item whose text is faulty, too', async (reason, options) => {
		putLists(holder.sandbox, { stop: [BUDI], team: [AYU] });
		clock.set('2036-12-01T10:00');
		const to = messages(AYU, reason === 'duplicate' ? AYU : BUDI);
		to[0].json.from = '09:00';
		Object.assign(to[1].json, { from: '22:00', text: '' });
		expect(fates(await send({ to, ...dry(options) }))).toBe(`dry ${reason}`);
	});

	test.each([
		[{ status: 404 }, /^The API key was not accepted \(HTTP 404\)/],
		[{ status: 403 }, /^The API key was not accepted \(HTTP 403\): check it and the Base URL/],
		[{ status: 302, headers: { location: '/' } }, /^The service answered HTTP 302: it redirects/],
	])('asks the service once whether it takes the key: %j', async (fault, words) => {
		holder.sandbox.onLists = () => fault;
		const { items } = await send({ to: 2, ...dry() });
		for (const { json } of items) expect(json.reason).toMatch(words);
		expect(asked(holder.sandbox)).toEqual(['/lists/']);
	});

	test('that is stopped in the middle looks at nothing more', async () => {
		const stop = new AbortController();
		let seen = 0;
		const variables = { seen: () => (++seen === 3 ? stop.abort() : undefined, AYU) };
		const parameters = { phone: '={{ $vars.seen() }}' };
		await send({ to: 50, ...dry(), parameters, variables, stop: stop.signal });
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(seen).toBe(3);
		expect(arrivals()).toEqual([]);
	});

	test('of a retry shows what was sent, and what would follow', async () => {
		const to = messages(AYU, BUDI, AYU);
		const retryOf = await send({ to, faults: { 1: [NO_SIGNAL] } });
		const again = { to, ...dry({ eachRecipientOnce: true }), useCurrent: true };
		expect(fates(await send({ ...again, retryOf }))).toBe('sent dry duplicate');
		expect(arrivals()).toEqual([0, 1]);
	});
});

describe('Dry runs of an execution', () => {
	const batches = [messages('nobody', AYU), messages('', AYU, AYU, BUDI, CITRA), messages(CITRA)];

	test.each<[string, Broadcast]>([
		['', {}],
		[' (Retry On Fail)', { retryOnFail: true, onError: 'continueRegularOutput' }],
	])('count on in each iteration of a loop%s', async (_where, more) => {
		const options = dry({ eachRecipientOnce: true, maxPerExecution: 2, ...withDelay(60) });
		const outcome = await send({ batches, ...options, ...more });
		expect(fates(outcome)).toBe(
			'failed dry failed duplicate duplicate dry maxPerExecution maxPerExecution',
		);
		expect(hintsOf(outcome)![0].message).toBe(
			'2 of 8 would be sent: 2 twice, 2 over the maximum, 2 cannot be sent. With these delays about 60 s. Recipients: 2 in +62.',
		);
		const testing = dry({ testPhone: `+${DEWI}` });
		const rounds = recipients(5).map((item) => [item]);
		expect(fates(await send({ batches: rounds, ...testing, ...more }))).toBe(
			'dry dry dry test test',
		);
	});

	test.each<[string, unknown[]]>([
		['1 recipient is there twice', ['+52 1 55 1234 5678', AYU, '+52 55 1234 5678']],
		['2 recipients are there twice', [AYU, BUDI, `+${AYU}`, BUDI]],
		['1 recipient is there more than once', [AYU, BUDI, AYU, AYU]],
	])('say that %s, without the option, too', async (words, numbers) => {
		const to = messages(...numbers);
		for (const rounds of [[to], to.map((item) => [item])]) {
			const { message } = hintsOf(await send({ batches: rounds, ...dry() }))![0];
			expect(message).toMatch(/\. Recipients: [^.]+\. /);
			expect(message.endsWith(`. ${words}: add Each Recipient Once.`)).toBe(true);
		}
		const once = await send({ to, ...dry({ eachRecipientOnce: true }) });
		expect(hintsOf(once)![0].message).not.toContain('add Each Recipient Once');
	});

	test('replace those of an earlier try of the same run', async () => {
		const { sendText } = new WhatsAppSender().customOperations.message;
		const tryTwice = async function (this: IExecuteFunctions) {
			await sendText.call(this);
			return await sendText.call(this);
		};
		const runsBy = { message: { sendText: tryTwice } };
		const rounds = [messages(AYU), messages(BUDI, CITRA)];
		const options = dry({ eachRecipientOnce: true, maxPerExecution: 3 });
		const outcome = await send({ batches: rounds, ...options, runsBy });
		expect(fates(outcome)).toBe('dry dry dry');
		expect(hintsOf(outcome)!.map(({ message }) => message)).toContain(
			'3 of 3 would be sent. Recipients: 3 in +62.',
		);
	});

	test('count what was sent, and are not seen by a real run, Retry, or another execution', async () => {
		const options = { dryRun: '={{ $json.dry ?? false }}', eachRecipientOnce: true };
		const rounds = messages(AYU, AYU, AYU, BUDI).map((item) => [item]);
		for (const index of [0, 2]) rounds[index][0].json.dry = true;
		const retryOf = await send({ batches: rounds, options, faults: { 1: NO_SIGNAL } });
		expect(story(retryOf)).toBe('0 1: dry sent duplicate');
		const again = { batches: rounds, ...dry({ eachRecipientOnce: true }) };
		const retried = await send({ ...again, retryOf, useCurrent: true });
		expect(hintsOf(retried)![0].message).toMatch(/^1 of 1 would be sent/);
		expect(fates(await send(again))).toBe('dry duplicate duplicate dry');
	});
});
