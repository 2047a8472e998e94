import type { IExecuteFunctions } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { hintsOf, NO_SIGNAL, useBroadcasts, useClock, withDelay } from './broadcasts';
import { phone, recipients } from './sandbox';

const { holder, send, story, arrivals } = useBroadcasts();
const clock = useClock();
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const between = (from: string, to: string, more = {}) => ({
	options: { sendHours: { hours: { from, to, days: WEEK } }, ...more },
});
const daytime = between('09:00', '20:00');
/** Lets the clock jump when the first message has arrived. */
const jumpTo = (time: string, after = 0) => {
	holder.sandbox.onSend = () => {
		setTimeout(() => clock.set(time), after);
		return { delay: after > 0 ? 0 : 10 };
	};
};

const mostInFlight = () => Math.max(...holder.sandbox.requests.map(({ inFlight }) => inFlight));

/** Order, delays and hours in all kinds of broadcasts, over nights and clock changes: see test/simulation/. */
describe('Messages of one run', () => {
	/** The value of Messages at Once, and how many of so many messages are in flight then. */
	test.each<[unknown, number, number]>([
		[4, 4, 20],
		['={{ "2.9" }}', 2, 8],
		[0, 1, 3],
		['={{ "many" }}', 1, 3],
		["={{ $('Nowhere').item.json.many }}", 1, 3],
	])(
		'with %p Messages at Once are %i in flight, and come out in order',
		async (concurrency, most, to) => {
			holder.sandbox.latency = 20 + 10 * most;
			const { items } = await send({ to, options: { concurrency } });
			expect(mostInFlight()).toBe(most);
			expect(items.map(({ json }) => json.recipient)).toEqual([...Array(to).keys()].map(phone));
		},
	);

	test('have the delay between them, in all iterations of a loop', async () => {
		const batches = recipients(3).map((item) => [item]);
		await send({ batches, options: withDelay(0.2) });
		const times = holder.sandbox.requests.map(({ arrivedAt }) => arrivedAt);
		const gaps = times.slice(1).map((time, index) => time - times[index]);
		expect(gaps).toHaveLength(2);
		// On a busy machine one message takes longer to arrive than the next.
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
	});
});

describe('The delay between two messages', () => {
	/** In seconds: a dry run of two items says it. */
	const secondsOf = async (options: object) => {
		const outcome = await send({ to: 2, options: { ...options, dryRun: true } });
		return Number(/about (\d+) s\.$/.exec(hintsOf(outcome)![0].message)?.[1] ?? 0);
	};

	test.each<[object, number]>([
		[{}, 0],
		[withDelay(0), 0],
		[withDelay(2), 2],
		[withDelay('={{ "4.0" }}'), 4],
		// Number fields of the form are left out where they have their defaults.
		[{ delay: { seconds: { min: 15 } } }, 15],
		[{ delay: { seconds: { max: 5 } } }, 5],
	])('of %j is %i s', async (options, expected) => {
		expect(await secondsOf(options)).toBe(expected);
	});

	test.each([
		[0, 80, withDelay(0, 80)],
		[0, 80, withDelay(80, 0)],
		[5, 15, { delay: {} }],
		[5, 15, { delay: { seconds: {} } }],
	])('is random between %i and %i s with %j', async (least, most, options) => {
		const delays = await Promise.all([...Array(30)].map(() => secondsOf(options)));
		const middle = (least + most) / 2;
		expect(Math.min(...delays)).toBeGreaterThanOrEqual(least);
		expect(Math.min(...delays)).toBeLessThan(middle);
		expect(Math.max(...delays)).toBeGreaterThan(middle);
		expect(Math.max(...delays)).toBeLessThanOrEqual(most);
	});
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
			['turns', 'Europe/Berlin', '20:00', '0: sent'],
		] as const) {
			holder.sandbox.reset();
			clock.set(`2036-12-01T${time}`);
			expect(story(await send({ to: 1, runsBy, timezone, ...daytime }))).toBe(expected);
		}
	});

	test('ends during a delay', async () => {
		clock.set('2036-12-01T19:59:30');
		jumpTo('2036-12-01T20:00:31', 50);
		const outcome = await send(between('09:00', '20:00', withDelay(60)));
		expect(story(outcome)).toBe('0: sent sendHours sendHours');
	});

	test('leaves the recipient and its place to a later item', async () => {
		const from = '={{ $itemIndex === 0 ? "22:00" : "09:00" }}';
		clock.set('2036-12-01T21:00');
		const to = Array(3).fill(recipients(1)[0]);
		const options = between(from, '23:00', { eachRecipientOnce: true, maxPerExecution: 1 });
		const outcome = await send({ to, ...options });
		expect(story(outcome)).toBe('0: sendHours sent duplicate');
		expect(hintsOf(outcome)![0].message).toBe(
			"2 of 3 were skipped: 1 outside the hours, 1 twice. It is 21:00 in Asia/Jakarta (the workflow's time zone); messages start from 22:00 to 23:00.",
		);
	});

	test('sends the rest in a retry within the hours, and not outside of them', async () => {
		clock.set('2036-12-01T19:00');
		const retryOf = await send({ ...daytime, faults: { 1: [NO_SIGNAL] } });
		clock.set('2036-12-01T23:00');
		expect(story(await send({ ...daytime, retryOf }))).toBe('0 1: sent sendHours sendHours');
		clock.set('2036-12-02T09:00');
		expect(story(await send({ ...daytime, retryOf }))).toBe('0 1 1 2: sent sent sent');
	});

	test('with Send At holds for the scheduled time, whatever time it is now', async () => {
		for (const [now, sendAt, expected] of [
			['12:00', '2036-12-02T03:00', ': sendHours'],
			['12:00', '2036-12-02T12:00', '0: sent'],
			['23:00', '2036-12-02T12:00', '0: sent'],
			['23:00', '2036-12-02T20:00', ': sendHours'],
		]) {
			for (const runsBy of ['turns', 'routing'] as const) {
				holder.sandbox.reset();
				clock.set(`2036-12-01T${now}`);
				const outcome = await send({ to: 1, runsBy, ...between('09:00', '20:00', { sendAt }) });
				expect(story(outcome)).toBe(expected);
			}
		}
	});

	test('in a dry run and in Check All Items First is as of now', async () => {
		const more = { dryRun: '={{ $itemIndex > 0 }}', checkFirst: true };
		for (const [time, expected] of [
			['08:59', ': sendHours sendHours'],
			['09:00', '0: sent dry'],
		]) {
			clock.set(`2036-12-01T${time}`);
			expect(story(await send({ to: 2, ...between('09:00', '20:00', more) }))).toBe(expected);
		}
	});
});

describe('Outside These Hours = Wait', () => {
	const waiting = (from: string, to: string, more = {}) => ({
		options: { sendHours: { hours: { from, to, days: WEEK, outside: 'wait' } }, ...more },
	});
	/** Lets the clock jump after a while of waiting. */
	const jumpIn = (millis: number, time: string) => setTimeout(() => clock.set(time), millis);

	test('holds each message back until the hours begin', async () => {
		clock.set('2036-12-01T20:00');
		const begin = performance.now();
		jumpIn(300, '2036-12-02T08:59:59.600');
		expect(story(await send(waiting('09:00', '20:00')))).toBe('0 1 2: sent sent sent');
		expect(performance.now() - begin).toBeGreaterThan(700);
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
			"4 of 4 would be sent. With these delays and hours, the last one goes out on Tue 2 Dec at 09:20. It is 19:30 in Asia/Jakarta (the workflow's time zone); messages start from 09:00 to 20:00.",
		);
	});
});

test('A Send At that becomes past during the delay is not sent', async () => {
	clock.set('2036-12-01T09:00');
	jumpTo('2036-12-01T09:11', 50);
	const { error } = await send({ options: { sendAt: '2036-12-01T09:05', ...withDelay(600) } });
	expect(error?.message).toMatch(/^Send At ".+" is in the past/);
	expect(arrivals()).toEqual([0]);
});

test("Every minute the log has a line with the progress, without anybody's number", async () => {
	const lines: string[] = [];
	const { sendText } = new WhatsAppSender().customOperations.message;
	const logged = async function (this: IExecuteFunctions) {
		jest.spyOn(this.logger, 'info').mockImplementation((line) => void lines.push(line));
		return await sendText.call(this);
	};
	clock.set('2036-12-01T09:00');
	let minute = 0;
	holder.sandbox.onSend = () => {
		clock.set(`2036-12-01T09:0${++minute}:0${minute}`);
		return minute === 2 ? NO_SIGNAL : undefined;
	};
	const outcome = await send({
		to: [...recipients(3), ...recipients(1)],
		options: { eachRecipientOnce: true },
		onError: 'continueRegularOutput',
		runsBy: { message: { sendText: logged } },
	});
	expect(story(outcome)).toBe('0 1 2: sent failed sent duplicate');
	// Whether the message in flight counts depends on how busy this machine is.
	expect(lines).toHaveLength(3);
	for (const line of lines) {
		expect(line).toMatch(/^WhatsApp Sender: [0-2] of 4 accepted, [01] failed, 0 skipped$/);
	}
	expect(lines).toEqual([...lines].sort());
});
