import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { isOfItem, reasonOf } from '../errors/failures';
import type { Recipient } from '../service/recipient';
import { isReview, isTool } from '../values/input';
import { PromiseCache, Queue } from '../values/promises';
import type { Draft, Result, RunContext, Sender, Skip } from './sender';
import { SharedLists } from './stopList';

/** What n8n stores about an item that was sent. */
interface SentItem {
	/** The person who got the message, and the item's output. */
	accepted?: { person: string; output: IDataObject[] };
	/** Recipients that unconfirmed attempts may have reached, by person. */
	unconfirmed?: Record<string, string>;
}

type SentItems = Record<number, SentItem>;

/** What n8n stores with the execution, for Retry. */
interface StoredRecord {
	/** Index of the run that the items belong to: each iteration of a loop is a run of the node. */
	run?: number;
	items: SentItems;
	/** How many messages of the execution the service accepted. */
	accepted: number;
	/** How many others may have been sent. */
	unconfirmed: number;
	/** The people who may have got these messages, one line per message. */
	people?: string;
	/** When the last message of any run ended, in Unix milliseconds. */
	lastSentAt?: number;
	/** When the service accepts messages again (`Retry-After`), in Unix milliseconds. */
	notBefore?: number;
}

/** The messages that the node has sent in an execution, or that its dry runs would send. */
class SentRecord {
	/** Milliseconds before the next message, drawn once for it. */
	nextDelay?: number;
	private readonly people = new Map<string, number>();

	/** @param sent of a dry run: what was sent really */
	constructor(
		readonly stored: StoredRecord = { items: {}, accepted: 0, unconfirmed: 0 },
		private readonly sent?: SentRecord,
	) {
		for (const person of stored.people?.split('\n') ?? []) increment(this.people, person);
	}

	/** How many messages were accepted, or may have been sent. */
	get messages(): number {
		return this.stored.accepted + this.stored.unconfirmed + (this.sent?.messages ?? 0);
	}

	/** How many messages a person may have got. */
	messagesTo(person: string): number {
		return (this.people.get(person) ?? 0) + (this.sent?.messagesTo(person) ?? 0);
	}

	/** @param isCounted whether an earlier attempt of the same item has counted the person */
	add(person: string, as: 'accepted' | 'unconfirmed', isCounted = false): void {
		const { stored, people } = this;
		stored[as]++;
		if (isCounted) return;
		increment(people, person);
		stored.people = stored.people === undefined ? person : `${stored.people}\n${person}`;
	}
}

/** Identifies a run of the node: by its index, or by the input of a tool call that the routing runs. */
type RunKey = number | object;

/** What all tries of a run share in this process. */
interface Tries {
	items: SentItems;
	/** How many tries of Retry On Fail there were, the current one included. */
	count: number;
	/** Items that may have been sent. Retry On Fail never repeats them; only a user's Retry can. */
	unconfirmed: Map<number, Result>;
}

/** Test messages have a record of their own: a retry without Send Test To sends to all recipients. */
type RecordKind = 'messages' | 'tests';

/**
 * The state of an execution. All runs of the node share it. n8n keeps the node's context during Retry On Fail
 * and all iterations of a loop, and stores it with a failed execution, under the node's name. So **Retry** in
 * the list of executions finds it again. The other fields of this object are not stored.
 */
export class Execution {
	/** Whether this is a retry for which n8n has stored no record of the node. */
	readonly isUnrecordedRetry: boolean;
	/** Runs of the node, one after the other: an AI agent starts several at once. */
	readonly runs = new Queue();
	readonly tries = new Map<RunKey, Tries>();
	/** Campaign marks that dry runs would have left. */
	readonly plannedMarks = new Set<string>();
	/** A dry run asks the service once whether it accepts an API key. */
	readonly keyChecks = new PromiseCache<unknown>();
	readonly lists = new SharedLists();

	private readonly stored: Partial<Record<RecordKind, StoredRecord>>;
	private readonly records: Record<string, SentRecord> = {};

	constructor(context: RunContext) {
		const node = context.getContext('node') as { sent?: Execution['stored'] };
		this.isUnrecordedRetry = context.getMode() === 'retry' && !node.sent;
		this.stored = node.sent ??= {};
	}

	recordOf(kind: RecordKind): SentRecord {
		const record = (this.records[kind] ??= new SentRecord(this.stored[kind]));
		this.stored[kind] = record.stored;
		return record;
	}

	/** What the dry runs would send, added to what was sent. */
	plansOf(kind: RecordKind): SentRecord {
		return (this.records[`planned ${kind}`] ??= new SentRecord(undefined, this.recordOf(kind)));
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

/** One try of a run: its items, their results, and when it ends. */
export class Run {
	/** Read once, because each call of `getNode` copies all parameters. */
	readonly node: INode;
	readonly execution: Execution;
	readonly total: number;
	readonly record: SentRecord;
	readonly tries: Tries;
	readonly isLastTry: boolean;
	/** Whether a failure becomes an item instead of an error of the node. */
	readonly continuesOnFail: boolean;

	readonly results = new Map<number, Result>();
	/** Failed items. With On Error = Stop, the first one ends the run, unless it is only a bad row. */
	readonly failed: number[] = [];
	/** The failed item that ended the run. */
	stoppedAt?: number;
	/** The message that has no response yet. */
	inFlight?: Draft;
	/** Sentences for the hints of the run. */
	readonly notes = new Set<string>();

	private readonly key: RunKey;
	private readonly sent: SentRecord;

	constructor(
		readonly context: RunContext,
		readonly sender: Sender,
		readonly options: RunOptions,
	) {
		const functions = context as IExecuteFunctions;
		const node = context.getNode();
		this.node = node;
		this.key = sender.call ?? Number(functions.getWorkflowDataProxy(0).$runIndex);
		this.total = sender.call ? 1 : functions.getInputData().length;
		this.execution = executionOf(context);
		const kind = options.isTest ? 'tests' : 'messages';
		this.sent = this.execution.recordOf(kind);
		this.record = options.isDryRun ? this.execution.plansOf(kind) : this.sent;
		this.tries = this.begin();
		const most = node.retryOnFail ? Math.min(5, Math.max(2, node.maxTries || 3)) : 1;
		this.isLastTry = this.tries.count >= most;
		// n8n does not pass a thrown error to the model, so the model gets an error item. The routing repeats a
		// call only after a thrown error, so there only the last try returns one.
		const isForModel = isTool(node) && !isReview(node) && (!sender.call || this.isLastTry);
		this.continuesOnFail = context.continueOnFail() || isForModel;
	}

	/** Starts the try. The record drops the items of the previous run, and keeps the people who got a message. */
	private begin(): Tries {
		const { key, execution, sent } = this;
		const { stored } = sent;
		const items = key === stored.run ? stored.items : {};
		const tries = execution.tries.get(key) ?? { items, count: 0, unconfirmed: new Map() };
		execution.tries.set(key, tries);
		if (typeof key === 'number') Object.assign(stored, { run: key, items: tries.items });
		tries.count++;
		return tries;
	}

	/** Forgets the items after a success, so that the next run sends all of its own. */
	forget(): void {
		const { key, execution, sent, tries } = this;
		if (sent.stored.items === tries.items) sent.stored.items = {};
		execution.tries.delete(key);
	}

	/** Whether a failure or the stop button has ended the run. */
	isStopped(): boolean {
		const hasFailed = this.stoppedAt !== undefined;
		return hasFailed || this.context.getExecutionCancelSignal()?.aborted === true;
	}

	/** The row that the user sees in a spreadsheet; undefined if the input does not name it. */
	rowNumber(item: number): number | undefined {
		const { context, sender } = this;
		const inputs = sender.call ? [] : (context as IExecuteFunctions).getInputData();
		const json = (sender.call ?? inputs[item]?.json ?? {}) as IDataObject;
		return Number(json.row_number) || undefined;
	}

	/** Records the one result of an item. */
	add(item: number, result: Result): void {
		const { options } = this;
		this.results.set(item, result);
		if (options.isDryRun) {
			if (result.is === 'planned' && result.draft) {
				this.record.add(result.draft.person, 'accepted');
			}
			return;
		}
		if (!('error' in result)) return;
		this.failed.push(item);
		const isBadRow = isOfItem(result.error) && reasonOf(result.error) === 'invalid';
		// The next execution of a campaign sends only the rest, so a bad row does not hold up the others.
		if (this.continuesOnFail || (isBadRow && options.hasCampaign)) return;
		this.stoppedAt = item;
	}

	/** Records what Retry and the next try need to know about a message that was sent. */
	recordSent(item: number, result: Result): void {
		const { draft, is } = result;
		if (!draft || (is !== 'accepted' && is !== 'unconfirmed')) return;
		const { items, unconfirmed } = this.tries;
		const { person, recipient } = draft;
		const sentItem = (items[item] ??= {});
		this.record.add(person, is, this.mayHaveReached(item, person));
		if (is === 'accepted') {
			sentItem.accepted = { person, output: result.output };
			delete sentItem.unconfirmed?.[person];
			return;
		}
		sentItem.unconfirmed = { ...sentItem.unconfirmed, [person]: recipient };
		unconfirmed.set(item, result);
	}

	/**
	 * The result of an earlier attempt of an item that the service accepted. The item is not sent again, even if it
	 * names another recipient now.
	 *
	 * @param draft missing if the recipient cannot be read
	 */
	acceptedBefore(item: number, draft?: Draft): Result | undefined {
		const { accepted } = this.tries.items[item] ?? {};
		if (!accepted) return undefined;
		const { person, output } = accepted;
		const isChanged = draft && draft.person !== person && !this.options.isTest;
		if (!isChanged) return { is: 'accepted', output, draft };
		const warning = `Sent to ${person}, not to ${draft.recipient}`;
		if (!draft.columns) this.notes.add(warning);
		const warnings = [output[0].warning, warning].filter(Boolean).join('. ');
		const row = draft.columns ? { ...output[0], warning: warnings } : output[0];
		return { is: 'accepted', output: [row, ...output.slice(1)], draft };
	}

	/** Recipients that earlier attempts of an item may have reached, except the one that its error names. */
	earlierRecipients(item: number, result?: Result): string[] {
		const { unconfirmed = {} } = this.tries.items[item] ?? {};
		const named = result?.is === 'unconfirmed' ? result.draft?.recipient : undefined;
		return Object.values(unconfirmed).filter((recipient) => recipient !== named);
	}

	/** Recipients that may have been reached. Several writings of a person count once. */
	unconfirmedRecipients(): string[] {
		const people: Record<string, string> = {};
		for (const { unconfirmed } of Object.values(this.tries.items)) {
			Object.assign(people, unconfirmed);
		}
		if (this.inFlight) people[this.inFlight.person] = this.inFlight.recipient;
		return Object.values(people);
	}

	/** How many messages a person may have got for other items. */
	messagesForOthers(item: number, { person }: Draft): number {
		return this.record.messagesTo(person) - (this.mayHaveReached(item, person) ? 1 : 0);
	}

	/** Messages that were accepted in earlier runs of the execution. */
	get acceptedInOtherRuns(): number {
		const here = Object.values(this.tries.items).filter(({ accepted }) => accepted).length;
		return this.record.stored.accepted - here;
	}

	/** Counts the items by result. For an item that this try has not reached, the earlier result counts. */
	counts(): Record<'accepted' | 'skipped' | 'failed' | 'notSent', number> {
		const counts = { accepted: 0, skipped: 0, planned: 0, failed: 0, unconfirmed: 0, notSent: 0 };
		for (let item = 0; item < this.total; item++) {
			const { is } = this.results.get(item) ?? this.acceptedBefore(item) ?? {};
			counts[is ?? (this.tries.items[item]?.unconfirmed ? 'unconfirmed' : 'notSent')]++;
		}
		const { unconfirmed, failed, ...others } = counts;
		return { ...others, failed: failed + unconfirmed };
	}

	private mayHaveReached(item: number, person: string): boolean {
		return Object.hasOwn(this.tries.items[item]?.unconfirmed ?? {}, person);
	}
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
	check?(draft: Draft, run: Run, item: number): Skip | undefined | Promise<Skip | undefined>;
	/** Milliseconds between the last message and the next one. */
	drawDelay?(): number;
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

/** The options of a run, read once: the same for all its items. */
export interface RunOptions<Own = unknown> {
	/** In the order in which they decide about a message. */
	rules: Rule[];
	/** Milliseconds before the next message. */
	drawDelay(): number;
	isDryRun: boolean;
	isTest: boolean;
	/** Replaces the recipient of each message in a test. */
	redirect: Rule['redirect'];
	hasCampaign: boolean;
	/** Value of the operation's own option. */
	ownOption?: Own;
}

/** Counts a text. @returns how often it has occurred */
export function increment(counts: Map<string, number>, text: string): number {
	const count = (counts.get(text) ?? 0) + 1;
	counts.set(text, count);
	return count;
}

/** `2 on the list Unsubscribed`, `1 twice`: the most frequent first. */
export const formatCounts = (counts: Map<string, number>): string[] =>
	[...counts].sort(([, one], [, other]) => other - one).map(([text, count]) => `${count} ${text}`);
