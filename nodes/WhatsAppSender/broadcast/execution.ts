import type { IDataObject } from 'n8n-workflow';
import type { Recipient } from '../service/recipient';
import type { Option } from '../values/input';
import {
	type Entry,
	type Outcome,
	type Pending,
	planOf,
	type RunContext,
	type Skip,
} from './sender';

/** Identifies a run of the node: by its index, or by the input of a tool call that the routing runs. */
type RunKey = number | object;

type RecordKind = 'messages' | 'tests';
type StoredRecords = Partial<Record<RecordKind, StoredRecord>>;

/** The state that all tries of a run share in this process. */
interface Tries {
	items: StoredRecord['items'];
	/** How many tries of Retry On Fail there were, this one included. */
	count: number;
	/**
	 * Items that may have been sent. Retry On Fail never repeats them. They are not stored, so that a user's Retry
	 * can.
	 */
	unconfirmed: Map<number, Entry>;
}

/** What the dry runs of an execution have found, loops included. */
interface DryRuns {
	entries: Map<RunKey, Entry[]>;
	/** Campaign marks that the dry runs would have left. */
	campaigns: Set<string>;
	/** One request per API key, which checks whether the service accepts it. */
	keyChecks: Map<string, Promise<void>>;
}

/**
 * The state of an execution. All runs of the node share it. n8n keeps the node's context during Retry On Fail
 * and all iterations of a loop, and stores it with a failed execution, under the node's name. So **Retry** in
 * the list of executions finds it again. The other fields of this object are not stored.
 */
class Execution {
	/** Whether this is a retry for which n8n has stored no record of the node. */
	readonly isUnrecordedRetry: boolean;
	readonly dryRuns: DryRuns = { entries: new Map(), campaigns: new Set(), keyChecks: new Map() };
	private readonly runs = new Map<RunKey, Tries>();
	private lastRun: Promise<unknown> = Promise.resolve();

	private readonly stored: StoredRecords;
	private readonly records: Partial<Record<RecordKind, SentRecord>> = {};

	constructor(context: RunContext) {
		const node = context.getContext('node') as { sent?: StoredRecords };
		this.isUnrecordedRetry = context.getMode() === 'retry' && !node.sent;
		this.stored = node.sent ??= {};
	}

	/** Test messages have a record of their own: a retry without Send Test To sends to all recipients. */
	recordOf(kind: RecordKind): SentRecord {
		const stored = (this.stored[kind] ??= { items: {}, accepted: 0, unconfirmed: 0 });
		return (this.records[kind] ??= new SentRecord(stored));
	}

	/** Runs one call after the other: an AI agent starts several at once. */
	async runInOrder<T>(run: () => Promise<T>): Promise<T> {
		const result = this.lastRun.then(run);
		this.lastRun = result.catch(() => {});
		return await result;
	}

	/** Starts a try. The record drops the items of the previous run, and keeps the people who got a message. */
	beginTry(key: RunKey, kind: RecordKind): Tries {
		const { runs } = this;
		const { stored } = this.recordOf(kind);
		const items = key === stored.run ? stored.items : {};
		const tries = runs.get(key) ?? { items, count: 0, unconfirmed: new Map() };
		runs.set(key, tries);
		if (typeof key === 'number') Object.assign(stored, { run: key, items: tries.items });
		tries.count++;
		return tries;
	}

	/** Forgets the items of a run that has succeeded. */
	forget(key: RunKey, kind: RecordKind): void {
		const { stored } = this.recordOf(kind);
		if (stored.items === this.runs.get(key)?.items) stored.items = {};
		this.runs.delete(key);
	}
}

/** Keyed by the node's context, one object for all runs of an execution in a process. */
const executions = new WeakMap<object, Execution>();

export function executionOf(context: RunContext): Execution {
	const key = context.getContext('node');
	const execution = executions.get(key) ?? new Execution(context);
	executions.set(key, execution);
	return execution;
}

/** What n8n stores about an item that earlier attempts have sent. */
interface SentItem {
	/** The item's output by person, because in a retry the item may name another person. */
	accepted?: Record<string, IDataObject[]>;
	/** Recipients that unconfirmed attempts may have reached, by person. */
	unconfirmed?: Record<string, string>;
}

/** What n8n stores with the execution, for Retry. */
interface StoredRecord {
	/** Index of the run that the items belong to: each iteration of a loop is a run of the node. */
	run?: number;
	items: Record<number, SentItem>;
	/** How many messages of the execution the service accepted. */
	accepted: number;
	/** How many others may have been sent. */
	unconfirmed: number;
	/** The people who may have got these messages, one line per message: 14 bytes for a phone number. */
	people?: string;
	/** When the last message of any run ended, in Unix milliseconds. */
	lastSentAt?: number;
	/** When the service accepts messages again (`Retry-After`), in Unix milliseconds. */
	notBefore?: number;
}

/** The messages that the node has sent in an execution. */
export class SentRecord {
	private readonly people: Map<string, number>;

	constructor(readonly stored: StoredRecord) {
		this.people = countsOf(stored.people?.split('\n') ?? []);
	}

	/** Messages that were accepted, or may have been sent. */
	get messages(): number {
		return this.stored.accepted + this.stored.unconfirmed;
	}

	/** How many messages a person may have got. */
	messagesTo = (person: string): number => this.people.get(person) ?? 0;

	/** @param isCounted whether an earlier attempt of the same item has counted the person */
	addToTally(person: string, as: 'accepted' | 'unconfirmed', isCounted = false): void {
		const { stored, people } = this;
		stored[as]++;
		if (isCounted) return;
		people.set(person, this.messagesTo(person) + 1);
		stored.people = stored.people === undefined ? person : `${stored.people}\n${person}`;
	}
}

/** How often each text occurs. */
export function countsOf(texts: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}

/** Counts equal texts, the most frequent first: `2 on the list Unsubscribed`, `1 twice`. */
export function formatCounts(texts: string[]): string[] {
	const most = [...countsOf(texts)].sort(([, one], [, other]) => other - one);
	return most.map(([text, count]) => `${count} ${text}`);
}

/** The outcomes of one try of a run, one for each item. Outputs, errors and hints are made from it. */
export class Journal {
	readonly entries = new Map<number, Entry>();
	/** Ends the run if On Error is Stop Workflow. */
	firstFailure?: { item: number; error: unknown };
	/** Sentences for the hints of the try. */
	readonly notes = new Set<string>();
	/** A dry run works on a copy, which also counts what earlier dry runs would send. */
	readonly record: SentRecord;
	readonly tries: Tries;

	/** Starts the try. */
	constructor(
		readonly execution: Execution,
		private readonly key: RunKey,
		readonly total: number,
		private readonly kind: RecordKind,
		readonly isDryRun: boolean,
	) {
		this.record = execution.recordOf(kind);
		this.tries = execution.beginTry(key, kind);
		if (!isDryRun) return;
		this.record = new SentRecord({ ...this.record.stored });
		execution.dryRuns.entries.delete(key);
		for (const entry of this.dryRunEntries) this.tallyPlan(entry);
		execution.dryRuns.entries.set(key, []);
	}

	/** The items of all dry runs of the execution. */
	get dryRunEntries(): Entry[] {
		return [...this.execution.dryRuns.entries.values()].flat();
	}

	/** Messages that were accepted in earlier runs of the execution. */
	get acceptedInOtherRuns(): number {
		const items = Object.values(this.tries.items);
		const here = items.flatMap(({ accepted = {} }) => Object.keys(accepted)).length;
		return this.record.stored.accepted - here;
	}

	/** How many messages a person may have got for other items. */
	messagesForOthers(item: number, { person }: Pending): number {
		const forThisItem = this.mayHaveReached(item, person) ? 1 : 0;
		return this.record.messagesTo(person) - forThisItem;
	}

	/** Records what Retry and the next try need to know about a message that was sent. */
	recordSent(item: number, entry: Entry & { pending: Pending }): void {
		const { outcome, pending } = entry;
		if (outcome.is !== 'accepted' && outcome.is !== 'unconfirmed') return;
		const { items, unconfirmed } = this.tries;
		const { person, recipient } = pending;
		this.record.addToTally(person, outcome.is, this.mayHaveReached(item, person));
		const earlier = items[item];
		if (outcome.is === 'accepted') {
			items[item] = { ...earlier, accepted: { ...earlier?.accepted, [person]: outcome.output } };
			delete items[item].unconfirmed?.[person];
			return;
		}
		items[item] = { ...earlier, unconfirmed: { ...earlier?.unconfirmed, [person]: recipient } };
		unconfirmed.set(item, entry);
	}

	/** Records the one outcome of an item. */
	recordOutcome(item: number, entry: Entry): void {
		const { outcome } = entry;
		this.entries.set(item, entry);
		if (this.isDryRun && outcome.is !== 'accepted') {
			this.execution.dryRuns.entries.get(this.key)?.push(entry);
			this.tallyPlan(entry);
		} else if ('error' in outcome) {
			this.firstFailure ??= { item, error: outcome.error };
		}
	}

	/**
	 * @param pending undefined if the recipient cannot be read; then an attempt for any person counts
	 * @returns the outcome of an earlier attempt that the service accepted
	 */
	acceptedBefore(item: number, pending?: Pending): Outcome | undefined {
		const { accepted = {} } = this.tries.items[item] ?? {};
		const person = pending?.person ?? Object.keys(accepted).at(-1) ?? '';
		// A person may be named like a property that every object has, e.g. `constructor`.
		if (!Object.hasOwn(accepted, person)) return undefined;
		return { is: 'accepted', output: accepted[person] };
	}

	/** Recipients that earlier attempts of an item may have reached, except the one that its error names. */
	recipientsOfAttempts(item: number, { outcome, pending }: Partial<Entry> = {}): string[] {
		const { unconfirmed = {} } = this.tries.items[item] ?? {};
		const named = outcome?.is === 'unconfirmed' ? pending?.recipient : undefined;
		return Object.values(unconfirmed).filter((recipient) => recipient !== named);
	}

	/**
	 * Recipients that may have been reached. Several writings of a person count once.
	 *
	 * @param inFlight the message that has no response yet
	 */
	unconfirmedRecipients(inFlight?: Pending): string[] {
		const people: Record<string, string> = {};
		for (const { unconfirmed } of Object.values(this.tries.items)) {
			Object.assign(people, unconfirmed);
		}
		if (inFlight) people[inFlight.person] = inFlight.recipient;
		return Object.values(people);
	}

	/** Counts the items by outcome. For an item that this try has not reached, the earlier outcome counts. */
	counts(): Record<'accepted' | 'skipped' | 'failed' | 'notSent', number> {
		const counts = { accepted: 0, skipped: 0, planned: 0, failed: 0, unconfirmed: 0, notSent: 0 };
		for (let item = 0; item < this.total; item++) {
			const { is } = this.entries.get(item)?.outcome ?? this.acceptedBefore(item) ?? {};
			counts[is ?? (this.tries.items[item]?.unconfirmed ? 'unconfirmed' : 'notSent')]++;
		}
		const { unconfirmed, failed, ...others } = counts;
		return { ...others, failed: failed + unconfirmed };
	}

	/** Forgets the items after a success, so that the next run sends all of its own. */
	forget(): void {
		this.execution.forget(this.key, this.kind);
	}

	private mayHaveReached(item: number, person: string): boolean {
		return Object.hasOwn(this.tries.items[item]?.unconfirmed ?? {}, person);
	}

	private tallyPlan({ outcome, pending }: Entry): void {
		if (planOf(outcome) && pending) this.record.addToTally(pending.person, 'accepted');
	}
}

/** What a rule checks: one message, and what was sent before it. */
export interface Turn extends Pending {
	item: number;
	journal: Journal;
}

/**
 * What an option of the run does. The file of a rule contains its form field, how its value is read, its verdict,
 * and its words.
 */
export interface Rule {
	/**
	 * @returns why the item is skipped; nothing if its message may start
	 * @throws if the rule cannot decide: then the message is not sent
	 */
	check?(turn: Turn): Skip | undefined | Promise<Skip | undefined>;
	/** Milliseconds between the last message and the next one. */
	delay?(): number;
	isDryRun?: boolean;
	/**
	 * @param country of a number without a country code
	 * @returns who gets the messages instead of their recipients
	 * @throws InputError if that is no phone number
	 */
	redirect?(country: () => Promise<string>): Promise<Recipient>;
	/** Sentence for the hint of a dry run. */
	note?(): string;
}

/** An option whose value is read once for a run of the node. */
export type RuleOption = Option<Rule>;
