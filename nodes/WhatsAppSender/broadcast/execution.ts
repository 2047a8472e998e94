import type { Entry } from './outcome';
import { SentRecord, type StoredRecord } from './record';
import type { RunContext } from './sender';

/** Index of a run of the node, or the input of a tool call that the routing runs. */
export type RunKey = number | object;

/** What all tries of a run in a process share. */
export interface Tries {
	items: StoredRecord['items'];
	/** How many tries of Retry On Fail there were, this one included. */
	count: number;
	/** Items that may have been sent. Not stored: only a person's Retry sends them again, no try does. */
	unconfirmed: Map<number, Entry>;
}

/** What the dry runs of an execution have found, loops included. */
interface DryRuns {
	entries: Map<RunKey, Entry[]>;
	/** Who would have got a campaign. */
	campaigns: Set<string>;
	/** Whether the service accepts a key: asked once for each. */
	keys: Map<string, Promise<void>>;
}

/**
 * An execution, in all runs of the node. n8n keeps the node's context through Retry On Fail and through
 * all iterations of a loop, and stores it with a failed execution, so **Retry** in the list of executions
 * finds it again; its key is the node's name. What must not be stored is in this object alone.
 */
export class Execution {
	readonly record: SentRecord;
	/** Whether this is a retry, and n8n has stored nothing of what the node sent before. */
	readonly isUnrecordedRetry: boolean;
	readonly dryRuns: DryRuns = { entries: new Map(), campaigns: new Set(), keys: new Map() };
	private readonly runs = new Map<RunKey, Tries>();
	private lastRun: Promise<unknown> = Promise.resolve();

	constructor(context: RunContext) {
		const node = context.getContext('node') as { state?: StoredRecord };
		this.isUnrecordedRetry = context.getMode() === 'retry' && !node.state;
		this.record = new SentRecord((node.state ??= { items: {}, accepted: 0, unconfirmed: 0 }));
	}

	/** Runs one after the other what n8n starts at once: the calls of an AI agent. */
	async runInOrder<T>(run: () => Promise<T>): Promise<T> {
		const result = this.lastRun.then(run);
		this.lastRun = result.catch(() => {});
		return await result;
	}

	/** Begins a try of a run. Of runs that have ended, only the people stay stored. */
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

/** By the node's context, which is one object through all runs of the node in a process. */
const executions = new WeakMap<object, Execution>();

export function executionOf(context: RunContext): Execution {
	const key = context.getContext('node');
	const execution = executions.get(key) ?? new Execution(context);
	executions.set(key, execution);
	return execution;
}
