import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** Where the node keeps its memory in `getContext('node')`. */
const KEY = 'turns';

interface Stored {
	/** Index of the node's run that the rest is about: each iteration of a loop is a run. */
	run: number;
	/** How often n8n has begun the run. */
	attempts: number;
	/** Recipients of the accepted items, by item index. */
	recipients: Record<number, string>;
	/** What their output held, by item index; n8n stores it, so nothing else is kept. */
	outputs: Record<number, IDataObject[]>;
	/** Recipients that an unconfirmed attempt may have reached, by item index. */
	unconfirmed: Record<number, string[]>;
	/** Unix milliseconds of the last message of any run. */
	lastSentAt?: number;
}

const nothing = (run: number): Stored => ({
	run,
	attempts: 0,
	recipients: {},
	outputs: {},
	unconfirmed: {},
});

/**
 * What a run of the node has sent. n8n keeps the node's context through Retry On Fail and through
 * all iterations of a loop, and stores it with a failed execution, so **Retry** in the list of
 * executions finds it again. Its key is the node's name.
 */
export class RunMemory {
	private constructor(private readonly stored: Stored) {}

	/** The memory of the current run. What an earlier run of the node left is forgotten. */
	static of(context: IExecuteFunctions): RunMemory {
		const nodeContext = context.getContext('node');
		const run = Number(context.getWorkflowDataProxy(0).$runIndex);
		const known = nodeContext[KEY] as Stored | undefined;
		const isSameRun = known?.run === run;
		const stored: Stored = isSameRun ? known : { ...nothing(run), lastSentAt: known?.lastSentAt };
		stored.attempts++;
		nodeContext[KEY] = stored;
		return new RunMemory(stored);
	}

	get lastSentAt(): number | undefined {
		return this.stored.lastSentAt;
	}

	get attempts(): number {
		return this.stored.attempts;
	}

	noteSent(): void {
		this.stored.lastSentAt = Date.now();
	}

	get acceptedCount(): number {
		return Object.keys(this.stored.recipients).length;
	}

	/** The output that an item had when it was accepted, unless it has another recipient now. */
	acceptedOutput(item: number, recipient?: string): INodeExecutionData[] | undefined {
		const isSame = recipient === undefined || this.stored.recipients[item] === recipient;
		return !isSame
			? undefined
			: this.stored.outputs[item]?.map((json) => ({ json, pairedItem: { item } }));
	}

	accept(item: number, recipient: string, output: INodeExecutionData[]): void {
		this.stored.recipients[item] = recipient;
		this.stored.outputs[item] = output.map(({ json }) => json);
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

	/** Unconfirmed recipients of all other items, or of all. */
	unconfirmedBeside(item?: number): string[] {
		return Object.entries(this.stored.unconfirmed).flatMap(([other, recipients]) =>
			Number(other) === item ? [] : recipients,
		);
	}

	unconfirmedItems(): number[] {
		return Object.keys(this.stored.unconfirmed).map(Number);
	}

	/** After a success, the next run starts again from nothing; the delay since the last message still holds. */
	forget(): void {
		Object.assign(this.stored, nothing(this.stored.run));
	}
}
