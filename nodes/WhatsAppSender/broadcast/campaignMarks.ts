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

/** The marks of the node in n8n's database, by the ID of the node in its workflow. */
export class MarkStore {
	readonly key: string;
	/** Marks of accepted messages, to be written again where another process has overwritten them. */
	private acknowledged: string[] = [];

	constructor(private readonly context: RunContext) {
		this.key = `${context.getWorkflow().id} ${context.getNode().id} `;
	}

	private get helpers() {
		return (this.context as IExecuteFunctions).helpers;
	}

	/** Records marks, and those that may have been overwritten, in one call. @returns those that were there */
	async record(...marks: string[]): Promise<string[]> {
		const all = [...marks, ...this.acknowledged];
		const { processed } = await inTurn(
			async () => await this.helpers.checkProcessedAndRecord(all, 'node', ENTRIES),
		);
		this.acknowledged = [];
		return processed as string[];
	}

	async remove(...marks: string[]): Promise<void> {
		await inTurn(async () => await this.helpers.removeProcessed(marks, 'node', ENTRIES));
	}

	/** The message was accepted. The mark that stays is written again with the next call. */
	async acknowledge({ sent, started }: Marks): Promise<void> {
		await this.remove(started);
		this.acknowledged.push(sent);
	}

	/** Ends a run. @returns a hint where the node has so many marks that each message takes long */
	async close(): Promise<string | undefined> {
		try {
			if (this.acknowledged.length > 0) await this.record();
			const marks = await this.helpers.getProcessedDataCount('node', ENTRIES);
			if (marks <= MANY_MARKS) return undefined;
			return `This node has sent ${marks} campaign messages, so each new one takes n8n longer. A copy of the node starts over.`;
		} catch {
			return undefined;
		}
	}
}
