import { arrivals, failing, phoneOf, phones, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const all = (count: number) => phones(...recipients(count).keys());
const mostInFlight = () => Math.max(...holder.sandbox.requests.map(({ inFlight }) => inFlight));

describe('Messages of one run', () => {
	test('go out one after the other, in item order', async () => {
		const { sandbox } = holder;
		sandbox.latency = 5;
		const { items } = await sendTexts(sandbox, { items: recipients(12) });

		expect(arrivals(sandbox)).toEqual(all(12));
		expect(mostInFlight()).toBe(1);
		expect(items.map(({ json }) => json.recipient)).toEqual(all(12));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	});

	test('are as many in flight as Messages at Once says, and no more', async () => {
		const { sandbox } = holder;
		sandbox.latency = 30;
		const parameters = { options: { concurrency: 4 } };
		const { items } = await sendTexts(sandbox, { items: recipients(20), parameters });

		expect(mostInFlight()).toBe(4);
		expect(items.map(({ json }) => json.recipient)).toEqual(all(20));
	});

	test('go out one at a time where the expression of Messages at Once fails', async () => {
		const { sandbox } = holder;
		sandbox.latency = 5;
		const parameters = { options: { concurrency: "={{ $('Nowhere').item.json.many }}" } };
		const { error, items } = await sendTexts(sandbox, { parameters });
		expect([error, items.length]).toEqual([undefined, 3]);
		expect(mostInFlight()).toBe(1);
	});

	test('wait for the delay between them', async () => {
		const { sandbox } = holder;
		const parameters = { options: { minDelay: 0.2, maxDelay: 0.3 } };
		await sendTexts(sandbox, { items: recipients(4), parameters });

		const times = sandbox.requests.map(({ arrivedAt }) => arrivedAt);
		const gaps = times.slice(1).map((time, index) => time - times[index]);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(195);
	});

	test('keep their order with a delay and several in parallel', async () => {
		const { sandbox } = holder;
		sandbox.latency = 40;
		const parameters = { options: { minDelay: 0.03, concurrency: 5 } };
		await sendTexts(sandbox, { items: recipients(8), parameters });

		expect(arrivals(sandbox)).toEqual(all(8));
	});
});

describe('The stop button', () => {
	test('ends the run before the next message, also during the delay', async () => {
		const { sandbox } = holder;
		const stop = new AbortController();
		sandbox.onSend = (request) => {
			if (phoneOf(request) === phones(1)[0]) setTimeout(() => stop.abort(), 50);
			return undefined;
		};
		const parameters = { options: { minDelay: 0.4 } };
		const options = { items: recipients(6), parameters, stop: stop.signal };
		const { run } = await sendTexts(sandbox, options);
		await new Promise((resolve) => setTimeout(resolve, 900));

		expect(run.status).toBe('canceled');
		expect(arrivals(sandbox)).toEqual(phones(0, 1));
	});

	test.each([undefined, 'continueRegularOutput'] as const)(
		'leaves word of how far it came (On Error: %s)',
		async (onError) => {
			const { sandbox } = holder;
			const stop = new AbortController();
			const [first, slow] = phones(0, 1);
			const wait = failing(slow, Infinity, { delay: 300 });
			sandbox.onSend = (request, attempt) => {
				const fault = wait(request, attempt);
				if (fault) setTimeout(() => stop.abort(), 50);
				return fault;
			};
			const options = { items: recipients(6), onError, stop: stop.signal };
			const { run, error, items } = await sendTexts(sandbox, options);

			expect(run.status).toBe('canceled');
			expect(sandbox.accepted[0].recipient).toBe(first);
			// n8n would store the input as output of a node that throws where On Error is Continue.
			if (onError) {
				expect(items.filter(({ json }) => json.success !== true && !json.error)).toEqual([]);
			} else {
				expect(error?.message).toBe(
					`The execution was canceled. Accepted: 1 of 6. May already have been sent: ${slow}.`,
				);
			}
		},
	);
});
