import { hintsOf, NO_SIGNAL, useBroadcasts, type Broadcast } from './broadcasts';
import { useMarks } from './deduplication';
import type { Outcome } from './run';
import { recipients } from './sandbox';

const { send } = useBroadcasts();
useMarks();

function withBadPhone(index: number) {
	const items = recipients(4);
	items[index].json.phone = 'nobody';
	return { to: items };
}

const reject = (index: number): Broadcast => ({ to: 4, faults: { [index]: NO_SIGNAL } });
const called = { ...reject(0), mode: 'integrated' } as const;
const away = { whatsAppSenderApi: { apiKey: 'a-key', baseUrl: 'http://127.0.0.1:1' } };
const failing = (at: number): Broadcast => ({
	to: 4,
	parameters: { text: `={{ $itemIndex === ${at} ? $("None").item : $json.text }}` },
});
const lost: Broadcast = { faults: { 0: 'cut-before' } };

const RETRY = 'Retry with the currently saved workflow';
const UNDER = `${RETRY}, under Executions`;
const AGAIN = 'Nothing was sent: run the workflow again.';
const REST = 'sends only the rest; if this item fails again, set On Error to Continue first.';
const SAME_DATA = `Retry reads the same data again: set On Error to Continue, save, then use ${UNDER}.`;
const FIRST = (of: number) =>
	`Stopped at item 1 of ${of}. Accepted: 0. Failed: 1. Skipped: 0. Not sent: ${of - 1}.`;
const THIRD = 'Stopped at item 3 of 4. Accepted: 2. Failed: 1. Skipped: 0. Not sent: 1.';

/** How many are accepted, in loops too, and that nothing else is sent: see broadcast.property.test.ts. */
describe('A stopped run says how far it came, what to correct, and what to do then:', () => {
	const noMaximum = { options: { maxPerExecution: 0 } };

	/** Of a campaign: see campaign.test.ts. How the message ends, and how the description begins and ends. */
	test.each<[string, Broadcast, string, string, string]>([
		[
			'rejection',
			reject(2),
			': No signal. Accepted: 2 of 4.',
			`${THIRD} Check the recipient`,
			`${UNDER}, ${REST}`,
		],
		[
			'bad input',
			withBadPhone(2),
			'. Accepted: 2 of 4.',
			`${THIRD} Correct the data where`,
			SAME_DATA,
		],
		[
			'expression',
			failing(2),
			'. Accepted: 2 of 4.',
			THIRD,
			`Correct the node. ${UNDER}, sends only the rest.`,
		],
		['option', noMaximum, '1 or more', FIRST(3), `Correct the node. ${AGAIN}`],
		['no connection', { credentials: away }, ' was not sent', `${FIRST(3)} Check the Base`, AGAIN],
		[
			'unconfirmed',
			lost,
			' sent. Accepted: 0 of 3.',
			`${FIRST(3)} Check in WhatsApp`,
			`${UNDER}, sends this message again, and the rest.`,
		],
		['sub-workflow', called, ': No signal', FIRST(4), `${UNDER} of this workflow, ${REST}`],
	])('%s', async (_what, broadcast, end, begin, then) => {
		const { message, description } = (await send(broadcast)).error!;
		expect(message.slice(-end.length)).toBe(end);
		expect(description!.slice(0, begin.length)).toBe(begin);
		expect(description!.slice(-then.length)).toBe(then);
		// Five sentences of counts, and two more.
		expect(description!.match(/[.?!](?= |$)/g)!.length).toBeLessThanOrEqual(5 + 2);
	});

	test('one that is alone, of which it says nothing more', async () => {
		const { error } = await send({ to: 1, faults: { 0: NO_SIGNAL } });
		expect(error?.message).toMatch(/: No signal$/);
		expect(error?.description).toMatch(/^(?!.*(Stopped at|Accepted:|Retry|again)).+$/);
	});
});

describe('A retry of which n8n has no record', () => {
	const saysSo = (outcome: Outcome) =>
		[outcome.error?.description, ...(hintsOf(outcome) ?? []).map(({ message }) => message)].some(
			(text) => /This is a retry, .* no record .* Campaign prevents\.$/.test(text ?? ''),
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

	test('says nothing in a tool, in a dry run, in a campaign, and where there is a record', async () => {
		const retryOf = await killed({ to: 2 });
		const again = { to: 2, retryOf, useCurrent: true };
		expect(saysSo(await send({ ...again, asTool: true }))).toBe(false);
		for (const options of [{ dryRun: true }, { campaign: 'Offer' }]) {
			expect(saysSo(await send({ ...again, options }))).toBe(false);
		}
		const recorded = await send(withBadPhone(0));
		expect(saysSo(recorded)).toBe(false);
		expect(saysSo(await send({ ...withBadPhone(0), retryOf: recorded }))).toBe(false);
	});
});
