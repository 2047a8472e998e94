import { hintsOf, useBroadcasts, useClock, withDelay } from './broadcasts';
import { recipients } from './sandbox';

const { holder, send, story, arrivals } = useBroadcasts();
const clock = useClock();
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const between = (from: string, to: string, more = {}) => ({
	options: { sendHours: { hours: { from, to, days: WEEK } }, ...more },
});
const daytime = between('09:00', '20:00');

/** In seconds, with a quarter of what is random; a dry run of two items says it. */
test.each<[object, number]>([
	[{}, 0],
	[withDelay(0), 0],
	[withDelay('={{ "4.0" }}'), 4],
	[withDelay(0, 80), 20],
	[withDelay(80, 0), 60],
	// Number fields of the form are left out where they have their defaults.
	[{ delay: { seconds: { min: 15 } } }, 15],
	[{ delay: {} }, 8],
])('The delay between two messages of %j is %i s', async (options, expected) => {
	jest.spyOn(Math, 'random').mockReturnValue(0.25);
	const outcome = await send({ to: 2, options: { ...options, dryRun: true } });
	const [, seconds = 0] = /about (\d+) s\. /.exec(hintsOf(outcome)![0].message) ?? [];
	expect(Number(seconds)).toBe(expected);
});

/** What the hours are: see unit/sendHours.test.ts. 1 December 2036 is a Monday. */
describe('Send Only Between', () => {
	test("skips what is outside of it in the workflow's time zone", async () => {
		for (const [runsBy, timezone, time, expected] of [
			['turns', 'Asia/Jakarta', '20:00', ': sendHours'],
			['routing', 'Asia/Jakarta', '20:00', ': sendHours'],
			['turns', 'Asia/Jakarta', '19:59', '0: sent'],
			['routing', 'Asia/Jakarta', '19:59', '0: sent'],
			['turns', 'Asia/Tokyo', '19:00', ': sendHours'],
		] as const) {
			holder.sandbox.reset();
			clock.set(`2036-12-01T${time}`);
			expect(story(await send({ to: 1, runsBy, timezone, ...daytime }))).toBe(expected);
		}
	});

	test('leaves the recipient and its place to a later item', async () => {
		const from = '={{ $itemIndex === 0 ? "22:00" : "09:00" }}';
		clock.set('2036-12-01T21:00');
		const to = Array(3).fill(recipients(1)[0]);
		const options = between(from, '23:00', { eachRecipientOnce: true, maxPerExecution: 1 });
		const outcome = await send({ to, ...options });
		expect(story(outcome)).toBe('0: sendHours sent duplicate');
		expect(hintsOf(outcome)![0].message).toBe(
			"Accepted: 1 of 3. 2 were skipped: 1 outside the hours, 1 twice. It is 21:00 in Asia/Jakarta (the workflow's time zone); messages start from 22:00 to 23:00.",
		);
	});
});

describe('Outside These Hours = Wait', () => {
	const waiting = (from: string, to: string, more = {}) => ({
		options: { sendHours: { hours: { from, to, days: WEEK, outside: 'wait' } }, ...more },
	});

	test('cannot move the time of a scheduled message, which is skipped', async () => {
		clock.set('2036-12-01T12:00');
		const sendAt = '={{ $itemIndex ? "2036-12-02T12:00" : "2036-12-02T21:00" }}';
		const outcome = await send({ to: 2, ...waiting('09:00', '20:00', { sendAt }) });
		expect(story(outcome)).toBe('1: sendHours sent');
	});

	test('is refused in a tool, where an agent would wait for hours', async () => {
		for (const runsBy of ['turns', 'routing'] as const) {
			const more = { to: 1, asTool: true, runsBy, onError: 'continueRegularOutput' } as const;
			const { items } = await send({ ...waiting('00:00', '24:00'), ...more });
			expect(items[0].json.error).toBe(
				'Send Only Between would hold up the AI agent: set Outside These Hours to Skip',
			);
		}
		expect(arrivals()).toEqual([]);
	});

	test('lets a dry run say when the last message goes out, without waiting', async () => {
		clock.set('2036-12-01T19:30');
		const hours = waiting('09:00', '20:00', { dryRun: true, ...withDelay(20 * 60) });
		const outcome = await send({ to: 4, ...hours });
		expect(story(outcome)).toBe(': dry dry dry dry');
		expect(hintsOf(outcome)![0].message).toBe(
			"4 of 4 would be sent. With these delays and hours, the last one goes out on Tue 2 Dec at 09:20. Recipients: 4 in +62. It is 19:30 in Asia/Jakarta (the workflow's time zone); messages start from 09:00 to 20:00.",
		);
	});
});

test('A Send At that becomes past during the delay is not sent', async () => {
	clock.set('2036-12-01T09:00');
	// After the response, from which on the delay counts.
	holder.sandbox.onSend = () => void setTimeout(() => clock.set('2036-12-01T09:11'), 50);
	const { error } = await send({ options: { sendAt: '2036-12-01T09:05', ...withDelay(600) } });
	expect(error?.message).toMatch(/^Send At ".+" is in the past/);
	expect(arrivals()).toEqual([0]);
});
