import type { RunOptions } from './run';
import { failedOf, NO_SIGNAL, phone, recipients, useBroadcasts } from './sandbox';

const { send, fail, arrivals } = useBroadcasts();
/** An expression that fails for the third item. */
const failingThird = { text: '={{ $itemIndex === 2 ? $("No such node").item : $json.text }}' };
const rejected = (index: number) =>
	`Message to ${phone(index)} was not accepted (HTTP 500): No signal`;

const RETRY =
	'To send the rest, use Retry on the newest execution under Executions. Running the workflow again sends to everyone again.';

/** What it does to broadcasts of any kind, and how the counts add up: see ledger/. */
describe('On Error = Stop', () => {
	test('sends nothing after the first failure, and says how far it came and what to do', async () => {
		fail({ 2: NO_SIGNAL });
		const { error } = await send(5);
		expect(arrivals()).toEqual([0, 1, 2]);
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 2 } });
		expect(error?.message).toBe(`${rejected(2)}. Accepted: 2 of 5.`);
		expect(error?.description).toMatch(
			/^Stopped at item 2 \(n8n counts from 0\)\. Accepted: 2 of 5\. Not sent: 2\. Check the recipient/,
		);
		expect(error?.description?.endsWith(` ${RETRY}`)).toBe(true);
	});

	test('says in a sub-workflow which execution to retry', async () => {
		fail({ 2: NO_SIGNAL });
		const { error } = await send(5, { mode: 'integrated' });
		expect(error?.message).toBe(`${rejected(2)}. Accepted: 2 of 5.`);
		expect(error?.description).toMatch(
			/ To send the rest, use Retry on the newest execution of this workflow under Executions\. Retry of the workflow that calls it sends to everyone again\.$/,
		);
	});

	test.each<[string, Partial<RunOptions>, RegExp]>([
		[
			'is rejected',
			{},
			/^Message to \d+ was not accepted \(HTTP 500\): No signal\. Nothing was sent\.$/,
		],
		['is bad input', { items: withBadPhone(0) }, /^Phone "nobody" is .*[^.]\. Nothing was sent\.$/],
		['is in a sub-workflow', { mode: 'integrated' }, /: No signal\. Nothing was sent\.$/],
	])('says that nothing was sent where the first message %s', async (_what, options, message) => {
		fail({ 0: NO_SIGNAL });
		const { error } = await send(4, options);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(
			/^Stopped at item 0 \(n8n counts from 0\)\. Accepted: 0 of 4\. Not sent: 3\. .*Correct it and run the workflow again\.$/,
		);
		expect(error?.description).not.toContain('Retry');
	});

	test('does not say so where the first message may have been sent', async () => {
		fail({ 0: 'cut-before' });
		const { error } = await send(5);
		expect(error?.message).toMatch(
			new RegExp(`The message to ${phone(0)} may already have been sent\\. Accepted: 0 of 5\\.$`),
		);
		expect(error?.description?.endsWith(` ${RETRY}`)).toBe(true);
	});

	test.each([1, 2])('names Retry where earlier iterations of %d items have sent', async (size) => {
		fail({ 2: NO_SIGNAL });
		const all = recipients(4);
		const batches = [0, 1, 2, 3].map((at) => all.slice(at * size, (at + 1) * size));
		const { error } = await send(0, { batches });
		expect(arrivals()).toEqual([0, 1, 2]);
		expect(error?.message).not.toContain('Nothing was sent');
		expect(error?.description?.endsWith(` ${RETRY}`)).toBe(true);
	});

	test.each<[string, Partial<RunOptions>, RegExp]>([
		['bad input', { items: withBadPhone(2) }, /^Phone "nobody" is not a phone number/],
		['an expression that fails', { parameters: failingThird }, /^Referenced node doesn't exist/],
	])('stops at %s, with nothing of a later item sent', async (_what, options, message) => {
		const { error } = await send(4, options);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(arrivals()).toEqual([0, 1]);
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/[^.]\. Accepted: 2 of 4\.$/);
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 2 } });
		expect(error?.description).toContain('Accepted: 2 of 4. Not sent: 1. ');
	});

	test('says nothing of other items where there is one', async () => {
		fail({ 0: NO_SIGNAL });
		const { error } = await send(1);
		expect(error?.message).toBe(rejected(0));
		expect(error?.description).toBeTruthy();
		expect(error?.description).not.toMatch(/Stopped at|Accepted:|Retry|again/);
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'On Error = %s tries every item and links each failure to its item, that of an expression too',
	async (onError) => {
		fail({ 1: NO_SIGNAL });
		const outcome = await send(withBadPhone(3), { parameters: failingThird, onError });
		expect(outcome.error).toBeUndefined();
		expect(arrivals()).toEqual([0, 1]);
		const messages = [
			rejected(1),
			"Referenced node doesn't exist",
			'Phone "nobody" is not a phone',
		];
		expect(failedOf(outcome)).toMatchObject(
			messages.map((message, index) => ({
				json: { error: expect.stringContaining(message) },
				pairedItem: { item: index + 1 },
			})),
		);
		expect(outcome.errors).toHaveLength(onError === 'continueErrorOutput' ? 3 : 0);
		expect(outcome.items[0]).toMatchObject({ json: { success: true }, pairedItem: { item: 0 } });
	},
);

/** Four items, one of which has a phone that cannot be sent to. */
function withBadPhone(index: number) {
	const items = recipients(4);
	items[index].json.phone = 'nobody';
	return items;
}
