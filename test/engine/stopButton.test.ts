import { NO_SIGNAL, useBroadcasts, type Broadcast } from './broadcasts';
import type { Outcome } from './run';
import { failedOf, phone } from './sandbox';

const { send, fail, holder, arrivals } = useBroadcasts();

const unanswered = { delay: 60_000 };

/** All that n8n shows of failures. */
const failuresIn = (outcome: Outcome) =>
	[outcome.error?.message, ...failedOf(outcome).map(({ json }) => json.error)].join(' ');

/** Without Retry On Fail it says so in its error: see broadcast.property.test.ts. */
describe('The stop button', () => {
	/** Sends to six, and presses it some milliseconds after the message to one of them has arrived. */
	async function stopAt(index: number, { faults = {}, ...more }: Broadcast, after = 0) {
		const stop = new AbortController();
		fail(faults);
		const { onSend } = holder.sandbox;
		holder.sandbox.onSend = (request, attempt) => {
			const isIt = (request.body as { phone: string }).phone === phone(index);
			if (isIt) setTimeout(() => stop.abort(), after);
			return onSend?.(request, attempt);
		};
		const outcome = await send({ to: 6, ...more, stop: stop.signal });
		expect(outcome.run.status).toBe('canceled');
		return outcome;
	}

	// n8n would store the input as output of a node that throws.
	test('leaves no item that is neither sent nor failed where On Error is Continue', async () => {
		const onError = 'continueRegularOutput';
		const { items } = await stopAt(1, { faults: { 1: unanswered }, onError });
		expect(items.filter(({ json }) => json.success !== true && !json.error)).toEqual([]);
	});

	/** n8n runs the node again then, with a signal that is aborted already. */
	describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'with Retry On Fail is reported (On Error: %s)',
		(onError) => {
			const retry = { onError, retryOnFail: true };
			const isStop = onError === 'stopWorkflow';

			test.each([0, 1])('during the message of item %i', async (index) => {
				const outcome = await stopAt(index, { faults: { [index]: unanswered }, ...retry });
				expect(arrivals()).toEqual([...Array(index + 1).keys()]);
				const failures = failuresIn(outcome);
				expect(failures).toContain(`May already have been sent: ${phone(index)}.`);
				const canceled = `The execution was canceled. Accepted: ${index} of 6.`;
				if (isStop) expect(failures).toContain(canceled);
				else expect(outcome.items[0]?.json.success === true).toBe(index === 1);
			});

			test('between two tries', async () => {
				const more = { faults: { 0: NO_SIGNAL }, to: 2, waitBetweenTries: 400 };
				const outcome = await stopAt(isStop ? 0 : 1, { ...more, ...retry }, 50);
				expect(arrivals()).toEqual(isStop ? [0] : [0, 1]);
				const accepted = isStop ? 0 : 1;
				expect(failuresIn(outcome)).toContain(
					`The execution was canceled. Accepted: ${accepted} of 2.`,
				);
				// What was accepted is still there.
				if (!isStop) expect(outcome.items.at(-1)?.json).toMatchObject({ success: true });
			});
		},
	);
});
