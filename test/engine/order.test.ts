import { NO_SIGNAL, useBroadcasts, type Broadcast } from './broadcasts';
import { phone, recipients } from './sandbox';

const { holder, send, arrivals, story } = useBroadcasts();
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
		['in all tries', { retryOnFail: true }],
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

describe('The stop button', () => {
	/** Sends to six, and presses it 50 ms after the second message has arrived. */
	async function stopAtSecond(delay?: number, broadcast: Broadcast = {}) {
		const stop = new AbortController();
		holder.sandbox.onSend = ({ body }) => {
			if ((body as { phone: string }).phone !== phone(1)) return undefined;
			setTimeout(() => stop.abort(), 50);
			return delay === undefined ? undefined : { delay };
		};
		const outcome = await send({ to: 6, ...broadcast, stop: stop.signal });
		expect(outcome.run.status).toBe('canceled');
		return outcome;
	}

	test('ends the run before the next message, also during the delay', async () => {
		await stopAtSecond(undefined, { options: { minDelay: 0.4 } });
		await new Promise((resolve) => setTimeout(resolve, 900));
		expect(arrivals()).toEqual([0, 1]);
	});

	test('leaves word of how far it came', async () => {
		const { error } = await stopAtSecond(300);
		expect(error?.message).toBe(
			`The execution was canceled. Accepted: 1 of 6. May already have been sent: ${phone(1)}.`,
		);
	});

	// n8n would store the input as output of a node that throws.
	test('leaves no item that is neither sent nor failed where On Error is Continue', async () => {
		const { items } = await stopAtSecond(300, { onError: 'continueRegularOutput' });
		expect(items.filter(({ json }) => json.success !== true && !json.error)).toEqual([]);
	});
});
