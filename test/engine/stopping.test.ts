import { hintsOf, listOf, NO_SIGNAL, numbersOf, useBroadcasts } from './broadcasts';
import type { Broadcast } from './broadcasts';
import type { Outcome } from './run';
import { phone, recipients } from './sandbox';

const { send, story } = useBroadcasts();
const failingThird = { text: '={{ $itemIndex === 2 ? $("No such node").item : $json.text }}' };

function withBadPhone(index: number) {
	const items = recipients(4);
	items[index].json.phone = 'nobody';
	return { to: items };
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
const NODE = /^(?!.*Execute step).*Correct the node, then click Execute workflow\.$/;
const LOGIN =
	/^(?!.*Execute step).*Choose a credential in the node\. Then click Execute workflow\.$/;
/** Retry meets the same data, and others have been reached. */
const LEFT_OUT =
	/^(?!.*To send the rest, use).* same data.* On Error .*Continue.* Retry with the currently saved workflow/;
/** It may have arrived, and Retry sends it once more. */
const EXCLUDED = /under Never Send To.* Retry\b/;

const reject = (index: number): Broadcast => ({ to: 4, faults: { [index]: NO_SIGNAL } });
const called = { ...reject(0), mode: 'integrated' } as const;
const away = { whatsAppSenderApi: { apiKey: 'a-key', baseUrl: 'http://127.0.0.1:1' } };
const unread = { options: { neverSendTo: listOf('none') } };
const failing = { parameters: { text: '={{ $("None").item }}' } };

/** How many are accepted, and that nothing else is sent: see broadcast.property.test.ts. */
describe('On Error = Stop says how far it came, and what to do,', () => {
	test.each<[string, Broadcast, RegExp, RegExp]>([
		['a rejection', reject(2), /: No signal\. Accepted: 2 of 4\.$/, REST],
		['bad input', withBadPhone(2), /[^.]\. Accepted: 2 of 4\.$/, LEFT_OUT],
		['a failing expression', { to: 4, parameters: failingThird }, /[^.]\. Accepted: 2/, SAVED],
		['an unconfirmed one', { faults: { 0: 'cut-before' } }, / sent\. Accepted: 0 of 3/, EXCLUDED],
	])('after %s', async (_what, broadcast, end, advice) => {
		const { error } = await send(broadcast);
		expect(error?.message).toMatch(end);
		expect(error?.message).not.toMatch(/not sent|nothing was sent/i);
		expect(error?.description).toMatch(/^Stopped at item \d of \d\. /);
		expect(error?.description).not.toMatch(/(Skipped|Not sent): 0/);
		expect(error?.description).toMatch(advice);
	});

	/** No sentence says twice that nothing was sent. */
	test.each<[string, Broadcast, RegExp, RegExp]>([
		['a rejection', reject(0), /: No signal\. Nothing was sent\.$/, CHECKED],
		['one in a sub-workflow', called, / sent\.$/, OF_CALLER],
		['bad input', withBadPhone(0), /[^.]\. Nothing was sent\.$/, CORRECTED],
		['no connection', { credentials: away }, / was not sent$/, CHECKED],
		['a list that is not there', unread, /^Never Send To could not be checked/, CHECKED],
		['no credential', { credentials: {} }, / Nothing was sent\.$/, LOGIN],
		['a failing expression', failing, / Nothing was sent\.$/, NODE],
		['an option', { options: { maxPerExecution: 0 } }, / Nothing was sent\.$/, NODE],
	])('after %s in the first one', async (_what, broadcast, words, advice) => {
		const { error } = await send(broadcast);
		expect(error?.message).toMatch(words);
		expect(error?.message.match(/(not|nothing was) sent/gi)).toHaveLength(1);
		expect(error?.description).toMatch(/^Stopped at item 1 of \d\. Accepted: 0\. Failed: 1\. /);
		expect(error?.description).toMatch(advice);
	});

	test('after one that is alone, of which it says nothing more', async () => {
		const { error } = await send({ to: 1, faults: { 0: NO_SIGNAL } });
		expect(error?.message).toMatch(/: No signal$/);
		expect(error?.description).toMatch(/^(?!.*(Stopped at|Accepted:|Retry|again)).+$/);
	});
});

describe('A retry of which n8n has no record', () => {
	const WORDS =
		'This is a retry, and n8n has no record of this node. If n8n was stopped while it was sending, people may have got the message twice.';
	const saysSo = (outcome: Outcome) =>
		[outcome.error?.description, ...(hintsOf(outcome) ?? []).map(({ message }) => message)].some(
			(text) => text?.endsWith(WORDS),
		);
	/** n8n stores nothing of an execution that was killed. */
	async function killed(broadcast: Broadcast) {
		const retryOf = await send({ ...broadcast, faults: { 0: [NO_SIGNAL] } });
		retryOf.run.data.executionData!.contextData = {};
		return retryOf;
	}

	test.each([1, 3])('says so, in a hint or in the error, with %i items', async (to) => {
		const retryOf = await killed({ to });
		expect(saysSo(await send({ to, retryOf }))).toBe(true);
		expect(saysSo(await send({ to, retryOf, faults: { 0: NO_SIGNAL } }))).toBe(true);
	});

	test('says nothing in a tool, in a dry run, and where there is a record', async () => {
		const retryOf = await killed({ to: 2 });
		const again = { to: 2, retryOf, useCurrent: true };
		expect(saysSo(await send({ ...again, asTool: true }))).toBe(false);
		expect(saysSo(await send({ ...again, options: { dryRun: true } }))).toBe(false);
		const recorded = await send(withBadPhone(0));
		expect(saysSo(recorded)).toBe(false);
		expect(saysSo(await send({ ...withBadPhone(0), retryOf: recorded }))).toBe(false);
	});
});

describe('The advice of a stopped broadcast works:', () => {
	test('On Error = Continue and Retry with the current workflow leaves out bad data', async () => {
		const to = recipients(4);
		to[1].json.phone = '8.12E+10';
		const retryOf = await send({ to });
		const onError = 'continueRegularOutput';
		const outcome = await send({ to, onError, retryOf, useCurrent: true });
		expect(story(outcome)).toBe('0 2 3: sent failed sent sent');
	});

	test('Never Send To and Retry leave out whoever may have got the message', async () => {
		const retryOf = await send({ faults: { 1: 'cut-after' } });
		const options = { neverSendTo: numbersOf(`+${phone(1)}`) };
		const outcome = await send({ options, retryOf, useCurrent: true });
		expect(story(outcome)).toBe('0 1 2: sent neverSendTo? sent');
	});
});
