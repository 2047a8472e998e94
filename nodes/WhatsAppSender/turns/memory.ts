import type { IExecuteFunctions, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

/** Where the node keeps its memory in `getContext('node')`. */
const KEY = 'turns';

interface Stored {
	/** Index of the node's run that the rest is about: each iteration of a loop is a run. */
	run: number;
	/** Output of the accepted items, by item index. */
	accepted: Record<number, { recipient: string; output: INodeExecutionData[] }>;
	/** Recipients that an unconfirmed attempt may have reached, by item index. */
	unconfirmed: Record<number, string[]>;
	/** Unix milliseconds of the last message of any run. */
	lastSentAt: number;
}

/**
 * What a run of the node has sent. n8n keeps the node's context through Retry On Fail and through
 * all iterations of a loop, and stores it with a failed execution, so **Retry** in the list of
 * executions finds it again. Its key is the node's name.
 */
export class RunMemory {
	private constructor(private readonly stored: Stored) {}

	/** The memory of the current run. What an earlier run of the node left is forgotten. */
	static of(context: IExecuteFunctions | IExecuteSingleFunctions): RunMemory {
		const nodeContext = context.getContext('node');
		const run = Number(context.getWorkflowDataProxy(0).$runIndex);
		const known = nodeContext[KEY] as Stored | undefined;
		if (known?.run === run) return new RunMemory(known);
		const stored = { run, accepted: {}, unconfirmed: {}, lastSentAt: known?.lastSentAt ?? 0 };
		nodeContext[KEY] = stored;
		return new RunMemory(stored);
	}

	get lastSentAt(): number {
		return this.stored.lastSentAt;
	}

	noteSent(): void {
		this.stored.lastSentAt = Date.now();
	}

	get acceptedCount(): number {
		return Object.keys(this.stored.accepted).length;
	}

	/** The output that an item had when it was accepted, unless it has another recipient now. */
	acceptedOutput(item: number, recipient: string): INodeExecutionData[] | undefined {
		const known = this.stored.accepted[item];
		return known?.recipient === recipient ? known.output : undefined;
	}

	accept(item: number, recipient: string, output: INodeExecutionData[]): void {
		this.stored.accepted[item] = { recipient, output };
		delete this.stored.unconfirmed[item];
	}

	noteUnconfirmed(item: number, recipient: string): void {
		const recipients = this.unconfirmedOf(item);
		if (!recipients.includes(recipient)) {
			this.stored.unconfirmed[item] = [...recipients, recipient];
		}
	}

	unconfirmedOf(item: number): string[] {
		return this.stored.unconfirmed[item] ?? [];
	}

	/** Unconfirmed recipients of all other items. */
	unconfirmedBeside(item: number): string[] {
		return Object.entries(this.stored.unconfirmed).flatMap(([other, recipients]) =>
			Number(other) === item ? [] : recipients,
		);
	}

	unconfirmedItems(): number[] {
		return Object.keys(this.stored.unconfirmed).map(Number);
	}

	/** After a success, the next run starts anew; the delay since the last message still holds. */
	forget(): void {
		this.stored.accepted = {};
		this.stored.unconfirmed = {};
	}
}
