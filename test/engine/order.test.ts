import { arrivals, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const phones = (count: number) => recipients(count).map(({ json }) => json.phone);

describe('messages of one run', () => {
	test('go out one after the other, in item order', async () => {
		const { sandbox } = holder;
		sandbox.latency = 5;
		const { items } = await sendTexts(sandbox, { items: recipients(12) });

		expect(arrivals(sandbox)).toEqual(phones(12));
		expect(Math.max(...sandbox.requests.map(({ inFlight }) => inFlight))).toBe(1);
		expect(items.map(({ json }) => json.recipient)).toEqual(phones(12));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			phones(12).map((_, item) => ({ item })),
		);
	});

	test('are as many in flight as Messages at Once says, and no more', async () => {
		const { sandbox } = holder;
		sandbox.latency = 30;
		const parameters = { options: { concurrency: 4 } };
		const { items } = await sendTexts(sandbox, { items: recipients(20), parameters });

		expect(Math.max(...sandbox.requests.map(({ inFlight }) => inFlight))).toBe(4);
		expect(items.map(({ json }) => json.recipient)).toEqual(phones(20));
	});

	test('wait for the delay between them, but not before the first and not after the last', async () => {
		const { sandbox } = holder;
		const parameters = { options: { minDelay: 0.2, maxDelay: 0.3 } };
		await sendTexts(sandbox, { items: recipients(4), parameters });

		const times = sandbox.requests.map(({ arrivedAt }) => arrivedAt);
		const gaps = times.slice(1).map((time, index) => time - times[index]);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(195);
	});

	test('have the same delay between them where only one is set', async () => {
		const { sandbox } = holder;
		for (const options of [{ minDelay: 0.25 }, { maxDelay: 0.25 }]) {
			sandbox.reset();
			await sendTexts(sandbox, { items: recipients(3), parameters: { options } });
			const times = sandbox.requests.map(({ arrivedAt }) => arrivedAt);
			expect(times[1] - times[0]).toBeGreaterThanOrEqual(245);
			expect(times[2] - times[1]).toBeGreaterThanOrEqual(245);
		}
	});

	test('keep their order with a delay and several in parallel', async () => {
		const { sandbox } = holder;
		sandbox.latency = 40;
		const parameters = { options: { minDelay: 0.03, concurrency: 5 } };
		await sendTexts(sandbox, { items: recipients(8), parameters });

		expect(arrivals(sandbox)).toEqual(phones(8));
	});

	test('of an execution that is stopped end before the next one, also during the delay', async () => {
		const { sandbox } = holder;
		const stop = new AbortController();
		sandbox.onSend = ({ body }) => {
			if ((body as { phone: string }).phone === phones(2)[1]) setTimeout(() => stop.abort(), 50);
			return undefined;
		};
		const parameters = { options: { minDelay: 0.4 } };
		const { run } = await sendTexts(sandbox, {
			items: recipients(6),
			parameters,
			stop: stop.signal,
		});
		await new Promise((resolve) => setTimeout(resolve, 900));

		expect(run.status).toBe('canceled');
		expect(arrivals(sandbox)).toEqual(phones(2));
	});

	test('of an execution that is stopped leave an error that says how far it came', async () => {
		const { sandbox } = holder;
		const [first, slow] = phones(2);
		const stopAtSecond = async (onError?: 'continueRegularOutput') => {
			const stop = new AbortController();
			sandbox.onSend = ({ body }) => {
				if ((body as { phone: string }).phone !== slow) return undefined;
				setTimeout(() => stop.abort(), 50);
				return { delay: 300 };
			};
			return await sendTexts(sandbox, { items: recipients(6), onError, stop: stop.signal });
		};

		const { run, error } = await stopAtSecond();
		expect(run.status).toBe('canceled');
		expect(sandbox.accepted[0].recipient).toBe(first);
		expect(error?.message).toBe(
			`The execution was canceled. Accepted: 1 of 6. May already have been sent: ${slow}.`,
		);
		// n8n would store the input as output of a node that throws where On Error is Continue.
		const { items } = await stopAtSecond('continueRegularOutput');
		expect(items.filter(({ json }) => json.success !== true && !json.error)).toEqual([]);
	});
});
