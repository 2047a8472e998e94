import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { Queue } from './queue';
import { Reservations, type SentMessages } from './reservations';

/** Where the node keeps its state in `getContext('node')`. */
export const STATE_KEY = 'state';

/** What Retry needs: n8n stores it with the execution. */
interface Stored extends SentMessages {
	/** Index of the node's run that the items are about: each iteration of a loop is a run. */
	run?: number;
	/** Accepted items, by index. n8n stores them, so only what their output held is kept. */
	accepted: Record<number, { recipient: string; output: IDataObject[] }>;
	/** Recipients that an unconfirmed attempt may have reached, by item index. */
	unconfirmed: Record<number, string[]>;
	/** Unix milliseconds of the last message of any run. */
	lastSentAt?: number;
	/** What the execution waits for, which the page of Send and Wait for Response asks. */
	question?: unknown;
}

/** What is read once, with the context of the try that has read it. */
type Read = { by: object; value: Promise<unknown>; failed: boolean };

const emptyRun = () => ({ accepted: {}, unconfirmed: {} });

/** By the node's context, which is one object through all runs of the node in a process. */
const states = new WeakMap<object, RunState>();

/**
 * What the node knows in an execution. n8n keeps the node's context through Retry On Fail and
 * through all iterations of a loop, and stores it with a failed execution, so **Retry** in the list
 * of executions finds it again; its key is the node's name. What must not be stored (lists of
 * contacts, messages in flight) is kept beside it, in this object.
 */
export class RunState {
	readonly reservations: Reservations;
	/** How often n8n has begun the run in this process. */
	attempts = 0;
	/** What dry runs have reserved, before this run and now. */
	private dry?: { before: Reservations; now: Reservations };
	private readonly reads = new Map<string, Read>();
	/** Requests of the routing, which starts the items of a run all at once. */
	readonly queue = new Queue();
	/** Unconfirmed recipients by the input of an agent's call, which all attempts of it share. */
	readonly unconfirmedCalls = new WeakMap<object, string[]>();

	private constructor(private readonly stored: Stored) {
		this.reservations = new Reservations(stored);
	}

	static of(context: IExecuteFunctions | IExecuteSingleFunctions): RunState {
		const nodeContext = context.getContext('node');
		const stored = (nodeContext[STATE_KEY] ??= { messages: 0, ...emptyRun() }) as Stored;
		const state = states.get(nodeContext) ?? new RunState(stored);
		states.set(nodeContext, state);
		return state;
	}

	/** The state at the beginning of a try. What an earlier run of the node left is forgotten. */
	static begin(context: IExecuteFunctions): RunState {
		const state = RunState.of(context);
		const run = Number(context.getWorkflowDataProxy(0).$runIndex);
		const isNew = state.stored.run !== run;
		if (isNew) {
			state.forgetRun();
			state.stored.run = run;
		}
		if (state.dry) {
			const before = isNew ? state.dry.now : state.dry.before;
			state.dry = { before, now: before.copy() };
		}
		state.attempts++;
		return state;
	}

	get lastSentAt(): number | undefined {
		return this.stored.lastSentAt;
	}

	/** Whether nothing of the execution was accepted or may have been sent, in earlier runs neither. */
	get hasSentNothing(): boolean {
		return this.stored.messages === 0;
	}

	set question(question: unknown) {
		this.stored.question = question;
	}

	noteSent(): void {
		this.stored.lastSentAt = Date.now();
	}

	/** The output that an item had when it was accepted, unless it has another recipient now. */
	acceptedOutput(item: number, recipient?: string): INodeExecutionData[] | undefined {
		const accepted = this.stored.accepted[item];
		const isOther = recipient !== undefined && accepted?.recipient !== recipient;
		return isOther ? undefined : accepted?.output.map((json) => ({ json, pairedItem: { item } }));
	}

	accept(item: number, recipient: string, output: INodeExecutionData[]): void {
		this.stored.accepted[item] = { recipient, output: output.map(({ json }) => json) };
		delete this.stored.unconfirmed[item];
	}

	noteUnconfirmed(item: number, recipient: string): void {
		this.stored.unconfirmed[item] = [...new Set([...this.unconfirmedOf(item), recipient])];
	}

	unconfirmedOf(item: number): string[] {
		return this.stored.unconfirmed[item] ?? [];
	}

	/** Unconfirmed recipients of all items but one. */
	unconfirmedBeside(item?: number): string[] {
		return Object.entries(this.stored.unconfirmed).flatMap(([other, recipients]) =>
			Number(other) === item ? [] : recipients,
		);
	}

	/** What the items of dry runs reserve among themselves. */
	get dryReservations(): Reservations {
		const before = this.dry?.before ?? this.reservations.copy();
		this.dry ??= { before, now: before.copy() };
		return this.dry.now;
	}

	/**
	 * What `read` returns, read once per execution; where it fails, the next try reads it again.
	 *
	 * @param by the context of the try
	 */
	async readOnce<V>(key: string, by: object, read: () => Promise<V>): Promise<V> {
		const earlier = this.reads.get(key);
		if (earlier && !(earlier.failed && earlier.by !== by)) return (await earlier.value) as V;
		const entry = { by, value: read(), failed: false };
		this.reads.set(key, entry);
		entry.value.catch(() => (entry.failed = true));
		return await entry.value;
	}

	/** After a success, the next run starts from nothing; who was reached, and when, still counts. */
	forgetRun(): void {
		Object.assign(this.stored, emptyRun());
		this.attempts = 0;
	}
}
