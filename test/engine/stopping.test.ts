import { hintsOf, messages, NO_SIGNAL, useBroadcasts, type Broadcast } from './broadcasts';
import { useMarks } from './deduplication';
import type { Outcome } from './run';
import { NO_SERVICE, phone } from './sandbox';

const { send } = useBroadcasts();
useMarks();

const reject = (index: number): Broadcast => ({ to: 4, faults: { [index]: NO_SIGNAL } });
const called = { ...reject(0), mode: 'integrated' } as const;
const badPhone = { to: messages(phone(0), phone(1), 'nobody', phone(3)) };
const failingText = '={{ $itemIndex === 2 ? $("None").item : $json.text }}';
const failing = { to: 4, parameters: { text: failingText } };
const lost: Broadcast = { faults: { 0: 'cut-before' } };
const noMaximum = { options: { maxPerExecution: 0 } };

const RETRY = 'Retry with the currently saved workflow, under Executions';
const AGAIN = 'Nothing was sent: run the workflow again.';
const REST = `${RETRY}, sends only the rest.`;
const SAME = `${RETRY}, sends this message again, and the rest.`;
const SAME_DATA = `Retry reads the same data again: set On Error to Continue, save, then use ${RETRY}.`;
const OF_SUB_WORKFLOW = `${RETRY} of this workflow, sends only the rest.`;
const both = ' Execute workflow would send to these 2 again.';
const one = ' Execute workflow would send to this person again.';
const CAMPAIGN = 'run the workflow again: people who already got the message are skipped.';
const campaign = { options: { campaign: 'Offer' } };

/** The counts: broadcast.property.test.ts. */
describe('The error of a stopped run says what to correct and what to do next:', () => {
	test.each<[string, Broadcast, string, string]>([
		['rejection', reject(2), 'Check the recipient', REST + both],
		['bad input', badPhone, 'Correct the input data.', SAME_DATA + both],
		['expression', failing, 'Correct the settings of the node.', REST + both],
		['option', noMaximum, 'Correct the settings of the node.', AGAIN],
		['no connection', { credentials: NO_SERVICE }, 'Check the Base URL', AGAIN],
		['unconfirmed', lost, 'Check in WhatsApp', SAME + one],
		['sub-workflow', called, 'Check the recipient', OF_SUB_WORKFLOW],
		['campaign', { ...reject(2), ...campaign }, 'Check the recipient', `Then ${CAMPAIGN}`],
		[
			'bad rows of a campaign',
			{ ...badPhone, ...campaign },
			`Correct the data, and ${CAMPAIGN}`,
			'',
		],
		[
			'unconfirmed in a campaign',
			{ ...lost, ...campaign },
			'Check in WhatsApp',
			`Then ${CAMPAIGN} This campaign never sends this one again.`,
		],
	])('%s', async (_what, broadcast, advice, nextStep) => {
		const { description } = (await send(broadcast)).error!;
		expect(description).toMatch(new RegExp(`^Accepted: [^!?]+ Not sent: \\d\\. ${advice}`));
		expect(description!.slice(description!.length - nextStep.length)).toBe(nextStep);
		// Four sentences of counts, and three more.
		expect(description!.match(/[.?!](?= |$)/g)!.length).toBeLessThanOrEqual(4 + 3);
	});

	test('only what to correct if it has one item', async () => {
		const { error } = await send({ to: 1, faults: { 0: NO_SIGNAL } });
		expect(error?.message).toMatch(/: No signal$/);
		expect(error?.description).toMatch(/^(?!.*(Accepted:|Retry|again)).+$/);
	});
});

describe('A retry without a stored record', () => {
	const warns = (outcome: Outcome) =>
		[outcome.error?.description, ...hintsOf(outcome)].some((text) =>
			/If n8n was stopped while it sent, people may .* Campaign prevents that\.$/.test(text ?? ''),
		);
	/** n8n stores nothing of an execution that was killed. */
	async function kill(broadcast: Broadcast) {
		const retryOf = await send({ ...broadcast, faults: { 0: [NO_SIGNAL] } });
		retryOf.run.data.executionData!.contextData = {};
		return retryOf;
	}

	test.each([1, 3])('says so, in a hint or in the error, with %i items', async (to) => {
		const retryOf = await kill({ to });
		expect(warns(await send({ to, retryOf }))).toBe(true);
		expect(warns(await send({ to, retryOf, faults: { 0: NO_SIGNAL } }))).toBe(true);
	});

	test.each<[string, Broadcast]>([
		['a tool', { asTool: true }],
		['a dry run', { options: { dryRun: true } }],
		['a campaign', { options: { campaign: 'Offer' } }],
	])('says nothing in %s', async (_what, broadcast) => {
		const retryOf = await kill({ to: 2 });
		expect(warns(await send({ to: 2, retryOf, ...broadcast }))).toBe(false);
	});

	test('says nothing if the record has no message', async () => {
		const to = messages('nobody', phone(1));
		const retryOf = await send({ to });
		expect(warns(retryOf)).toBe(false);
		expect(warns(await send({ to, retryOf }))).toBe(false);
	});
});
