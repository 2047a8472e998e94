import type { IExecuteFunctions } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { NO_SIGNAL, useBroadcasts, useClock, type Broadcast } from './broadcasts';
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

/** That messages start in item order, and one at a time: see ledger/. */
describe('Messages of one run', () => {
	test('are as many in flight as Messages at Once says, and come out in order', async () => {
		holder.sandbox.latency = 30;
		const { items } = await send({ to: 20, options: { concurrency: 4 } });
		expect(mostInFlight()).toBe(4);
		expect(items.map(({ json }) => json.recipient)).toEqual([...items.keys()].map(phone));
	});

	test('go out one at a time where the expression of Messages at Once fails', async () => {
		holder.sandbox.latency = 5;
		const concurrency = "={{ $('Nowhere').item.json.many }}";
		expect(story(await send({ options: { concurrency } }))).toBe('0 1 2: sent sent sent');
		expect(mostInFlight()).toBe(1);
	});

	test.each<[string, Broadcast]>([
		['in parallel', { options: { minDelay: 0.2, concurrency: 4 } }],
		['in all tries, by Maximum Delay alone', { options: { maxDelay: 0.2 }, retryOnFail: true }],
		['in a retry', {}],
		['in all iterations of a loop', { batches: recipients(4).map((item) => [item]) }],
	])('have the delay between them: %s', async (_which, more) => {
		const options = { minDelay: 0.2, maxDelay: 0.3 };
		const broadcast = { to: 4, faults: { 3: [NO_SIGNAL] }, options, ...more };
		const outcome = await send(broadcast);
		if (outcome.error) await send({ ...broadcast, faults: {}, retryOf: outcome });
		expect(arrivals()).toEqual([0, 1, 2, 3, 3]);
		const times = holder.sandbox.requests.map(({ arrivedAt }) => arrivedAt);
		const gaps = times.slice(1).map((time, index) => time - times[index]);
		// On a busy machine one message takes longer to arrive than the next.
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
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

	test.each([
		['in the middle of a broadcast', '20:00', 0, {}],
		['during a delay', '20:00:31', 50, { minDelay: 60 }],
	])('ends %s', async (_when, time, after, more) => {
		clock.set('2036-12-01T19:59:30');
		jumpTo(`2036-12-01T${time}`, after);
		const outcome = await send(between('09:00', '20:00', more));
		expect(story(outcome)).toBe('0: sent sendHours sendHours');
	});

	test('leaves the recipient and its place to a later item', async () => {
		const from = '={{ $itemIndex === 0 ? "22:00" : "09:00" }}';
		clock.set('2036-12-01T21:00');
		const to = Array(3).fill(recipients(1)[0]);
		const options = between(from, '23:00', { eachRecipientOnce: true, maxPerExecution: 1 });
		expect(story(await send({ to, ...options }))).toBe('0: sendHours sent duplicate');
	});

	test('sends the rest in a retry within the hours, and not outside of them', async () => {
		clock.set('2036-12-01T19:00');
		const retryOf = await send({ ...daytime, faults: { 1: [NO_SIGNAL] } });
		clock.set('2036-12-01T23:00');
		expect(story(await send({ ...daytime, retryOf }))).toBe('0 1: sent sendHours sendHours');
		clock.set('2036-12-02T09:00');
		expect(story(await send({ ...daytime, retryOf }))).toBe('0 1 1 2: sent sent sent');
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

test('A Send At that becomes past during the delay is not sent', async () => {
	clock.set('2036-12-01T09:00');
	jumpTo('2036-12-01T09:11', 50);
	const { error } = await send({ options: { sendAt: '2036-12-01T09:05', minDelay: 600 } });
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
	expect(lines).toEqual(
		['1 of 4 accepted, 0 failed', '1 of 4 accepted, 1 failed', '2 of 4 accepted, 1 failed'].map(
			(counts) => `WhatsApp Sender: ${counts}, 0 skipped`,
		),
	);
});
