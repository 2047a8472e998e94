import type { Entry } from './outcome';
import { SentRecord, type StoredRecord } from './record';
import type { RunContext } from './sender';

/** Identifies a run of the node: by its index, or by the input of a tool call that the routing runs. */
export type RunKey = number | object;

/** What all tries of a run in a process share. */
export interface Tries {
	items: StoredRecord['items'];
	/** How many tries of Retry On Fail there were, this one included. */
	count: number;
	/** Items that may have been sent. Not stored, so that a person's Retry sends them again, and no try does. */
	unconfirmed: Map<number, Entry>;
}

/** What the dry runs of an execution have found, loops included. */
interface DryRuns {
	entries: Map<RunKey, Entry[]>;
	/** Marks of the people who would have got a campaign. */
	campaigns: Set<string>;
	/** The check of each API key, which the service has to accept. */
	keys: Map<string, Promise<void>>;
}

/**
 * The state of an execution. All runs of the node share it. n8n keeps the node's context during Retry On Fail
 * and all iterations of a loop, and stores it with a failed execution, under the node's name. So **Retry** in
 * the list of executions finds it again. n8n does not store what only this object contains.
 */
export class Execution {
	readonly record: SentRecord;
	/** Whether this is a retry for which n8n has stored no record of the node. */
	readonly isUnrecordedRetry: boolean;
	readonly dryRuns: DryRuns = { entries: new Map(), campaigns: new Set(), keys: new Map() };
	private readonly runs = new Map<RunKey, Tries>();
	private lastRun: Promise<unknown> = Promise.resolve();

	constructor(context: RunContext) {
		const node = context.getContext('node') as { state?: StoredRecord };
		this.isUnrecordedRetry = context.getMode() === 'retry' && !node.state;
		this.record = new SentRecord((node.state ??= { items: {}, accepted: 0, unconfirmed: 0 }));
	}

	/** Runs one call after the other: an AI agent starts several at once. */
	async runInOrder<T>(run: () => Promise<T>): Promise<T> {
		const result = this.lastRun.then(run);
		this.lastRun = result.catch(() => {});
		return await result;
	}

	/** Begins a try of a run. The record drops the items of the run before, and keeps its people. */
	beginTry(key: RunKey): Tries {
		const { record, runs } = this;
		const { stored } = record;
		const items = key === stored.run ? stored.items : {};
		const tries = runs.get(key) ?? { items, count: 0, unconfirmed: new Map() };
		runs.set(key, tries);
		if (typeof key === 'number') Object.assign(stored, { run: key, items: tries.items });
		tries.count++;
		return tries;
	}

	/** Forgets the items of a run that has succeeded. */
	forget(key: RunKey): void {
		const { record, runs } = this;
		if (record.stored.items === runs.get(key)?.items) record.stored.items = {};
		runs.delete(key);
	}
}

/** By the node's context, which is the same object for all runs of the node in a process. */
const executions = new WeakMap<object, Execution>();

export function executionOf(context: RunContext): Execution {
	const key = context.getContext('node');
	const execution = executions.get(key) ?? new Execution(context);
	executions.set(key, execution);
	return execution;
}
