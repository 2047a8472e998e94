// First, because it says where n8n keeps its settings.
import { hintsOf, useBroadcasts, useClock, withDelay } from './broadcasts';
import { getGlobalState, setGlobalState, type INodeParameters } from 'n8n-workflow';
import { recipients } from './sandbox';

const { holder, send, summaryOf, arrivals } = useBroadcasts();
const clock = useClock();
const daytime = { sendHours: { hours: { from: '09:00', to: '20:00' } } };

/** Sets the clock to a time when the first message has its response. */
function setClockAfterFirst(time: string): void {
	holder.sandbox.onSend = () => {
		if (holder.sandbox.requests.length === 1) setTimeout(() => clock.set(time), 100);
		return undefined;
	};
}
const gaps = () => {
	const times = holder.sandbox.requests.map(({ arrivedAt }) => arrivedAt);
	return times.slice(1).map((time, index) => time - times[index]);
};

/** All hours: unit/sendHours.test.ts. */
test('Send Only Between checks the scheduled time, and a skipped item counts for no other option', async () => {
	clock.set('2036-12-01T21:00');
	const to = Array(3).fill(recipients(1)[0]);
	const sendAt = '={{ $itemIndex ? "2036-12-02T09:00" : "2036-12-02T22:00" }}';
	const options = { ...daytime, sendAt, eachRecipientOnce: true, maxPerExecution: 1 };
	const planned = await send({ to, options: { ...options, dryRun: true } });
	expect(summaryOf(planned)).toBe(': sendHours dry duplicate');
	expect(summaryOf(await send({ to, options }))).toBe('0: sendHours sent duplicate');
});

describe('After the delay, right before a message starts,', () => {
	test('it is refused if Send At is in the past', async () => {
		clock.set('2036-12-01T09:00');
		setClockAfterFirst('2036-12-01T09:11');
		const { error } = await send({ options: { sendAt: '2036-12-01T09:05', ...withDelay(600) } });
		expect(error?.message).toMatch(/^Send At ".+" is in the past/);
		expect(arrivals()).toEqual([0]);
	});

	test('it is skipped if the hours have ended', async () => {
		clock.set('2036-12-01T19:55');
		setClockAfterFirst('2036-12-01T20:06');
		const outcome = await send({ to: 2, options: { ...daytime, ...withDelay(600) } });
		expect(summaryOf(outcome)).toBe('0: sent sendHours');
	});
});

test('The delay begins with the response', async () => {
	holder.sandbox.latency = 100;
	await send({ to: 2, options: withDelay(0.1) });
	expect(gaps()[0]).toBeGreaterThanOrEqual(190);
});

test('Setting the clock back does not lengthen a delay', async () => {
	clock.set('2036-12-01T12:00');
	setClockAfterFirst('2036-12-01T11:00');
	// Long before the hour is over.
	const stop = AbortSignal.timeout(5000);
	expect(summaryOf(await send({ to: 2, options: withDelay(1), stop }))).toBe('0 1: sent sent');
});

test('The next message waits for Retry-After, also in a loop', async () => {
	const slowDown = (status: number) => {
		return { status, body: 'Slower', headers: { 'retry-after': '1' } };
	};
	const batches = [recipients(2), recipients(3).slice(2)];
	const faults = { 0: slowDown(429), 1: slowDown(503) };
	const broadcast = { batches, faults, options: withDelay(0.05) };
	const outcome = await send({ ...broadcast, onError: 'continueRegularOutput' });
	expect(summaryOf(outcome)).toBe('0 1 2: rejected rejected sent');
	expect(Math.min(...gaps())).toBeGreaterThanOrEqual(995);
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
		body: { send_at: String(Date.UTC(2096, 11, 1) / 1000) },
		scheduledFor: '2096-12-01T09:00:00+09:00',
	});
	expect(hintsOf(planned)[0]).toMatch(/It is .+ in Asia\/Tokyo .+ Send At is read in Asia\/Tokyo/);
});
