import type { IExecuteFunctions } from 'n8n-workflow';
import type { RunContext } from './sender';

const ENTRIES = { mode: 'entries' } as const;

/** Above it, n8n needs more time for each mark than for the message. */
const MANY_MARKS = 50_000;

/** The marks of one person in a campaign. n8n stores them as hashes. */
export interface Marks {
	/** Stays once the message was accepted. */
	sent: string;
	/** Stays only where nobody knows whether the message was sent. */
	started: string;
}

export function marksOf(campaign: string, person: string): Marks {
	const mark = (kind: string) => JSON.stringify([kind, campaign, person]);
	return { sent: mark('sent'), started: mark('started') };
}

/** n8n reads and writes all marks of a node for each call, so the calls of this process take turns. */
let lastCall: Promise<unknown> = Promise.resolve();

async function inTurn<T>(call: () => Promise<T>): Promise<T> {
	const result = lastCall.then(call);
	lastCall = result.catch(() => {});
	return await result;
}

/** Marks that this process has seen to stay, by node. A look at n8n's store costs two calls. */
const knownMarks = new Map<string, Set<string>>();
const MOST_KNOWN = 100_000;

/** The marks of the node in n8n's database, by the ID of the node in its workflow, for one run. */
export class MarkStore {
	readonly key: string;
	private readonly helpers: IExecuteFunctions['helpers'];
	/** How many marks there were when the run began. */
	private count?: number;
	/** Marks to write again with the next call: another process may have overwritten them. */
	private toRepeat: string[] = [];

	constructor(context: RunContext) {
		this.key = `${context.getWorkflow().id} ${context.getNode().id} `;
		({ helpers: this.helpers } = context as IExecuteFunctions);
	}

	/** Whether this process knows that a mark stays. What it knows is void where n8n has fewer marks. */
	async knows(mark: string): Promise<boolean> {
		this.count ??= await this.helpers.getProcessedDataCount('node', ENTRIES);
		const known = this.known;
		if (known.size > Math.min(this.count, MOST_KNOWN)) known.clear();
		return known.has(mark);
	}

	/** Records marks, in one call. @returns those that were there */
	async record(...marks: string[]): Promise<string[]> {
		const all = [...marks, ...this.toRepeat];
		const { processed } = await inTurn(
			async () => await this.helpers.checkProcessedAndRecord(all, 'node', ENTRIES),
		);
		this.toRepeat = [];
		return processed as string[];
	}

	async remove(...marks: string[]): Promise<void> {
		await inTurn(async () => await this.helpers.removeProcessed(marks, 'node', ENTRIES));
	}

	/** Lets the mark of a person who has the message stay. */
	async confirm({ sent, started }: Marks): Promise<void> {
		await this.remove(started);
		this.toRepeat.push(sent);
		this.known.add(sent);
	}

	/** Ends the run. @returns a hint where the node has so many marks that each message takes long */
	async close(): Promise<string | undefined> {
		// Without it, the mark of the last message may be missing where another process has overwritten it.
		if (this.toRepeat.length > 0) await this.record().catch(() => {});
		if (!this.count || this.count <= MANY_MARKS) return undefined;
		return `This node has sent ${this.count} campaign messages, so each new one takes n8n longer. A copy of the node starts over.`;
	}

	private get known(): Set<string> {
		const known = knownMarks.get(this.key) ?? new Set();
		knownMarks.set(this.key, known);
		return known;
	}
}
