// First, because it says where n8n keeps its settings.
import { hintsOf, useBroadcasts, useClock, withDelay } from './broadcasts';
import { getGlobalState, setGlobalState, type INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { recipients } from './sandbox';

const { holder, send, story, arrivals } = useBroadcasts();
const clock = useClock();
const hours = (from: string, to: string, more = {}) => ({
	options: { sendHours: { hours: { from, to } }, ...more },
});

/** Sets the clock to a time when the first message has its response. */
function afterFirst(time: string): void {
	holder.sandbox.onSend = () => {
		if (holder.sandbox.requests.length === 1) setTimeout(() => clock.set(time), 100);
		return undefined;
	};
}

/** What the hours are: see unit/sendHours.test.ts. */
describe('Send Only Between', () => {
	test.each([
		['Asia/Jakarta', '20:00', ': sendHours'],
		['Asia/Jakarta', '19:59', '0: sent'],
		['Asia/Tokyo', '19:00', ': sendHours'],
	])("uses the workflow's time zone: %s, %s", async (timezone, time, expected) => {
		clock.set(`2036-12-01T${time}`);
		expect(story(await send({ to: 1, timezone, ...hours('09:00', '20:00') }))).toBe(expected);
	});

	test('goes by the scheduled time, and leaves the recipient and its place to a later item', async () => {
		clock.set('2036-12-01T21:00');
		const to = Array(3).fill(recipients(1)[0]);
		const sendAt = '={{ $itemIndex ? "2036-12-02T09:00" : "2036-12-02T22:00" }}';
		const options = { sendAt, eachRecipientOnce: true, maxPerExecution: 1 };
		const planned = await send({ to, ...hours('09:00', '20:00', { ...options, dryRun: true }) });
		expect(story(planned)).toBe(': sendHours dry duplicate');
		const outcome = await send({ to, ...hours('09:00', '20:00', options) });
		expect(story(outcome)).toBe('0: sendHours sent duplicate');
	});
});

describe('After the delay, right before a message starts,', () => {
	test('a Send At that is past is not sent', async () => {
		clock.set('2036-12-01T09:00');
		afterFirst('2036-12-01T09:11');
		const { error } = await send({ options: { sendAt: '2036-12-01T09:05', ...withDelay(600) } });
		expect(error?.message).toMatch(/^Send At ".+" is in the past/);
		expect(arrivals()).toEqual([0]);
	});

	test('hours that have ended skip it', async () => {
		clock.set('2036-12-01T19:55');
		afterFirst('2036-12-01T20:06');
		const outcome = await send({ to: 2, ...hours('09:00', '20:00', withDelay(600)) });
		expect(story(outcome)).toBe('0: sent sendHours');
	});
});

test('A clock that is set back by an hour makes no delay longer', async () => {
	clock.set('2036-12-01T12:00');
	afterFirst('2036-12-01T11:00');
	// Long before the hour is over.
	const stop = AbortSignal.timeout(5000);
	expect(story(await send({ to: 2, options: withDelay(1), stop }))).toBe('0 1: sent sent');
});

test('After Retry-After the next message waits at least so long, also in the next iteration of a loop', async () => {
	const headers = { 'retry-after': '1' };
	const slower = (status: number): Fault => ({ status, body: 'Slower', headers });
	const batches = [recipients(2), recipients(3).slice(2)];
	const faults = { 0: slower(429), 1: slower(503) };
	const onError = 'continueRegularOutput';
	const outcome = await send({ batches, faults, onError, options: withDelay(0.05) });
	expect(story(outcome)).toBe('0 1 2: failed failed sent');
	const times = holder.sandbox.requests.map(({ arrivedAt }) => arrivedAt);
	for (const index of [1, 2]) expect(times[index] - times[index - 1]).toBeGreaterThanOrEqual(995);
});

const instance = getGlobalState();
afterEach(() => setGlobalState(instance));

const sendAt = { sendAt: '2096-12-01T09:00' };
const onSaturdays = { sendHours: { hours: { from: '00:00', to: '24:00', days: ['sat'] } } };
const question = { operation: 'sendAndWait', message: 'May it go out?' };
const limit = { limitType: '={{ "atSpecifiedTime" }}', maxDateAndTime: '2096-01-01T09:00' };

describe('A time zone that does not exist is refused by name', () => {
	test.each<[string, INodeParameters, INodeParameters]>([
		['Send At', sendAt, {}],
		['Send At', { sendAt: '={{ DateTime.fromISO("2096-12-01T09:00Z") }}' }, {}],
		['Send Only Between', onSaturdays, {}],
		['Max Date and Time', { limitWaitTime: { values: limit } }, question],
	])('by %s: %j', async (field, options, parameters) => {
		const chosen = { to: 1, timezone: 'WIB', options, parameters };
		const { error } = await send(chosen);
		expect(error?.message).toBe(
			`${field}: the workflow's time zone "WIB" is unknown: choose one like Asia/Jakarta in the workflow's settings`,
		);
		expect(error?.description).toContain('GENERIC_TIMEZONE');
		setGlobalState({ defaultTimezone: 'WIB' });
		expect((await send({ ...chosen, timezone: 'DEFAULT' })).error?.message).toBe(error?.message);
		expect(arrivals()).toEqual([]);
	});

	test('but not where no time is read', async () => {
		await send({ to: 1, timezone: 'WIB' });
		expect(arrivals()).toEqual([0]);
	});
});

test("DEFAULT, as workflows made over n8n's API have it, is the time zone of the instance", async () => {
	setGlobalState({ defaultTimezone: 'Asia/Tokyo' });
	const options = { ...sendAt, ...onSaturdays, dryRun: true };
	const dry = await send({ to: 1, timezone: 'DEFAULT', options });
	expect(dry.items[0].json).toMatchObject({
		body: { send_at: String(Date.UTC(2096, 11, 1) / 1000) },
		scheduledFor: '2096-12-01T09:00:00+09:00',
	});
	const [{ message }] = hintsOf(dry)!;
	expect(message).toMatch(/It is .+ in Asia\/Tokyo .+ Send At is read in Asia\/Tokyo/);
});
