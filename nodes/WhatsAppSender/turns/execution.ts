import type { IDataObject } from 'n8n-workflow';
import type { ItemResult } from './result';
import type { RunContext } from './sender';

/** What earlier attempts have done with an item. n8n stores it, so only what Retry needs is kept. */
export interface SentItem {
	/** Its output, by the person that it was accepted for: Retry may name another one. */
	accepted?: Record<string, IDataObject[]>;
	/** Recipients that unconfirmed attempts may have reached, by person. */
	unconfirmed?: Record<string, string>;
}

/** What n8n stores with the execution. */
export interface SentRecord {
	/** Index of the node's run that the items are about: each iteration of a loop is a run. */
	run?: number;
	items: Record<number, SentItem>;
	/** Messages of the execution. */
	accepted: number;
	unconfirmed: number;
	/** Who may have got them as one text, a line for each message: 14 bytes a phone number. */
	people?: string;
	/** Unix milliseconds of the last message of any run. */
	lastSentAt?: number;
}

/** Index of a run of the node, or the input of a tool call that the routing runs. */
export type RunKey = number | object;

/** What all tries of a run in a process share. */
export interface RunMemory {
	items: SentRecord['items'];
	/** How many tries of Retry On Fail there were, this one included. */
	tries: number;
	/** Items that may have been sent. Not stored: a person who retries sends them again, no try does. */
	unconfirmed: Map<number, ItemResult>;
}

/** Something read once for all items: by which try, and when in Unix milliseconds. */
interface Read {
	key: unknown[];
	by: RunContext;
	at: number;
	value: Promise<unknown>;
	failed: boolean;
}

/**
 * What the node knows of an execution, in all of its runs. n8n keeps the node's context through Retry On
 * Fail and through all iterations of a loop, and stores it with a failed execution, so **Retry** in the
 * list of executions finds it again; its key is the node's name. What must not be stored is in this
 * object alone.
 */
export class Execution {
	readonly record: SentRecord;
	/** How many messages each person may have got. */
	readonly people: Map<string, number>;
	/** Whether this is a retry, and n8n has kept nothing of what the node sent before. */
	readonly isUnrecordedRetry: boolean;
	/** Items of dry runs, by run. */
	readonly previews = new Map<RunKey, ItemResult[]>();
	/** Hints of the try that is under way. */
	readonly notes = new Set<string>();
	/** See `message/readOnce.ts`. */
	readonly reads: Read[] = [];
	private readonly runs = new Map<RunKey, RunMemory>();
	private lastRun: Promise<unknown> = Promise.resolve();

	constructor(context: RunContext) {
		const stored = context.getContext('node') as { state?: SentRecord };
		this.isUnrecordedRetry = context.getMode() === 'retry' && !stored.state;
		this.record = stored.state ??= { items: {}, accepted: 0, unconfirmed: 0 };
		this.people = countsOf(this.record.people?.split('\n') ?? []);
	}

	/**
	 * Runs one after the other what n8n starts at once: the calls of an AI agent, or the items of the routing.
	 *
	 * @param endsOthers whether those that wait fail with it
	 */
	async inTurn<T>(run: () => Promise<T>, endsOthers = false): Promise<T> {
		const result = this.lastRun.then(run);
		const settled = endsOthers ? result : result.catch(() => {});
		this.lastRun = settled;
		try {
			return await result;
		} finally {
			// The next try begins anew.
			if (this.lastRun === settled) this.lastRun = Promise.resolve();
		}
	}

	/** Begins a try of a run. Of runs that have ended, only who was sent to stays stored. */
	beginTry(key: RunKey): RunMemory {
		const { record, runs } = this;
		const items = key === record.run ? record.items : {};
		const memory = runs.get(key) ?? { items, tries: 0, unconfirmed: new Map() };
		runs.set(key, memory);
		if (typeof key === 'number') Object.assign(record, { run: key, items: memory.items });
		memory.tries++;
		this.notes.clear();
		return memory;
	}

	/** After a success, the next run starts from nothing. */
	forget(key: RunKey): void {
		const { record, runs } = this;
		if (record.items === runs.get(key)?.items) record.items = {};
		runs.delete(key);
	}
}

/** How often there is each text. */
export function countsOf(texts: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}

/** By the node's context, which is one object through all runs of the node in a process. */
const executions = new WeakMap<object, Execution>();

export function executionOf(context: RunContext): Execution {
	const key = context.getContext('node');
	const execution = executions.get(key) ?? new Execution(context);
	executions.set(key, execution);
	return execution;
}
