import type { RunOptions } from './run';
import { NO_SIGNAL, phone, recipients, useBroadcasts } from './sandbox';

const { holder, send, fail, arrivals } = useBroadcasts();
const mostInFlight = () => Math.max(...holder.sandbox.requests.map(({ inFlight }) => inFlight));

/** That messages start in item order, and one at a time: see ledger/. */
describe('Messages of one run', () => {
	test('are as many in flight as Messages at Once says, and no more', async () => {
		holder.sandbox.latency = 30;
		const { items } = await send(20, { parameters: { options: { concurrency: 4 } } });
		expect(mostInFlight()).toBe(4);
		expect(items.map(({ json }) => json.recipient)).toEqual([...items.keys()].map(phone));
	});

	test('go out one at a time where the expression of Messages at Once fails', async () => {
		holder.sandbox.latency = 5;
		const concurrency = "={{ $('Nowhere').item.json.many }}";
		const { error, items } = await send(3, { parameters: { options: { concurrency } } });
		expect([error, items.length]).toEqual([undefined, 3]);
		expect(mostInFlight()).toBe(1);
	});

	test('have the delay between them in parallel too', async () => {
		const begun = Date.now();
		await send(4, { parameters: { options: { minDelay: 0.2, concurrency: 4 } } });
		expect(Date.now() - begun).toBeGreaterThanOrEqual(3 * 195);
	});

	test.each<[string, Partial<RunOptions>]>([
		['of one run', {}],
		['of all tries', { retryOnFail: true }],
		['of all iterations of a loop', { batches: recipients(6).map((item) => [item]) }],
	])('have the delay between them: %s', async (_which, more) => {
		fail({ 3: [NO_SIGNAL] });
		const options = { ...more, parameters: { options: { minDelay: 0.2, maxDelay: 0.3 } } };
		const outcome = await send(6, options);
		if (outcome.error) await send(6, { ...options, retryOf: outcome });
		expect(arrivals()).toEqual([0, 1, 2, 3, 3, 4, 5]);
		const times = holder.sandbox.requests.map(({ arrivedAt }) => arrivedAt);
		const gaps = times.slice(1).map((time, index) => time - times[index]);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(195);
	});
});

describe('The stop button', () => {
	/** Presses it 50 ms after the second message has arrived. */
	function stopAtSecond(delay?: number): AbortSignal {
		const stop = new AbortController();
		holder.sandbox.onSend = ({ body }) => {
			if ((body as { phone: string }).phone !== phone(1)) return undefined;
			setTimeout(() => stop.abort(), 50);
			return delay === undefined ? undefined : { delay };
		};
		return stop.signal;
	}

	test('ends the run before the next message, also during the delay', async () => {
		const parameters = { options: { minDelay: 0.4 } };
		const { run } = await send(6, { parameters, stop: stopAtSecond() });
		await new Promise((resolve) => setTimeout(resolve, 900));
		expect(run.status).toBe('canceled');
		expect(arrivals()).toEqual([0, 1]);
	});

	test('leaves word of how far it came', async () => {
		const { run, error } = await send(6, { stop: stopAtSecond(300) });
		expect(run.status).toBe('canceled');
		expect(error?.message).toBe(
			`The execution was canceled. Accepted: 1 of 6. May already have been sent: ${phone(1)}.`,
		);
	});

	// n8n would store the input as output of a node that throws.
	test('leaves no item that is neither sent nor failed where On Error is Continue', async () => {
		const onError = 'continueRegularOutput';
		const { run, items } = await send(6, { stop: stopAtSecond(300), onError });
		expect(run.status).toBe('canceled');
		expect(items.filter(({ json }) => json.success !== true && !json.error)).toEqual([]);
	});
});
