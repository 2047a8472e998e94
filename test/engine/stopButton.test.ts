import { sleep } from 'n8n-workflow';
import { NO_SIGNAL, useBroadcasts, withDelay, type Broadcast } from './broadcasts';
import { failedOf, phone } from './sandbox';

const { send, setFaults, holder, arrivals } = useBroadcasts();
const NO_RESPONSE = { delay: 60_000 };

/** Presses the stop button some milliseconds after the message to one of the recipients has arrived. */
async function stopAt(index: number, { faults = {}, ...broadcast }: Broadcast, after = 0) {
	const stop = new AbortController();
	setFaults(faults);
	const { onSend } = holder.sandbox;
	holder.sandbox.onSend = (request, attempt) => {
		const isIt = (request.body as { phone: string }).phone === phone(index);
		if (isIt) setTimeout(() => stop.abort(), after);
		return onSend?.(request, attempt);
	};
	const outcome = await send({ ...broadcast, stop: stop.signal });
	expect(outcome.run.status).toBe('canceled');
	const failed = failedOf(outcome).map(({ json }) => json.error);
	return { ...outcome, failures: [outcome.error?.message, ...failed].join(' ') };
}

/** Without Retry On Fail the error says so: broadcast.property.test.ts. */
describe('The stop button', () => {
	test('prevents the next message during a delay', async () => {
		await stopAt(0, { options: withDelay(0.15) }, 30);
		await sleep(300);
		expect(arrivals()).toEqual([0]);
	});

	// n8n would store the input as output of a node that throws.
	test('leaves a result for every item if On Error is Continue', async () => {
		const onError = 'continueRegularOutput';
		const { items } = await stopAt(1, { faults: { 1: NO_RESPONSE }, onError });
		expect(items.filter(({ json }) => json.success !== true && !json.error)).toEqual([]);
	});

	/** n8n runs the node again then, with a signal that is aborted already. */
	describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'ends Retry On Fail with a report of what was sent (On Error: %s)',
		(onError) => {
			const retry = { onError, retryOnFail: true };
			const isStop = onError === 'stopWorkflow';

			test.each([0, 1])('during the message of item %i', async (index) => {
				const broadcast = { faults: { [index]: NO_RESPONSE }, ...retry };
				const { failures, items } = await stopAt(index, broadcast);
				expect(arrivals()).toEqual([...Array(index + 1).keys()]);
				expect(failures).toContain(`May already have been sent: ${phone(index)}.`);
				if (isStop) expect(failures).toContain(`canceled. Accepted: ${index} of 3.`);
				else expect(items[0]?.json.success === true).toBe(index === 1);
			});

			test('between two tries', async () => {
				const broadcast = { faults: { 0: NO_SIGNAL }, to: 2, waitBetweenTries: 400, ...retry };
				const accepted = isStop ? 0 : 1;
				const { failures, items } = await stopAt(accepted, broadcast, 50);
				expect(arrivals()).toEqual(isStop ? [0] : [0, 1]);
				expect(failures).toContain(`canceled. Accepted: ${accepted} of 2.`);
				if (!isStop) expect(items.at(-1)?.json).toMatchObject({ success: true });
			});
		},
	);
});
