import type { IExecuteFunctions } from 'n8n-workflow';
import type { RunContext } from './sender';

const ENTRIES = { mode: 'entries' } as const;

/** Above this number, storing a mark takes n8n longer than sending a message. */
const MANY_MARKS = 50_000;

/** The marks of one person in a campaign. n8n stores them as hashes. */
export interface Marks {
	/** Kept after the service accepted the message. */
	sent: string;
	/** Kept only if it is unknown whether the message was sent. */
	started: string;
}

export function marksOf(campaign: string, person: string): Marks {
	const mark = (kind: string) => JSON.stringify([kind, campaign, person]);
	return { sent: mark('sent'), started: mark('started') };
}

/** What this process knows about the marks of a node. Reading them from n8n's store takes two calls. */
interface Known {
	/** Marks that stay. */
	marks: Set<string>;
	/** How many marks n8n has. If the number differs, another process has changed them. */
	count: number;
}

const known = new Map<string, Known>();
/** Most marks that the process remembers, for all nodes together. */
const MOST_KNOWN = 100_000;

/** Each call reads and writes all marks of a node, so the calls of this process take turns. */
let lastCall: Promise<unknown> = Promise.resolve();

async function callInOrder<T>(call: () => Promise<T>): Promise<T> {
	const result = lastCall.then(call);
	lastCall = result.catch(() => {});
	return await result;
}

/** The marks of one node in n8n's database, which keys them by workflow and node ID. */
export class MarkStore {
	/** Marks to write again with the next call: another process may have overwritten them. */
	private toRepeat: string[] = [];
	private node?: Known;

	/** Identifies the node in its workflow. */
	readonly key: string;

	constructor(private readonly context: RunContext) {
		this.key = `${context.getWorkflow().id} ${context.getNode().id}`;
	}

	/** Whether this process knows that n8n has a mark which stays. */
	async knows(mark: string): Promise<boolean> {
		this.node ??= await this.readKnown();
		return this.node.marks.has(mark);
	}

	/** Records marks in one call. @returns the marks that already existed */
	async record(...marks: string[]): Promise<string[]> {
		const all = [...marks, ...this.toRepeat];
		const { processed } = await callInOrder(async () => {
			const found = await this.helpers.checkProcessedAndRecord(all, 'node', ENTRIES);
			if (this.node) this.node.count += found.new.length;
			return found;
		});
		this.toRepeat = [];
		return marks.filter((mark) => processed.includes(mark));
	}

	/** Removes marks that were recorded before. */
	async remove(...marks: string[]): Promise<void> {
		await callInOrder(async () => {
			await this.helpers.removeProcessed(marks, 'node', ENTRIES);
			if (this.node) this.node.count -= marks.length;
		});
	}

	/** Turns a claim into the final mark: removes "started", keeps "sent". */
	async confirm({ sent, started }: Marks): Promise<void> {
		await this.remove(started);
		this.toRepeat.push(sent);
		this.node?.marks.add(sent);
	}

	/** Writes the remaining marks. @returns a hint if the node has so many marks that each message takes long */
	async close(): Promise<string | undefined> {
		// Without it, the mark of the last message may be missing if another process has overwritten it.
		if (this.toRepeat.length > 0) await this.record().catch(() => {});
		const { count = 0 } = this.node ?? {};
		if (Number.isNaN(count) || count <= MANY_MARKS) return undefined;
		return `This node has sent ${count} campaign messages, so each new one takes longer. A copy of the node is fast again, but does not know who already got a message.`;
	}

	private get helpers(): IExecuteFunctions['helpers'] {
		const { helpers } = this.context as IExecuteFunctions;
		if (helpers.checkProcessedAndRecord !== undefined) return helpers;
		throw new Error('n8n has no store here');
	}

	/** `NaN` if n8n fails: the next claim reports that. */
	private async countMarks(): Promise<number> {
		try {
			return await this.helpers.getProcessedDataCount('node', ENTRIES);
		} catch {
			return Number.NaN;
		}
	}

	private async readKnown(): Promise<Known> {
		return await callInOrder(async () => {
			const count = await this.countMarks();
			const all = [...known.values()].reduce((sum, { marks }) => sum + marks.size, 0);
			if (all > MOST_KNOWN) known.clear();
			const before = known.get(this.key);
			const node = before?.count === count ? before : { marks: new Set<string>(), count };
			known.set(this.key, node);
			return node;
		});
	}
}
