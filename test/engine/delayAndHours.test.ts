import { DateTime } from 'luxon';
import { hintsOf, useBroadcasts, useClock, withDelay } from './broadcasts';
import { recipients } from './sandbox';

const { holder, send, story, arrivals } = useBroadcasts();
const clock = useClock();
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const hours = (from: string, to: string, more = {}, outside = 'skip') => ({
	options: { sendHours: { hours: { from, to, days: WEEK, outside } }, ...more },
});

/** Sets the clock to these times, one after the other, when the first message has its response. */
function afterFirst(...times: string[]): void {
	let left = times;
	holder.sandbox.onSend = () => {
		left.forEach((time, at) => setTimeout(() => clock.set(time), 100 + at * 500));
		left = [];
		return undefined;
	};
}

/** What the hours are: see unit/sendHours.test.ts. */
describe('Send Only Between', () => {
	test("skips what is outside of it in the workflow's time zone", async () => {
		for (const [runsBy, timezone, time, expected] of [
			['routing', 'Asia/Jakarta', '20:00', ': sendHours'],
			['routing', 'Asia/Jakarta', '19:59', '0: sent'],
			['turns', 'Asia/Tokyo', '19:00', ': sendHours'],
		] as const) {
			holder.sandbox.reset();
			clock.set(`2036-12-01T${time}`);
			expect(story(await send({ to: 1, runsBy, timezone, ...hours('09:00', '20:00') }))).toBe(
				expected,
			);
		}
	});

	test('leaves the recipient and its place to a later item', async () => {
		const from = '={{ $itemIndex === 0 ? "22:00" : "09:00" }}';
		clock.set('2036-12-01T21:00');
		const to = Array(3).fill(recipients(1)[0]);
		const options = { eachRecipientOnce: true, maxPerExecution: 1 };
		const planned = await send({ to, ...hours(from, '23:00', { ...options, dryRun: true }) });
		expect(story(planned)).toBe(': sendHours dry duplicate');
		const outcome = await send({ to, ...hours(from, '23:00', options) });
		expect(story(outcome)).toBe('0: sendHours sent duplicate');
		expect(hintsOf(outcome)![0].message).toBe(
			"Accepted: 1 of 3. 2 were skipped: 1 outside the hours, 1 twice. It is 21:00 in Asia/Jakarta (the workflow's time zone); messages start from 22:00 to 23:00.",
		);
	});
});

describe('Outside These Hours = Wait', () => {
	test('cannot move the time of a scheduled message, which is skipped', async () => {
		clock.set('2036-12-01T12:00');
		const sendAt = '={{ $itemIndex ? "2036-12-02T12:00" : "2036-12-02T21:00" }}';
		const outcome = await send({ to: 2, ...hours('09:00', '20:00', { sendAt }, 'wait') });
		expect(story(outcome)).toBe('1: sendHours sent');
	});

	test('lets a dry run say when the last message goes out, without waiting', async () => {
		clock.set('2036-12-01T19:30');
		const options = { dryRun: true, ...withDelay(20 * 60) };
		const outcome = await send({ to: 4, ...hours('09:00', '20:00', options, 'wait') });
		expect(story(outcome)).toBe(': dry dry dry dry');
		expect(hintsOf(outcome)![0].message).toBe(
			"4 of 4 would be sent. With these delays and hours, the last one goes out on Tue 2 Dec at 09:20. Recipients: 4 in +62. It is 19:30 in Asia/Jakarta (the workflow's time zone); messages start from 09:00 to 20:00.",
		);
	});
});

test('A Send At that becomes past during the delay is not sent', async () => {
	clock.set('2036-12-01T09:00');
	afterFirst('2036-12-01T09:11');
	const { error } = await send({ options: { sendAt: '2036-12-01T09:05', ...withDelay(600) } });
	expect(error?.message).toMatch(/^Send At ".+" is in the past/);
	expect(arrivals()).toEqual([0]);
});

describe('Hours that end during a delay', () => {
	const delayed = (outside: string) => hours('09:00', '20:00', withDelay(600), outside);
	beforeEach(() => clock.set('2036-12-01T19:55'));

	test('skip the message', async () => {
		afterFirst('2036-12-01T20:06');
		expect(story(await send({ to: 2, ...delayed('skip') }))).toBe('0: sent sendHours');
	});

	test('make the message wait for the next ones', async () => {
		const arrivedAt: string[] = [];
		afterFirst('2036-12-01T20:06', '2036-12-02T08:59:59.900');
		const { onSend } = holder.sandbox;
		holder.sandbox.onSend = (...request) => {
			arrivedAt.push(DateTime.fromMillis(Date.now(), { zone: 'Asia/Jakarta' }).toFormat('d HH:mm'));
			return onSend?.(...request);
		};
		expect(story(await send({ to: 2, ...delayed('wait') }))).toBe('0 1: sent sent');
		expect(arrivedAt).toEqual(['1 19:55', '2 09:00']);
	});
});

test('A clock that is set back by an hour makes no delay longer', async () => {
	clock.set('2036-12-01T12:00');
	afterFirst('2036-12-01T11:00');
	// Long before the hour is over.
	const stop = AbortSignal.timeout(5000);
	expect(story(await send({ to: 2, options: withDelay(1), stop }))).toBe('0 1: sent sent');
});
