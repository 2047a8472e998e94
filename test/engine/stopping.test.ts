import { hintsOf, listOf, NO_SIGNAL, numbersOf, useBroadcasts, withDelay } from './broadcasts';
import type { Broadcast } from './broadcasts';
import type { Outcome } from './run';
import { phone, recipients } from './sandbox';

const { send, arrivals, story } = useBroadcasts();
const unclearThird = withDelay('={{ $itemIndex === 2 ? $json.none : 0 }}');
const unclear = 'Delay Between Messages: the expression has no result';
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

/** How the description ends. */
const REST =
	/\. To send the rest, use Retry on the newest execution under Executions\. If its data are wrong, set On Error to Continue, save, and use Retry with the currently saved workflow\. Running the workflow again sends to everyone again\.$/;
const OF_CALLER = /Retry on the newest execution of this workflow under Executions\.(?!.*\brun)/i;
const CHECKED =
	/^(?!.*Correct the data).*[^.]\. Then click Execute workflow\.( Execute step uses the old data\.)?$/;
/** Execute step would send the old data of the node before it. */
const CORRECTED =
	/\. Correct the data where it comes from, then click Execute workflow\. Execute step uses the old data\.$/;
/** The workflow is to be corrected. */
const SAVED =
	/\. To send the rest, save the workflow, and use Retry with the currently saved workflow /;
/** Retry meets the same data, and others have been reached. */
const LEFT_OUT =
	/^(?!.*To send the rest, use).* same data.* On Error .*Continue.* Retry with the currently saved workflow/;
/** It may have arrived, and Retry sends it once more. */
const EXCLUDED = /under Never Send To.* Retry\b/;

const called = { mode: 'integrated' } as const;
const reject = (index: number): Broadcast => ({ to: 4, faults: { [index]: NO_SIGNAL } });
const away = { whatsAppSenderApi: { apiKey: 'a-key', baseUrl: 'http://127.0.0.1:1' } };
const unread = { options: { neverSendTo: listOf('none') } };
const skipping: Broadcast = {
	to: [...recipients(1), ...recipients(3)],
	options: { eachRecipientOnce: true },
	faults: { 1: NO_SIGNAL },
};
/** Rounds of so many; the first item of the second or later one fails. */
const inRounds = (size: number): Broadcast => ({
	batches: Array.from({ length: Math.ceil(6 / size) }, (_, round) =>
		recipients(6).slice(round * size, (round + 1) * size),
	),
	faults: { 4: NO_SIGNAL },
});

describe('On Error = Stop sends nothing more, and says how far it came and what to do,', () => {
	test.each<[string, Broadcast, string, RegExp]>([
		['a rejection', reject(2), rejected(2), REST],
		['bad input', { to: withBadPhone(2) }, bad, LEFT_OUT],
		['a failing expression', { to: 4, parameters: failingThird }, none, SAVED],
		['an option without a result', { to: 4, options: unclearThird }, unclear, SAVED],
	])('after %s in the third of four', async (_what, broadcast, words, advice) => {
		const { error } = await send(broadcast);
		expect(arrivals()).toEqual(broadcast.faults ? [0, 1, 2] : [0, 1]);
		const name = broadcast.faults ? 'NodeApiError' : 'NodeOperationError';
		expect(error).toMatchObject({ name, context: { itemIndex: 2 } });
		expect(error?.message.startsWith(words)).toBe(true);
		expect(error?.message).toMatch(/[^.]\. Accepted: 2 of 4\.$/);
		const counts = 'Stopped at item 3 of 4. Accepted: 2. Failed: 1. Not sent: 1. ';
		expect(error?.description?.slice(0, counts.length)).toBe(counts);
		expect(error?.description).toMatch(advice);
	});

	/** No sentence says twice that nothing was sent. */
	test.each<[string, Broadcast, string, RegExp, RegExp]>([
		['a rejection', reject(0), rejected(0), /No signal\. Nothing was sent\.$/, CHECKED],
		['one in a sub-workflow', { ...reject(0), ...called }, rejected(0), /sent\.$/, OF_CALLER],
		['bad input', { to: withBadPhone(0) }, bad, /[^.]\. Nothing was sent\.$/, CORRECTED],
		['an unconfirmed one', { faults: { 0: 'cut-before' } }, maybe, /: 0 of 3\.$/, EXCLUDED],
		['no connection', { credentials: away }, 'The service at', /was not sent\.?$/, CHECKED],
		['a list that is not there', unread, 'Never Send To could', /List none was.+found/, CHECKED],
	])('after %s in the first one', async (_what, broadcast, words, end, advice) => {
		const { error, run } = await send(broadcast);
		expect(arrivals()).toEqual(broadcast.faults ? [0] : []);
		expect(error?.message).toContain(words);
		expect(error?.message).toMatch(end);
		const isUnconfirmed = words === maybe;
		const said = error?.message.match(/(not|nothing was) sent/gi) ?? [];
		expect(said).toHaveLength(Number(!isUnconfirmed));
		const total = run.data.resultData.runData.Items[0].data!.main[0]!.length;
		const counts = `Stopped at item 1 of ${total}. Accepted: 0. Failed: 1. Not sent: ${total - 1}. `;
		expect(error?.description?.slice(0, counts.length)).toBe(counts);
		expect(error?.description).toMatch(advice);
	});

	const ONE_EACH = 'Accepted: 1. Failed: 1. Skipped: 1. Not sent: 1.';
	const NONE_YET = 'Accepted: 0. Failed: 1. Not sent: 1.';
	/** Parts that are 0 are left out; what earlier runs of the node had accepted is in the message. */
	test.each<[string, Broadcast, string, string]>([
		['the last', reject(3), '4 of 4. Accepted: 3. Failed: 1.', '3 of 4'],
		['one after a skipped one', skipping, `3 of 4. ${ONE_EACH}`, '1 of 4'],
		['one in a second round', inRounds(4), `1 of 2. ${NONE_YET}`, '0 of 2, 4 before'],
		['a single one after others', inRounds(1), '', ''],
	])('after %s', async (_what, broadcast, counts, accepted) => {
		const { error } = await send(broadcast);
		const said = accepted ? `Accepted: ${accepted}.` : 'Accepted before: 4.';
		expect(error?.message.endsWith(`: No signal. ${said}`)).toBe(true);
		const stopped = counts && `Stopped at item ${counts} `;
		expect(error?.description?.slice(0, stopped.length)).toBe(stopped);
		expect(error?.description).toMatch(REST);
	});

	test('after one that is alone, of which it says nothing more', async () => {
		const { error } = await send({ to: 1, faults: { 0: NO_SIGNAL } });
		expect(error?.message).toBe(rejected(0));
		expect(error?.description).toMatch(/^(?!.*(Stopped at|Accepted:|Retry|again)).+$/);
	});
});

/** A fault of the workflow: nothing was sent, and no data are to be corrected. */
test.each<[string, Broadcast, string]>([
	['no credential', { credentials: {} }, 'Choose a credential in the node, then'],
	['an expression', { parameters: { text: '={{ $("None").item }}' } }, 'Correct the node, then'],
	['an option', { options: { maxPerExecution: 0 } }, 'Correct the node, then'],
	['advice of its own', unread, '[^.]\\. Then'],
])('A run that a fault of the workflow stops says what to do: %s', async (_what, more, fix) => {
	const { error } = await send(more);
	expect(error?.description).toMatch(new RegExp(`${fix} click Execute workflow\\.$`));
	expect(error?.description).not.toMatch(/Correct the data|Execute step/);
	expect(arrivals()).toEqual([]);
});

describe('A retry of which n8n has no record', () => {
	const WORDS =
		'This is a retry, and n8n has no record of this node. If n8n was stopped while it was sending, people may have got the message twice.';
	const saysSo = (outcome: Outcome) =>
		[outcome.error?.description, ...(hintsOf(outcome) ?? []).map(({ message }) => message)].some(
			(text) => text?.includes(WORDS),
		);
	/** n8n stores nothing of an execution that was killed. */
	async function killed(broadcast: Broadcast) {
		const retryOf = await send({ ...broadcast, faults: { 0: [NO_SIGNAL] } });
		retryOf.run.data.executionData!.contextData = {};
		return retryOf;
	}

	test.each([1, 3])('says so, in a hint or in the error, with %i items', async (to) => {
		const retryOf = await killed({ to });
		const sent = await send({ to, retryOf });
		expect(hintsOf(sent)!.map(({ message }) => message)).toContain(WORDS);
		const failed = await send({ to, retryOf, faults: { 0: NO_SIGNAL } });
		expect(failed.error?.description?.endsWith(WORDS)).toBe(true);
	});

	test('says nothing in a tool, in a dry run, where there is a record, and in no retry', async () => {
		const retryOf = await killed({ to: 2 });
		const again = { to: 2, retryOf, useCurrent: true };
		expect(saysSo(await send(again))).toBe(true);
		expect(saysSo(await send({ ...again, asTool: true }))).toBe(false);
		expect(saysSo(await send({ ...again, options: { dryRun: true } }))).toBe(false);
		const recorded = await send({ to: withBadPhone(0) });
		expect(saysSo(recorded)).toBe(false);
		expect(saysSo(await send({ to: withBadPhone(0), retryOf: recorded }))).toBe(false);
	});
});

describe('The advice of a stopped broadcast works:', () => {
	test('On Error = Continue and Retry with the current workflow leaves out bad data', async () => {
		const to = recipients(4);
		to[1].json.phone = '8.12E+10';
		const retryOf = await send({ to });
		expect(retryOf.error?.message).toMatch(/^Phone "8\.12E\+10" .*\. Accepted: 1 of 4\.$/);
		expect(retryOf.error?.description).toMatch(LEFT_OUT);
		const onError = 'continueRegularOutput';
		const outcome = await send({ to, onError, retryOf, useCurrent: true });
		expect(story(outcome)).toBe('0 2 3: sent failed sent sent');
	});

	test('Never Send To and Retry leave out whoever may have got the message', async () => {
		const retryOf = await send({ faults: { 1: 'cut-after' } });
		expect(retryOf.error?.description).toMatch(EXCLUDED);
		const options = { neverSendTo: numbersOf(`+${phone(1)}`) };
		const outcome = await send({ options, retryOf, useCurrent: true });
		expect(story(outcome)).toBe('0 1 2: sent neverSendTo? sent');
	});
});
