import { sleep, type IDataObject, type INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../sandbox';
import { messageOf } from '../../sandbox/request';
import { fc } from '../random';
import { NO_SIGNAL, numbersOf } from './broadcasts';
import type { Outcome } from './run';
import { sendTexts } from './sandbox';

/**
 * Four people and a group, each in two writings, and a number that cannot be read; who receives it, and the Country Code
 * of the item. Only Send To reads a number without its country code in that country, so such a person has one country.
 * Some have characters that nobody sees, or the digits of another script.
 */
const WRITINGS: Array<[entered: string, recipient: string, country: string]> = [
	['6281200001000', '6281200001000', '81'],
	['＋６２ ８１２\u200B-0000-1000', '6281200001000', '27'],
	['6281200001001', '6281200001001', 'ID'],
	['٠٨١٢ ٠٠٠٠ ١٠٠١', '6281200001001', '62'],
	['5215512345678', '5215512345678', '52'],
	['55\u2060 1234\u00A05678', '525512345678', 'MX'],
	['081 298 7654', '66812987654', '66'],
	['66812987654:3@s.whatsapp.net', '66812987654', 'TH'],
	['120363000000000001@g.us', '120363000000000001@g.us', '62'],
	['120363000\u00AD000000001@G.US', '120363000000000001@G.US', '66'],
	['nobody', '', '62'],
];
const GROUP = 4;
export const NOBODY = 5;
const personOf = (writing: number) => writing >> 1;
const recipientOf = (writing: number) => WRITINGS[writing][1];
export const TEST_PHONE = '6281200001099';
/** Refused: it would be another number for each country of the items. */
const NATIONAL_TEST_PHONE = '0812-0000-1099';

type Result = 'accepted' | 'rejected' | 'unconfirmed';

const RESPONSES: Array<{ result: Result; fault?: Fault }> = [
	{ result: 'accepted' },
	{ result: 'rejected', fault: NO_SIGNAL },
	{ result: 'unconfirmed', fault: 'cut-after' },
	{ result: 'unconfirmed', fault: 'cut-before' },
	{ result: 'unconfirmed', fault: { status: 502, body: '' } },
];

/** The main one in most broadcasts. Failing broadcasts are shrunk towards it. */
const mostly = <T>(main: fc.Arbitrary<T>, other: fc.Arbitrary<T>, weight = 3) =>
	fc.oneof({ withCrossShrink: true }, { arbitrary: main, weight }, { arbitrary: other, weight: 1 });
const sometimes = <T>(value: fc.Arbitrary<T>, weight?: number) =>
	mostly<T | undefined>(fc.constant(undefined), value, weight);

const anyone = fc.nat(2 * GROUP + 1);
const recipient = mostly(anyone, fc.constant(2 * NOBODY), 9);
const response = mostly(fc.constant(RESPONSES[0]), fc.constantFrom(...RESPONSES), 1);
const stopList = fc.uniqueArray(anyone, { minLength: 1, maxLength: 3 });
const item = fc.record({
	recipient,
	/** Its recipient in the changed workflow, by default the same in the other writing. */
	changed: sometimes(recipient),
	/** To its first message, the second, …; all others are accepted. */
	responses: fc.array(response, { maxLength: 3 }),
});

export const anyBroadcast = fc.record({
	items: fc.array(item, { minLength: 1, maxLength: 7 }),
	once: fc.boolean(),
	max: sometimes(fc.integer({ min: 1, max: 5 }), 2),
	never: sometimes(stopList),
	only: sometimes(stopList, 5),
	isTest: mostly(fc.constant(false), fc.constant(true), 5),
	/** Without its country code, the test number is refused. */
	isNational: mostly(fc.constant(false), fc.constant(true), 5),
	/** Send Only Between, two hours from now to three. */
	isLate: mostly(fc.constant(false), fc.constant(true), 9),
	/** Hours from now. */
	sendAt: sometimes(fc.constantFrom(2.5, 5), 5),
	dryRun: mostly(fc.constant(false), fc.constant(true), 9),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	/** Of Retry On Fail. */
	tries: fc.constantFrom(1, 2, 3),
	/** Items of an iteration of a loop. Without it, one run has all of them. */
	batch: sometimes(fc.integer({ min: 1, max: 4 }), 1),
	/** The stop button is pressed during this message. */
	stopAt: sometimes(fc.nat(6), 5),
	/** Retries by hand, and whether the workflow is the changed one. */
	retries: fc.array(fc.boolean(), { maxLength: 3 }),
	/** All items are of one campaign, and each retry is a new execution. */
	campaign: fc.constant<boolean>(false),
});

export type Broadcast = typeof anyBroadcast extends fc.Arbitrary<infer Value> ? Value : never;

/** Whether a person is in a stop list. */
export const isIn = (list: number[] | undefined, person: number) =>
	list?.some((writing) => personOf(writing) === person) ?? false;

/** Whether Send Only Between skips its messages. A test comes now, at any time. */
export const isOutsideHours = ({ isLate, isTest, sendAt }: Broadcast) =>
	isLate && !isTest && sendAt !== 2.5;

/** A message that arrived at the service. */
export interface Sent {
	item: number;
	/** Index of the node's run in the execution. */
	run: number;
	execution: number;
	/** The recipient of the item, and as the request names it. */
	person: number;
	meantRecipient: string;
	recipient?: string;
	result: Result;
}

/** What n8n shows of a run of the node. */
export interface Run {
	/** Indexes of its items among all items. */
	items: number[];
	/** The recipient of each item of the broadcast. */
	people: number[];
	rows: Array<{ json: IDataObject; output: number; item: number }>;
	hint?: string;
	error?: Outcome['error'];
	/** The item whose message had no response when the stop button was pressed. */
	inFlight?: number;
	/** All messages until its end that had a response. */
	sent: Sent[];
}

const writingIn = (isChanged: boolean) => (item: Broadcast['items'][number]) => {
	const otherWriting = personOf(item.recipient) === NOBODY ? item.recipient : item.recipient ^ 1;
	return isChanged ? (item.changed ?? otherWriting) : item.recipient;
};

/** Sends it in n8n's engine, with Stop and Retry, and returns what arrived and what n8n shows. */
export async function perform(broadcast: Broadcast, sandbox: Sandbox) {
	const { items, onError, tries, campaign } = broadcast;
	// A loop does not go on from the error output.
	const size = (onError !== 'continueErrorOutput' && broadcast.batch) || items.length;
	const starts = [...items.keys()].filter((item) => item % size === 0);
	const batches = starts.map((start) => [...items.keys()].slice(start, start + size));
	const changes = [false, ...broadcast.retries];
	const stop = new AbortController();
	const sent: Sent[] = [];
	const runs: Run[] = [];
	let execution = 0;
	let outcome: Outcome | undefined;
	sandbox.reset();
	sandbox.onSend = (request) => {
		const { text, recipient } = messageOf(request);
		const item = Number(text);
		const attempt = sent.filter((message) => message.item === item).length;
		const { result, fault } = items[item].responses[attempt] ?? RESPONSES[0];
		const writing = writingIn(changes[execution])(items[item]);
		const [person, meantRecipient] = [personOf(writing), recipientOf(writing)];
		const run = Math.floor(item / size);
		sent.push({ item, run, execution, person, meantRecipient, recipient, result });
		if (sent.length - 1 === broadcast.stopAt) stop.abort();
		return fault;
	};
	for (; execution < changes.length; execution++) {
		const writings = items.map(writingIn(changes[execution]));
		const before: number = outcome && !campaign ? runsOf(outcome).length - 1 : 0;
		outcome = await sendTexts(sandbox, {
			batches: batches.map((batch) => batch.map((item) => ({ json: { text: String(item) } }))),
			parameters: parametersOf(broadcast, writings),
			onError: onError as 'stopWorkflow',
			retryOnFail: tries > 1,
			maxTries: tries,
			stop: stop.signal,
			retryOf: campaign ? undefined : outcome,
		});
		// What went on could still send.
		if (stop.signal.aborted) await sleep(10);
		for (const [index, { data, hints, error }] of runsOf(outcome).entries()) {
			// n8n keeps those that had succeeded.
			if (index < before) continue;
			const batch = batches[index];
			const rows = (data?.main ?? []).flatMap((rows, output) =>
				(rows ?? []).map(({ json, pairedItem }) => {
					return { json, output, item: batch[(pairedItem as { item: number }).item] };
				}),
			);
			const responded = sent.filter(({ run }) => run <= index);
			const isStopped = stop.signal.aborted && index === runsOf(outcome).length - 1;
			runs.push({
				items: batch,
				people: writings.map(personOf),
				rows,
				hint: hints?.at(-1)?.message,
				error: error as Outcome['error'],
				inFlight: isStopped ? responded.pop()!.item : undefined,
				sent: responded,
			});
		}
		if (!outcome.error || stop.signal.aborted) break;
	}
	return { sent, runs, outcome: outcome!, requests: sandbox.requests };
}

const runsOf = ({ run }: Outcome) => run.data.resultData.runData.Sender ?? [];
const writtenIn = (list: number[]) => list.map((writing) => WRITINGS[writing][0]);

function parametersOf(broadcast: Broadcast, writings: number[]): INodeParameters {
	const { once, max, never, only, isTest, isNational, isLate, sendAt, dryRun, campaign } =
		broadcast;
	const numbersIn = (list: number[]) => numbersOf(writtenIn(list).join(', '));
	// Retry takes the items that n8n has stored, so the workflow names their recipients.
	const phone = `${JSON.stringify(writtenIn(writings))}[$json.text]`;
	const countries = writings.map((writing) => WRITINGS[writing][2]);
	const clock = (hours: number) => `={{ $now.plus({ hours: ${hours} }).toFormat('HH:mm') }}`;
	return {
		recipientType: `={{ /@g/i.test(${phone}) ? 'group' : 'phone' }}`,
		phone: `={{ ${phone} }}`,
		groupId: `={{ ${phone} }}`,
		options: {
			...(once && { eachRecipientOnce: true }),
			...(max && { maxPerExecution: max }),
			...(never && { neverSendTo: numbersIn(never) }),
			...(only && { onlySendTo: numbersIn(only) }),
			countryCode: `={{ ${JSON.stringify(countries)}[$json.text] }}`,
			...(isTest && { testPhone: isNational ? NATIONAL_TEST_PHONE : TEST_PHONE }),
			...(isLate && { sendHours: { hours: { from: clock(2), to: clock(3) } } }),
			...(sendAt && { sendAt: `={{ $now.plus({ hours: ${sendAt} }) }}` }),
			...(campaign && { campaign: 'Offer' }),
			...(dryRun && { dryRun }),
		},
	};
}
