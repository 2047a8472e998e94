import { NO_SIGNAL, useBroadcasts, type Broadcast } from './broadcasts';
import { failedOf, phone, recipients } from './sandbox';

const { holder, send, arrivals } = useBroadcasts();
const failingThird = { text: '={{ $itemIndex === 2 ? $("No such node").item : $json.text }}' };
const rejected = (index: number) =>
	`Message to ${phone(index)} was not accepted (HTTP 500): No signal`;
const maybe = `The message to ${phone(0)} may already have been sent`;
const [bad, none] = ['Phone "nobody" is not a phone number', "Referenced node doesn't exist"];

function withBadPhone(index: number) {
	const items = recipients(4);
	items[index].json.phone = 'nobody';
	return items;
}

/** What the message says of progress, and the end of the description. */
const SOME = [
	'Accepted: ',
	'To send the rest, use Retry on the newest execution under Executions. Running the workflow again sends to everyone again.',
];
const OF_CALLER = [
	'Accepted: ',
	'To send the rest, use Retry on the newest execution of this workflow under Executions. Retry of the workflow that calls it sends to everyone again.',
];
const NOTHING = ['Nothing was sent.', 'Correct it and run the workflow again.'];

const twoRounds = { batches: [recipients(2), recipients(4).slice(2)] };
const called = { mode: 'integrated' } as const;
const reject = (index: number): Broadcast => ({ to: 4, faults: { [index]: NO_SIGNAL } });

/** What it does to broadcasts of any kind, and how the counts add up: see ledger/. */
describe('On Error = Stop sends nothing more, and says how far it came and what to do, after', () => {
	/** How many have arrived then, the item it stops at, its error, and the counts. */
	test.each<[string, Broadcast, number, number, string, string, string[]]>([
		['a rejection', reject(2), 3, 2, rejected(2), 'Accepted: 2 of 4. Not sent: 1.', SOME],
		['one in a sub-workflow', { ...reject(2), ...called }, 3, 2, rejected(2), '', OF_CALLER],
		['the first one', reject(0), 1, 0, rejected(0), 'Accepted: 0 of 4. Not sent: 3.', NOTHING],
		['the first one there', { ...reject(0), ...called }, 1, 0, rejected(0), '', NOTHING],
		['bad input in the first', { to: withBadPhone(0) }, 0, 0, bad, 'Not sent: 3.', NOTHING],
		['a first one that may be sent', { faults: { 0: 'cut-before' } }, 1, 0, maybe, '', SOME],
		['the first of a second round', { ...reject(2), ...twoRounds }, 3, 0, rejected(2), '', SOME],
		['bad input', { to: withBadPhone(2) }, 2, 2, bad, 'Accepted: 2 of 4. Not sent: 1.', SOME],
		['a failing expression', { parameters: failingThird }, 2, 2, none, 'Accepted: 2 of 3.', SOME],
	])('%s', async (_what, broadcast, arrived, itemIndex, words, counts, [progress, next]) => {
		const { error } = await send(broadcast);
		// Whatever starts after the end.
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(arrivals()).toEqual([...Array(arrived).keys()]);
		const name = broadcast.faults ? 'NodeApiError' : 'NodeOperationError';
		expect(error).toMatchObject({ name, context: { itemIndex } });
		const { message = '', description } = error ?? {};
		expect(message).toContain(words);
		expect(message).toMatch(new RegExp(`[^.]\\. ${progress}[^.]*\\.?$`));
		const stopped = `Stopped at item ${itemIndex} (n8n counts from 0). Accepted: `;
		expect(description?.slice(0, stopped.length)).toBe(stopped);
		expect(description).toContain(counts);
		expect(description?.endsWith(`. ${next}`)).toBe(true);
	});

	test('one in a loop of single items, after others were sent', async () => {
		const batches = recipients(3).map((item) => [item]);
		const { error } = await send({ ...reject(2), batches });
		expect(error?.message).toBe(rejected(2));
		expect(error?.description?.endsWith(`. ${SOME[1]}`)).toBe(true);
	});

	test('one that is alone, of which it says nothing more', async () => {
		const { error } = await send({ to: 1, faults: { 0: NO_SIGNAL } });
		expect(error?.message).toBe(rejected(0));
		expect(error?.description).toMatch(/^(?!.*(Stopped at|Accepted:|Retry|again)).+$/);
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'On Error = %s tries every item and links each failure to its item, that of an expression too',
	async (onError) => {
		const to = withBadPhone(3);
		const outcome = await send({ ...reject(1), to, parameters: failingThird, onError });
		expect(outcome.error).toBeUndefined();
		expect(arrivals()).toEqual([0, 1]);
		expect(failedOf(outcome)).toMatchObject(
			[rejected(1), none, bad].map((message, index) => ({
				json: { error: expect.stringContaining(message) },
				pairedItem: { item: index + 1 },
			})),
		);
		expect(outcome.errors).toHaveLength(onError === 'continueErrorOutput' ? 3 : 0);
		expect(outcome.items[0]).toMatchObject({ json: { success: true }, pairedItem: { item: 0 } });
	},
);

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
