import type { Entry } from './outcome';
import { SentRecord, type StoredRecord } from './record';
import type { RunContext } from './sender';

/** Identifies a run of the node: by its index, or by the input of a tool call that the routing runs. */
export type RunKey = number | object;

export type RecordKind = 'messages' | 'tests';
type StoredRecords = Partial<Record<RecordKind, StoredRecord>>;

/** The state that all tries of a run share in this process. */
export interface Tries {
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
export class Execution {
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
