import { NO_SIGNAL, useBroadcasts, withDelay, type Broadcast } from './broadcasts';
import type { Outcome } from './run';
import { failedOf, phone } from './sandbox';

const { send, fail, holder, arrivals } = useBroadcasts();

const slow = { 0: { delay: 300 }, 1: { delay: 300 } };

/** All that n8n shows of failures. */
const saidBy = (outcome: Outcome) =>
	[outcome.error?.message, ...failedOf(outcome).map(({ json }) => json.error)].join(' ');

describe('The stop button', () => {
	/** Sends to six, and presses it 50 ms after the message to one of them has arrived. */
	async function stopAt(index: number, { faults = {}, ...more }: Broadcast = {}) {
		const stop = new AbortController();
		fail(faults);
		const { onSend } = holder.sandbox;
		holder.sandbox.onSend = (request, attempt) => {
			const isIt = (request.body as { phone: string }).phone === phone(index);
			if (isIt) setTimeout(() => stop.abort(), 50);
			return onSend?.(request, attempt);
		};
		const outcome = await send({ to: 6, ...more, stop: stop.signal });
		expect(outcome.run.status).toBe('canceled');
		return outcome;
	}

	/** Hours that begin for two items now, for the others later. */
	const at = (hour: number) =>
		`={{ $now.plus({ hours: $itemIndex < 2 ? ${hour - 2} : ${hour} }).toFormat('HH:mm') }}`;
	const hours = { from: at(1), to: at(3), days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] };
	test.each([
		['during the delay', withDelay(0.4)],
		['while it waits for its hours', { sendHours: { hours: { ...hours, outside: 'wait' } } }],
	])('ends the run before the next message, also %s', async (_when, options) => {
		await stopAt(1, { options });
		await new Promise((resolve) => setTimeout(resolve, 900));
		expect(arrivals()).toEqual([0, 1]);
	});

	test('leaves word of how far it came', async () => {
		const { error } = await stopAt(1, { faults: slow });
		expect(error?.message).toBe(
			`The execution was canceled. Accepted: 1 of 6. May already have been sent: ${phone(1)}.`,
		);
	});

	// n8n would store the input as output of a node that throws.
	test('leaves no item that is neither sent nor failed where On Error is Continue', async () => {
		const { items } = await stopAt(1, { faults: slow, onError: 'continueRegularOutput' });
		expect(items.filter(({ json }) => json.success !== true && !json.error)).toEqual([]);
	});

	/** n8n runs the node again then, with a signal that is aborted already. */
	describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'with Retry On Fail leaves word of it, and never a success without items (On Error: %s)',
		(onError) => {
			const retry = { onError, retryOnFail: true, waitBetweenTries: 400 };
			const isStop = onError === 'stopWorkflow';

			test.each([0, 1])('during the message of item %i', async (index) => {
				const outcome = await stopAt(index, { faults: slow, ...retry });
				expect(arrivals()).toEqual([...Array(index + 1).keys()]);
				const said = saidBy(outcome);
				expect(said).toMatch(/may already have been sent/i);
				expect(said).toContain(phone(index));
				if (isStop) expect(said).toContain(`The execution was canceled. Accepted: ${index} of 6.`);
				else expect(outcome.items[0]?.json.success === true).toBe(index === 1);
			});

			test('between two tries', async () => {
				const faults = { 0: NO_SIGNAL };
				const outcome = await stopAt(isStop ? 0 : 1, { faults, to: 2, ...retry });
				expect(arrivals()).toEqual(isStop ? [0] : [0, 1]);
				const accepted = isStop ? 0 : 1;
				expect(saidBy(outcome)).toContain(
					`The execution was canceled. Accepted: ${accepted} of 2.`,
				);
				// What was accepted is still there.
				if (!isStop) expect(outcome.items.at(-1)?.json.success).toBe(true);
			});
		},
	);
});
