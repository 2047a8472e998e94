import { DateTime } from 'luxon';
import { useBroadcasts, useClock, withDelay } from './broadcasts';
import { recipients } from './sandbox';

const { holder, send, story } = useBroadcasts();
const clock = useClock();

/** Sets the clock to these times, one after the other, when the first message has its response. */
function afterFirst(...times: string[]): void {
	let left = times;
	holder.sandbox.onSend = () => {
		left.forEach((time, at) => setTimeout(() => clock.set(time), 100 + at * 500));
		left = [];
		return undefined;
	};
}

describe('Hours that end during a delay', () => {
	const delayed = (outside: string) => {
		const hours = { from: '09:00', to: '20:00', days: ['mon', 'tue'], outside };
		return { to: 2, options: { sendHours: { hours }, ...withDelay(600) } };
	};
	/** 1 December 2036 is a Monday. */
	beforeEach(() => clock.set('2036-12-01T19:55'));

	test('skip the message', async () => {
		afterFirst('2036-12-01T20:06');
		expect(story(await send(delayed('skip')))).toBe('0: sent sendHours');
	});

	test('make the message wait for the next ones', async () => {
		const arrivedAt: string[] = [];
		afterFirst('2036-12-01T20:06', '2036-12-02T08:59:59.900');
		const { onSend } = holder.sandbox;
		holder.sandbox.onSend = (...request) => {
			arrivedAt.push(DateTime.fromMillis(Date.now(), { zone: 'Asia/Jakarta' }).toFormat('d HH:mm'));
			return onSend?.(...request);
		};
		expect(story(await send(delayed('wait')))).toBe('0 1: sent sent');
		expect(arrivedAt).toEqual(['1 19:55', '2 09:00']);
	});
});

describe('A clock that is set back by an hour makes no delay longer', () => {
	const delayed = { options: withDelay(1) };
	/** Long before the hour is over. */
	const inTime = () => ({ stop: AbortSignal.timeout(5000) });
	beforeEach(() => clock.set('2036-12-01T12:00'));

	test('during the delay', async () => {
		afterFirst('2036-12-01T11:00');
		expect(story(await send({ to: 2, ...delayed, ...inTime() }))).toBe('0 1: sent sent');
	});

	test('between two iterations of a loop', async () => {
		const [first, second] = recipients(2);
		const batches = (run: number) => {
			if (run === 1) clock.set('2036-12-01T11:00');
			return [[first], [second]][run] ?? [];
		};
		expect(story(await send({ batches, ...delayed, ...inTime() }))).toBe('0 1: sent sent');
	});
});
