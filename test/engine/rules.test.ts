import { getGlobalState, setGlobalState } from 'n8n-workflow';
import type { INodeParameters } from 'n8n-workflow';
import {
	AYU,
	BUDI,
	CITRA,
	NO_SIGNAL,
	hintsOf,
	messages,
	numbersOf,
	putLists,
	resultsOf,
	skipWaits,
	useBroadcasts,
	useClock,
	withDelay,
} from './broadcasts';
import { listById, listRequests, recipients } from './sandbox';

const { holder, send, arrivals, summaryOf } = useBroadcasts();

const clock = useClock();
const GROUP = '120363025246125486@g.us';
const onError = 'continueRegularOutput';
const put = (lists: Record<string, string[]>) => putLists(holder.sandbox, lists);
const readsOfLists = () => listRequests(holder.sandbox).length;
const fromExpression = (value: unknown) =>
	numbersOf(`={{ ${JSON.stringify(value).replaceAll('}', '} ')} }}`);

/** What is read of a row, and what is refused: unit/stopLists.test.ts. */
const ROWS = [{ json: { sms: '0812-0000-1000', age: 41 }, pairedItem: 0 }, { chats: [GROUP] }];
test.each<[string, object, number]>([
	['a list', listById('L'), 1],
	['rows', fromExpression(ROWS), 0],
])('Stop lists compare phones and groups with %s', async (_what, list, reads) => {
	put({ L: ['081200001000', '120363025246125486'] });
	const to = messages('+62 812-0000-1000', BUDI, GROUP, 'other@g.us');
	const recipientType = '={{ $json.phone.includes("@") ? "group" : "phone" }}';
	const parameters = { recipientType, groupId: '={{ $json.phone }}' };
	const resultsWith = async (name: string) =>
		resultsOf(await send({ to, parameters, options: { [name]: list, countryCode: '62' } }));
	expect(await resultsWith('neverSendTo')).toBe('neverSendTo sent neverSendTo sent');
	expect(listRequests(holder.sandbox)).toEqual(Array(reads).fill('/lists/L?all=true'));
	expect(await resultsWith('onlySendTo')).toBe('sent onlySendTo sent onlySendTo');
});

test('Never Send To wins over Only Send To, and a hint says who was skipped', async () => {
	put({ stop: [BUDI], team: [AYU, BUDI] });
	const neverSendTo = { ...listById('stop'), mode: 'list', cachedResultName: 'Unsubscribed (?)' };
	const options = { neverSendTo, onlySendTo: listById('team'), eachRecipientOnce: true };
	const outcome = await send({ to: messages(AYU, BUDI, CITRA, AYU), options });
	const rowFor = (recipient: string, reason: string) => {
		return { success: false, skipped: true, reason, recipient, recipientType: 'phone' };
	};
	expect(outcome.items.slice(1).map(({ json }) => json)).toEqual([
		rowFor(BUDI, 'neverSendTo'),
		rowFor(CITRA, 'onlySendTo'),
		rowFor(AYU, 'duplicate'),
	]);
	expect(hintsOf(outcome)).toEqual([
		'Accepted: 1 of 4. 3 were skipped: 1 on the list Unsubscribed, 1 not on the list team, 1 twice.',
	]);
});

/** Between two reads of a list, in milliseconds. */
const BETWEEN_READS = [1000, 3000];

const PREVENTED = ` could not be checked, so nothing was sent to ${AYU}`;
const BAD_ROWS =
	"={{ $('Items').all().map(({ json }) => ({ name: json.text, 'Cell 2': '0812-34' })) }}";

test.each<[string, string, object]>([
	['neverSendTo', `Never Send To${PREVENTED}: List none was not found`, listById('none')],
	['onlySendTo', `Only Send To${PREVENTED}: No answer from 127.0.0.1:`, listById('slow')],
	[
		'neverSendTo',
		'Never Send To: "0812-34" (phone) of the list L is not a phone number',
		listById('L'),
	],
	[
		'neverSendTo',
		'Never Send To: "0812-34" (Cell 2) of Items is not a phone number',
		numbersOf(BAD_ROWS),
	],
])('Nothing is sent if %s cannot be read: %s', async (name, words, list) => {
	skipWaits(...BETWEEN_READS);
	put({ L: [BUDI, '0812-34'], slow: [] });
	if (words.includes('No answer')) holder.sandbox.latency = 5000;
	const parameters = { requestOptions: { timeout: 200 } };
	const broadcast = { options: { [name]: list }, parameters };
	const { error } = await send(broadcast);
	expect(error?.message.slice(0, words.length)).toBe(words);
	expect((await send({ ...broadcast, onError })).items).toHaveLength(3);
	expect(arrivals()).toEqual([]);
});

test('A hint counts the rows without a number once, also in the try that n8n shows', async () => {
	const rows = [{ name: 'Ayu' }, { phone: null }, { age: 41 }, BUDI];
	const retried = { retryOnFail: true, faults: { 0: [NO_SIGNAL] } };
	const outcome = await send({ options: { neverSendTo: fromExpression(rows) }, ...retried });
	expect(hintsOf(outcome)).toEqual([
		'Ignored 3 rows of Never Send To without a phone number.',
		'Accepted: 2 of 3. 1 was skipped: 1 in Never Send To.',
	]);
});

test('A dry run shows that a stop list is invalid, and a retry reads a changed one', async () => {
	const faulty = { neverSendTo: numbersOf('Budi'), dryRun: true };
	expect(resultsOf(await send({ options: faulty }))).toBe('invalid invalid invalid');
	const retryOf = await send({ faults: { 0: ['cut-after'] } });
	const changed = { neverSendTo: numbersOf(`${BUDI}, ${AYU}`) };
	const outcome = await send({ options: changed, retryOf });
	expect(summaryOf(outcome)).toBe('0 2: neverSendTo? neverSendTo sent');
});

const options = { neverSendTo: listById('L') };

test('A list of 5,000 contacts is read once for an execution, and not stored', async () => {
	const others = Array.from({ length: 5_000 }, (_, index) => String(6282155500000 + index));
	put({ L: [AYU, ...others] });
	const outcome = await send({ batches: Array(2).fill(recipients(2)), options });
	expect(summaryOf(outcome)).toBe('1 1: neverSendTo sent neverSendTo sent');
	expect(readsOfLists()).toBe(1);
	expect(JSON.stringify(outcome.run.data.executionData?.contextData).length).toBeLessThan(5000);
});

test.each([
	['is read again', 2, 'sent neverSendTo sent'],
	['fails for the run, but not for the next one', 3, 'rejected rejected rejected'],
])('A list that could not be read %s', async (_what, failures, results) => {
	const waits = skipWaits(...BETWEEN_READS);
	put({ L: [BUDI] });
	holder.sandbox.onLists = () => (readsOfLists() > failures ? undefined : { status: 500 });
	const batches = [recipients(3), recipients(3)];
	const outcome = await send({ batches, options, onError });
	expect(resultsOf(outcome)).toBe(`${results} sent neverSendTo sent`);
	expect(readsOfLists()).toBe(failures + 1);
	expect(waits).toEqual(BETWEEN_READS);
});

/** The recipient of the second message joins the list while the first one is sent. */
test.each([
	['not within ten minutes', '2036-12-01T09:09:50', 'sent sent neverSendTo', 1],
	['once it is ten minutes old', '2036-12-01T09:10:10', 'sent neverSendTo sent', 2],
])('A run reads a list again: %s', async (_what, time, results, reads) => {
	clock.set('2036-12-01T09:00');
	put({ L: [CITRA] });
	holder.sandbox.onSend = () => {
		put({ L: [BUDI] });
		clock.set(time);
		return undefined;
	};
	expect(resultsOf(await send({ options }))).toBe(results);
	expect(readsOfLists()).toBe(reads);
});

const daytime = { sendHours: { hours: { from: '09:00', to: '20:00' } } };

/** Ends a delay of ten minutes at once, at this time. */
function endDelayAt(time: string): void {
	const { setTimeout } = globalThis;
	const withoutDelay = (work: () => void, ms = 0) => {
		const isDelay = ms > 500_000 && ms <= 600_000;
		if (isDelay) clock.set(time);
		return setTimeout(work, isDelay ? 0 : ms);
	};
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(withoutDelay as typeof setTimeout);
}

/** All hours: unit/sendHours.test.ts. With Send At: properties.test.ts. */
describe('After the delay, right before a message starts,', () => {
	test('it is refused if Send At is in the past', async () => {
		clock.set('2036-12-01T09:00');
		endDelayAt('2036-12-01T09:11');
		const { error } = await send({ options: { sendAt: '2036-12-01T09:05', ...withDelay(600) } });
		expect(error?.message).toMatch(/^Send At ".+" is in the past/);
		expect(arrivals()).toEqual([0]);
	});

	test('it is skipped if the hours have ended', async () => {
		clock.set('2036-12-01T19:55');
		endDelayAt('2036-12-01T20:06');
		const outcome = await send({ to: 2, options: { ...daytime, ...withDelay(600) } });
		expect(summaryOf(outcome)).toBe('0: sent sendHours');
	});
});

test('A bad row behind a good one is refused at once, before the delay', async () => {
	const stop = AbortSignal.timeout(10_000);
	const { error } = await send({ to: messages(AYU, 'nobody'), options: withDelay(600), stop });
	expect(error?.message).toMatch(/^Phone "nobody" is not a phone number/);
});

test('The delay begins with the response', async () => {
	const waits = skipWaits(700);
	// What the clock shows when the response is sent.
	holder.sandbox.onSend = () => void jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 500);
	await send({ to: 2, options: withDelay(0.7) });
	expect(waits).toEqual([700]);
});

const slowDown = (status: number) => {
	return { status, body: 'Slower', headers: { 'retry-after': '60' } };
};

test.each([
	['a delay', NO_SIGNAL, 1000],
	['Retry-After beyond 15 minutes', slowDown(429), 15 * 60_000],
])('Setting the clock back does not lengthen %s', async (_what, fault, wait) => {
	clock.set('2036-12-01T12:00');
	const sent = await send({ batches: [recipients(1)], faults: { 0: [fault] } });
	clock.set('2036-12-01T11:00');
	const waits = skipWaits(wait);
	// Long before the hour is over.
	const stop = AbortSignal.timeout(10_000);
	const outcome = await send({ to: 1, options: withDelay(1), stop, retryOf: sent });
	expect(summaryOf(outcome)).toBe('0 0: sent');
	expect(waits).toEqual([wait]);
});

test('The next message waits for Retry-After, also in a loop', async () => {
	const waits = skipWaits(60_000);
	const batches = [recipients(2), recipients(3).slice(2)];
	const faults = { 0: slowDown(429), 1: slowDown(503) };
	const broadcast = { batches, faults, options: withDelay(0.05) };
	const outcome = await send({ ...broadcast, onError: 'continueRegularOutput' });
	expect(summaryOf(outcome)).toBe('0 1 2: rejected rejected sent');
	expect(waits).toEqual([60_000, 60_000]);
});

const instance = getGlobalState();
afterEach(() => setGlobalState(instance));

const sendAt = { sendAt: '2096-12-01T09:00' };
const onSaturdays = { sendHours: { hours: { from: '00:00', to: '24:00', days: ['sat'] } } };
const question = { operation: 'sendAndWait', message: 'May it go out?' };
const limit = { limitType: '={{ "atSpecifiedTime" }}', maxDateAndTime: '2096-01-01T09:00' };

describe('A time zone that does not exist', () => {
	test.each<[string, INodeParameters, INodeParameters]>([
		['Send At', sendAt, {}],
		['Send At', { sendAt: '={{ DateTime.fromISO("2096-12-01T09:00Z") }}' }, {}],
		['Send Only Between', onSaturdays, {}],
		['Max Date and Time', { limitWaitTime: { values: limit } }, question],
	])('is refused by %s: %j', async (field, options, parameters) => {
		const broadcast = { to: 1, timezone: 'WIB', options, parameters };
		const { error } = await send(broadcast);
		expect(error?.message).toBe(
			`${field}: the workflow's time zone "WIB" is unknown: choose one like Asia/Jakarta in the workflow's settings`,
		);
		expect(error?.description).toContain('GENERIC_TIMEZONE');
		setGlobalState({ defaultTimezone: 'WIB' });
		const ofInstance = await send({ ...broadcast, timezone: 'DEFAULT' });
		expect(ofInstance.error?.message).toBe(error?.message);
		expect(arrivals()).toEqual([]);
	});

	test('does not matter if no time is read', async () => {
		await send({ to: 1, timezone: 'WIB' });
		expect(arrivals()).toEqual([0]);
	});
});

test('The time zone DEFAULT is that of the instance', async () => {
	setGlobalState({ defaultTimezone: 'Asia/Tokyo' });
	const options = { ...sendAt, ...onSaturdays, dryRun: true };
	const planned = await send({ to: 1, timezone: 'DEFAULT', options });
	expect(planned.items[0].json).toMatchObject({
		scheduledFor: '2096-12-01T09:00:00+09:00',
	});
	const words = /It is .+ in Asia\/Tokyo .+ Send At is read in Asia\/Tokyo/;
	expect(hintsOf(planned)[0]).toMatch(words);
	const sendHours = { hours: { from: '20:00', to: '21:00' } };
	const left = await send({ to: 1, timezone: 'DEFAULT', options: { ...options, sendHours } });
	expect(resultsOf(left)).toBe('sendHours');
	expect(hintsOf(left)[0]).toMatch(words);
});
