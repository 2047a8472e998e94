import fc from 'fast-check';
import { sleep, type INodeExecutionData, type INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../sandbox';
import { fieldsOf, messageOf } from '../../sandbox/request';
import { listOf, NO_SIGNAL, numbersOf, putLists } from './broadcasts';
import type { Outcome } from './run';
import { sendTexts } from './sandbox';

/** People and a group, each in two writings. */
const PEOPLE = [
	['6281200001000', '+62 812-0000-1000'],
	['6281200001001', '0062 812 0000 1001'],
	['5215512345678', '+52 55 1234 5678'],
	['120363000000000001@g.us', '120363000000000001'],
];
const GROUP = 3;
export const TEST_PHONE = '6281200001099';

/** The workflow may be changed between two retries, which then run it as it is currently saved. */
const WORKFLOWS = ['original', 'changed'] as const;
type Workflow = (typeof WORKFLOWS)[number];

/** How the service may respond to a message, and what the message is then. */
const RESPONSES: Array<{ is: 'accepted' | 'rejected' | 'unconfirmed'; fault?: Fault }> = [
	{ is: 'accepted' },
	{ is: 'rejected', fault: NO_SIGNAL },
	{ is: 'unconfirmed', fault: 'cut-after' },
	{ is: 'unconfirmed', fault: 'cut-before' },
	{ is: 'unconfirmed', fault: { status: 502, body: '' } },
];

/** The first one more often; failing broadcasts are made smaller towards it. */
const mostly = <T>(first: fc.Arbitrary<T>, other: fc.Arbitrary<T>, weight = 2) =>
	fc.oneof(
		{ withCrossShrink: true },
		{ arbitrary: first, weight },
		{ arbitrary: other, weight: 1 },
	);
const sometimes = <T>(value: fc.Arbitrary<T>, weight?: number) =>
	mostly<T | undefined>(fc.constant(undefined), value, weight);

interface Someone {
	person: number;
	writing: number;
}
const someone = fc.record({ person: fc.nat(GROUP), writing: fc.nat(1) });
/** Of nobody, the number cannot be read. */
const anyone = mostly<Someone | undefined>(someone, fc.constant(undefined), 9);
/** As a list of the service, or numbers. */
interface List {
	people: number[];
	isList: boolean;
}
const people = fc.uniqueArray(fc.nat(GROUP), { minLength: 1, maxLength: 3 });
const list: fc.Arbitrary<List> = fc.record({ people, isList: fc.boolean() });

export const broadcasts = fc.record({
	items: fc.array(
		fc.record({
			first: anyone,
			/** Who it is for in a changed workflow; else the same in its other writing. */
			changed: sometimes(anyone, 4),
			/** To the first message of the item, the second, …; all others are accepted. */
			responses: fc.array(mostly(fc.constant(RESPONSES[0]), fc.constantFrom(...RESPONSES)), {
				maxLength: 3,
			}),
		}),
		{ minLength: 1, maxLength: 7 },
	),
	options: fc.record({
		once: fc.boolean(),
		max: sometimes(fc.integer({ min: 1, max: 5 })),
		never: sometimes(list),
		only: sometimes(list, 4),
		test: mostly(fc.constant(false), fc.constant(true), 5),
	}),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	tries: fc.constantFrom(1, 2, 3),
	/** Items of an iteration of a loop; without it there is one run. */
	batch: sometimes(fc.integer({ min: 1, max: 4 }), 1),
	/** The first run is a dry run. */
	beginsDry: mostly(fc.constant(false), fc.constant(true), 5),
	/** The stop button is pressed while this message is in flight. */
	stopAt: sometimes(fc.nat(6), 5),
	/** Retry by hand, as long as the execution fails. */
	retries: fc.array(fc.constantFrom(...WORKFLOWS), { maxLength: 3 }),
});

export type Broadcast = typeof broadcasts extends fc.Arbitrary<infer Value> ? Value : never;

/** Who an item is for; nothing where its number cannot be read. */
export function meantFor({ items }: Broadcast, item: number, workflow: Workflow) {
	const { first, changed } = items[item];
	if (workflow === 'original') return first;
	return changed ?? (first && { ...first, writing: 1 - first.writing });
}

/** As a request names them. */
function recipientOf({ person, writing }: Someone): string {
	const written = PEOPLE[person][writing];
	return person === GROUP ? written : written.replace(/^00|\D/g, '');
}

/** A message that arrived at the service. */
export interface Sent {
	item: number;
	run: number;
	execution: number;
	person?: number;
	/** Who the message was for, and who it went to. */
	meant?: string;
	to?: string;
	is: (typeof RESPONSES)[number]['is'];
	isAfterStop: boolean;
}

/** What n8n shows of a run of the node. */
export interface Run {
	/** Which one of the node in the execution. */
	index: number;
	execution: number;
	workflow: Workflow;
	isDry: boolean;
	/** Whether the stop button was pressed while it sent. */
	isStopped: boolean;
	/** Indexes of its items among all items. */
	items: number[];
	/** Main output and error output. */
	outputs: INodeExecutionData[][];
	hint?: string;
	error?: Outcome['error'];
}

/** Sends a broadcast by n8n's engine, presses Stop and Retry, and returns what arrived and what n8n shows. */
export async function perform(broadcast: Broadcast, sandbox: Sandbox, isDry = false) {
	const { items, retries, stopAt, options } = broadcast;
	// n8n begins no next iteration with the error output.
	const size = broadcast.onError === 'continueErrorOutput' ? undefined : broadcast.batch;
	const batches = batchesOf(items.length, size);
	const sent: Sent[] = [];
	const runs: Run[] = [];
	const stop = new AbortController();
	const workflows: Workflow[] = ['original', ...retries];
	let execution = 0;
	sandbox.reset();
	const { requests } = sandbox;
	const { never, only } = options;
	putLists(sandbox, { never: never ? entriesOf(never) : [], only: only ? entriesOf(only) : [] });
	sandbox.onSend = (request) => {
		const item = Number(String(fieldsOf(request).text).replace('Message ', ''));
		const attempt = sent.filter((each) => each.item === item).length;
		const { is, fault } = items[item].responses[attempt] ?? RESPONSES[0];
		const run = batches.findIndex((batch) => batch.includes(item));
		const who = meantFor(broadcast, item, workflows[execution]);
		const meant = who && recipientOf(who);
		const to = messageOf(request).recipient;
		const about = { item, run, execution, person: who?.person, meant, to, is };
		sent.push({ ...about, isAfterStop: stop.signal.aborted });
		if (sent.length - 1 === stopAt) stop.abort();
		return fault;
	};
	let outcome: Outcome | undefined;
	for (; execution < workflows.length; execution++) {
		const workflow = workflows[execution];
		const before = outcome ? senderRuns(outcome) : [];
		// Of the execution that failed, n8n keeps the runs before.
		const kept = Math.max(0, before.length - 1);
		outcome = await sendTexts(sandbox, {
			batches: batches.map((batch) => batch.map((item) => ({ json: jsonOf(broadcast, item) }))),
			parameters: parametersOf(broadcast, workflow, isDry),
			onError: broadcast.onError as never,
			retryOnFail: broadcast.tries > 1,
			maxTries: broadcast.tries,
			stop: stop.signal,
			retryOf: outcome,
			useCurrent: workflow !== workflows[execution - 1],
		});
		// What it has left running could still send.
		if (stop.signal.aborted) await sleep(20);
		const all = senderRuns(outcome);
		for (const [index, { data, hints, error }] of all.entries()) {
			if (index < kept) continue;
			const outputs = (data?.main ?? []).map((output) => output ?? []);
			const hint = hints?.at(-1)?.message;
			const isDryRun = isDry || (broadcast.beginsDry && index === 0);
			const about = { index, execution, workflow, items: batches[index], isDry: isDryRun };
			const isStopped = stop.signal.aborted && index === all.length - 1;
			runs.push({ ...about, isStopped, outputs, hint, error: error as Run['error'] });
		}
		if (!outcome.error || stop.signal.aborted) break;
	}
	return { broadcast, sent, runs, outcome: outcome!, requests };
}

export type Performed = Awaited<ReturnType<typeof perform>>;

const senderRuns = ({ run }: Outcome) => run.data.resultData.runData.Sender ?? [];

function batchesOf(total: number, size = total): number[][] {
	const all = [...Array(total).keys()];
	return all.filter((item) => item % size === 0).map((start) => all.slice(start, start + size));
}

/** The numbers of an item are in it by workflow. */
function jsonOf(broadcast: Broadcast, item: number) {
	const who = WORKFLOWS.map((workflow) => meantFor(broadcast, item, workflow));
	const phone = who.map((each) => (each ? PEOPLE[each.person][each.writing] : 'nobody'));
	return { text: `Message ${item}`, phone, isGroup: who.map((each) => each?.person === GROUP) };
}

/** In text, a group's ID is known by its ending. */
const entriesOf = ({ people, isList }: List) =>
	people.map((person) => PEOPLE[person][person === GROUP && !isList ? 0 : 1]);

function parametersOf(broadcast: Broadcast, workflow: Workflow, isDry: boolean): INodeParameters {
	const { options, beginsDry } = broadcast;
	const { once, max, never, only, test } = options;
	const at = WORKFLOWS.indexOf(workflow);
	const phone = `={{ $json.phone[${at}] }}`;
	const locator = (name: string, list: List) =>
		list.isList ? listOf(name) : numbersOf(entriesOf(list).join(', '));
	return {
		recipientType: `={{ $json.isGroup[${at}] ? 'group' : 'phone' }}`,
		phone,
		groupId: phone,
		options: {
			...(once && { eachRecipientOnce: true }),
			...(max && { maxPerExecution: max }),
			...(never && { neverSendTo: locator('never', never) }),
			...(only && { onlySendTo: locator('only', only) }),
			...(test && { testPhone: TEST_PHONE }),
			...((isDry || beginsDry) && { dryRun: isDry || '={{ $runIndex === 0 }}' }),
		},
	};
}
