import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import {
	AYU,
	BUDI,
	CITRA,
	DEWI,
	resultsOf,
	hintsOf,
	listOf,
	messages,
	withDelay,
} from './broadcasts';
import { NO_SIGNAL, putLists, useBroadcasts, useClock } from './broadcasts';
import { asked } from './sandbox';

const { holder, send, story, arrivals } = useBroadcasts();
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
					skipped('nobody', noPhone),
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
				'2 of 6 would be sent: 1 twice, 1 not on the list Team, 2 cannot be sent. With these delays about 60 s. Recipients: 2 in +62. Options: Delay Between Messages, Dry Run, Each Recipient Once, Only Send To.';
			expect(hintsOf(outcome)).toEqual([{ message, location: 'outputPane' }]);
		}
		expect(holder.sandbox.requests.map(({ method }) => method)).toEqual(Array(4).fill('GET'));
	});

	const group = { recipientType: 'group', groupId: '120@g.us' };
	const toGroup = { group_id: '120@g.us', isInteractive: true, buttons: [1] };
	const file = { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' };
	test.each<[INodeParameters, IDataObject]>([
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
	])('shows the body of %j, without the key', async (parameters, output) => {
		const to = [{ ...messages(AYU)[0], binary: { data: file } }];
		for (const runsBy of ['turns', 'routing'] as const) {
			const { items } = await send({ to, parameters: { ...dry(), ...parameters }, runsBy });
			expect(jsonOf(items)).toEqual([output]);
		}
		expect(holder.sandbox.requests.map(({ path }) => path)).toEqual(['/lists/', '/lists/']);
	});

	test('shows times in the zone that they are read in', async () => {
		const to = [...messages(AYU, BUDI), ...messages('nobody')];
		Object.assign(to[0].json, { at: '2036-12-01T09:00' });
		const timezone = 'America/New_York';
		clock.set('2036-11-30T21:30', timezone);
		const outcome = await send({ to, ...dry({ sendAt: '={{ $json.at ?? $now }}' }), timezone });
		expect(columnsOf(outcome.items)).toEqual([
			'recipient text reason wouldSend scheduledFor recipientType body dryRun',
		]);
		const times = outcome.items.map(({ json }) => json.scheduledFor);
		expect(times).toEqual(['2036-12-01T09:00:00-05:00', expect.stringMatching(/-05:00$/), '']);
		expect(hintsOf(outcome)![0].message).toContain(
			"Send At is read in America/New_York (the workflow's time zone).",
		);
	});

	/** What it warns of: see unit/textWarnings.test.ts. A real run does not: evaluating takes n8n time. */
	test('counts what is hardly meant in texts', async () => {
		const text = '=Hi {nombre}, {{ $json.nome }}{{ $json.note }}';
		const to = messages(AYU, BUDI, CITRA);
		for (const { json } of to) json.note = '{{ x }}';
		Object.assign(to[2].json, { nome: 'Citra', note: '.' });
		const planned = await send({ to, ...dry(), parameters: { text } });
		expect(hintsOf(planned)![0].message).toBe(
			'3 of 3 would be sent. No delay is set, so messages are sent back to back. Recipients: 3 in +62. {nombre} is left in the text of 3 of 3. {{ x }} is left in the text of 2 of 3. {{ $json.nome }} gives nothing for 2 of 3. Options: Dry Run.',
		);
		const done = await send({ to, parameters: { text } });
		expect(hintsOf(done)![0].message).toBe('Accepted: 3 of 3.');
	});

	/** As sending does: who is left out is not looked at any further. */
	test.each<[string, IDataObject]>([
		['duplicate', { eachRecipientOnce: true }],
		['onlySendTo', { onlySendTo: listOf('team') }],
	])('says %s of an item whose text is faulty, too', async (reason, options) => {
		putLists(holder.sandbox, { team: [AYU] });
		const to = messages(AYU, reason === 'duplicate' ? AYU : BUDI);
		to[1].json.text = '';
		expect(resultsOf(await send({ to, ...dry(options) }))).toBe(`dry ${reason}`);
	});

	test.each([
		[{ status: 404 }, /^The API key was not accepted \(HTTP 404\)/],
		[{ status: 403 }, /^The service answered HTTP 403: /],
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
});

/** What each item is: see broadcast.property.test.ts. */
describe('Dry runs of an execution', () => {
	test('count on in each iteration of a loop', async () => {
		const to = [messages('nobody', AYU), messages('', AYU, AYU, BUDI, CITRA), messages(CITRA)];
		const options = dry({ eachRecipientOnce: true, maxPerExecution: 2, ...withDelay(60) });
		const outcome = await send({ batches: to, ...options });
		expect(hintsOf(outcome)![0].message).toMatch(
			/^2 of 8 would be sent: 2 twice, 2 over the maximum, 2 cannot be sent\. With these delays about 60 s\./,
		);
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
		expect(resultsOf(outcome)).toBe('dry dry dry');
		expect(hintsOf(outcome)!.at(-1)!.message).toMatch(/^3 of 3 would be sent\./);
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
		expect(resultsOf(await send(again))).toBe('dry duplicate duplicate dry');
	});

	test('show in a retry what was sent, and what would follow', async () => {
		const to = messages(AYU, BUDI, AYU, CITRA);
		const retryOf = await send({ to, faults: { 1: [NO_SIGNAL] } });
		const again = { ...dry({ eachRecipientOnce: true, maxPerExecution: 2 }), useCurrent: true };
		const outcome = await send({ to, ...again, retryOf });
		expect(resultsOf(outcome)).toBe('sent dry duplicate maxPerExecution');
		expect(arrivals()).toEqual([0, 1]);
	});
});
