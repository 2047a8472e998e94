import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { SkipReason, Turn } from './turn';

/** Where the node keeps its state in `getContext('node')`. */
export const STATE_KEY = 'state';

/** What earlier attempts have done with an item. n8n stores it, so only what Retry needs is kept. */
interface SentItem {
	/** Who it was accepted for, and its output. */
	person?: string;
	output?: IDataObject[];
	/** Recipients that unconfirmed attempts may have reached, by person. */
	unconfirmed?: Record<string, string>;
}

/** What n8n stores with the execution. */
interface Stored {
	/** Index of the node's run that the items are about: each iteration of a loop is a run. */
	run?: number;
	items: Record<number, SentItem>;
	/** Messages of the execution. */
	accepted: number;
	unconfirmed: number;
	/** Who has been sent to as one text, once for each item: 14 bytes a phone number. */
	people?: string;
	/** Unix milliseconds of the last message of any run. */
	lastSentAt?: number;
	/** What the execution waits for, which the page of Send and Wait for Response asks. */
	question?: unknown;
}

/** The items of one run, and how often n8n has begun it in this process. */
interface Run {
	items: Record<number, SentItem>;
	attempts: number;
}

/** A message in flight, or about to be. */
export interface Reservation {
	item: number;
	recipient: string;
	person?: string;
	isRetry: boolean;
	settled: Promise<void>;
	end: () => void;
}

type NodeContext = { getContext(type: 'node'): IDataObject };

const SEPARATOR = '\n';

/** By the node's context, which is one object through all runs of the node in a process. */
const states = new WeakMap<object, RunState>();
/** By the input of a call, which all attempts of it share. */
const calls = new WeakMap<object, Run>();

/**
 * What the node knows in an execution: what was sent, and what is in flight. n8n keeps the node's
 * context through Retry On Fail and through all iterations of a loop, and stores it with a failed
 * execution, so **Retry** in the list of executions finds it again; its key is the node's name. What
 * must not be stored (messages in flight) is kept beside it, in this object.
 */
export class RunState {
	/** Items that have reached a person. */
	private readonly counts = new Map<string, number>();
	private readonly inFlight = new Set<Reservation>();

	private constructor(
		private readonly stored: Stored,
		private run: Run = { items: stored.items, attempts: 0 },
	) {
		for (const person of stored.people?.split(SEPARATOR) ?? []) this.count(person);
	}

	static of(context: NodeContext): RunState {
		const nodeContext = context.getContext('node');
		const stored = (nodeContext[STATE_KEY] ??= { items: {}, accepted: 0, unconfirmed: 0 });
		const state = states.get(nodeContext) ?? new RunState(stored as unknown as Stored);
		states.set(nodeContext, state);
		return state;
	}

	/**
	 * The state at the beginning of a try. What an earlier run of the node left is forgotten.
	 *
	 * @param run index of the node's run, or the input of an agent's call
	 */
	static begin(context: NodeContext, run: number | object): RunState {
		let state = RunState.of(context);
		if (typeof run === 'object') {
			state = state.with(calls.get(run) ?? { items: {}, attempts: 0 });
			calls.set(run, state.run);
		} else if (state.stored.run !== run) {
			state.forgetRun();
			state.stored.run = run;
		}
		state.run.attempts++;
		return state;
	}

	/** A copy for a preview: what it reserves is neither stored nor sent. */
	simulation(): RunState {
		return new RunState({ ...this.stored, items: { ...this.run.items } });
	}

	get attempts(): number {
		return this.run.attempts;
	}

	/** Whether nothing of the execution was accepted or may have been sent, in earlier runs neither. */
	get hasSentNothing(): boolean {
		return this.messages === 0;
	}

	/** Messages that were accepted in earlier runs of the execution. */
	get acceptedBefore(): number {
		const items = Object.values(this.run.items);
		return this.stored.accepted - items.filter(({ output }) => output).length;
	}

	get lastSentAt(): number | undefined {
		return this.stored.lastSentAt;
	}

	set lastSentAt(millis: number) {
		this.stored.lastSentAt = millis;
	}

	set question(question: unknown) {
		this.stored.question = question;
	}

	/** The output that an item had when it was accepted, unless it is for another person now. */
	acceptedOutput(item: number, turn?: Turn): INodeExecutionData[] | undefined {
		const { person, output } = this.run.items[item] ?? {};
		const isOther = turn && person !== personOf(turn);
		return isOther ? undefined : output?.map((json) => ({ json, pairedItem: { item } }));
	}

	/** Recipients that an earlier attempt of an item may have reached. */
	unconfirmedOf(item: number): string[] {
		return Object.values(this.run.items[item]?.unconfirmed ?? {});
	}

	/**
	 * Recipients that earlier attempts may have reached, of all items but one: each once, however it is written.
	 *
	 * @param inFlight whose messages may reach them now
	 */
	unconfirmedBeside(item?: number, inFlight: Turn[] = []): string[] {
		const people: Record<string, string> = {};
		for (const [other, { unconfirmed }] of Object.entries(this.run.items)) {
			if (Number(other) !== item) Object.assign(people, unconfirmed);
		}
		for (const turn of inFlight) people[personOf(turn)] = turn.recipient;
		return Object.values(people);
	}

	/**
	 * Reserves a person until `settle`. Checked and reserved in one step, so that parallel messages
	 * never pass the same check. Waits while a message in flight decides the answer.
	 *
	 * @returns the reservation, or why the item is to be skipped
	 */
	async reserve(item: number, turn: Turn): Promise<Reservation | SkipReason> {
		const { recipient, person, exclusion: { once, max = Infinity } = {} } = turn;
		const isRetry = this.run.items[item]?.unconfirmed?.[personOf(turn)] !== undefined;
		for (;;) {
			// One of them may be the item itself.
			if (once && (this.counts.get(person ?? '') ?? 0) > (isRetry ? 1 : 0)) return 'duplicate';
			if (this.messages >= max) return 'maxPerExecution';
			const rivals = [...this.inFlight];
			const isFull = this.messages + rivals.length >= max;
			const rival = once ? rivals.find((other) => other.person === person) : undefined;
			if (!rival && !isFull) return this.add({ item, recipient, person, isRetry });
			await (rival ? rival.settled : Promise.race(rivals.map(({ settled }) => settled)));
		}
	}

	/** Ends a reservation: writes down all that is known of its message. */
	settle(
		reservation: Reservation,
		result: 'accepted' | 'unconfirmed' | 'notSent',
		output: INodeExecutionData[] = [],
	): void {
		const { item, recipient } = reservation;
		const { items } = this.run;
		const person = personOf(reservation);
		if (result === 'accepted') {
			items[item] = { person, output: output.map(({ json }) => json) };
		} else if (result === 'unconfirmed') {
			const earlier = items[item];
			items[item] = { ...earlier, unconfirmed: { ...earlier?.unconfirmed, [person]: recipient } };
		}
		if (result !== 'notSent') {
			this.stored[result]++;
			this.note(reservation);
		}
		this.inFlight.delete(reservation);
		reservation.end();
	}

	/** After a success, the next run starts from nothing; who was sent to, and when, still counts. */
	forgetRun(): void {
		const items = {};
		if (this.run.items === this.stored.items) this.stored.items = items;
		Object.assign(this.run, { items, attempts: 0 });
	}

	private get messages(): number {
		return this.stored.accepted + this.stored.unconfirmed;
	}

	/** The same execution, with the items of another run. */
	private with(run: Run): RunState {
		return Object.assign(Object.create(RunState.prototype), this, { run });
	}

	private add(claim: Omit<Reservation, 'settled' | 'end'>): Reservation {
		let end = () => {};
		const settled = new Promise<void>((resolve) => (end = resolve));
		const reservation = { ...claim, settled, end };
		this.inFlight.add(reservation);
		return reservation;
	}

	private count(person: string): void {
		this.counts.set(person, (this.counts.get(person) ?? 0) + 1);
	}

	private note({ person, isRetry }: Reservation): void {
		if (person === undefined || (isRetry && this.counts.has(person))) return;
		this.count(person);
		const { people } = this.stored;
		this.stored.people = people === undefined ? person : people + SEPARATOR + person;
	}
}

/** Who an item is for: whom a retry knows it by. */
const personOf = ({ recipient, person = recipient }: Pick<Turn, 'recipient' | 'person'>) => person;
