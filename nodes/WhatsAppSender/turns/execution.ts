import type { IDataObject } from 'n8n-workflow';
import type { SkipReason, Turn } from './turn';

/** What earlier attempts have done with an item. n8n stores it, so only what Retry needs is kept. */
export interface SentItem {
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
}

/** A message in flight, or about to be. */
export interface Flight {
	turn: Turn;
	/** Whether the item may have been sent to this person before. */
	isRetry: boolean;
	settled: Promise<void>;
	end: () => void;
}

export type NodeContext = { getContext(type: 'node'): IDataObject };

const SEPARATOR = '\n';
/** Messages that a test number gets in an execution. */
const TEST_MESSAGES = 3;

/** By the node's context, which is one object through all runs of the node in a process. */
const executions = new WeakMap<object, Execution>();

/**
 * What the node knows of an execution, in all of its runs. n8n keeps the node's context through Retry On
 * Fail and through all iterations of a loop, and stores it with a failed execution, so **Retry** in the
 * list of executions finds it again; its key is the node's name. What must not be stored (messages in
 * flight) is kept beside it, in this object.
 */
export class Execution {
	/** Items that have reached a person. */
	private readonly counts = new Map<string, number>();
	private readonly flights = new Set<Flight>();

	constructor(readonly stored: Stored) {
		for (const person of stored.people?.split(SEPARATOR) ?? []) this.count(person);
	}

	static of(context: NodeContext): Execution {
		const nodeContext = context.getContext('node');
		const stored = (nodeContext.state ??= { items: {}, accepted: 0, unconfirmed: 0 });
		const execution = executions.get(nodeContext) ?? new Execution(stored as unknown as Stored);
		executions.set(nodeContext, execution);
		return execution;
	}

	/** Messages that were accepted, or may have been sent. */
	get messages(): number {
		return this.stored.accepted + this.stored.unconfirmed;
	}

	/**
	 * Reserves a person until `settle`. Checked and reserved in one step, so that parallel messages
	 * never pass the same check. Waits while a message in flight decides the answer.
	 *
	 * @returns the reservation, or why the item is to be skipped
	 */
	async reserve(turn: Turn, isRetry: boolean): Promise<Flight | SkipReason> {
		const { person, exclusion: { once, max = Infinity, isTest } = {} } = turn;
		const most = isTest ? Math.min(max, TEST_MESSAGES) : max;
		for (;;) {
			// One of them may be the item itself.
			if (once && (this.counts.get(person) ?? 0) > (isRetry ? 1 : 0)) return 'duplicate';
			if (this.messages >= most) return this.messages >= max ? 'maxPerExecution' : 'test';
			const rivals = [...this.flights];
			const isFull = this.messages + rivals.length >= most;
			const rival = once ? rivals.find((other) => other.turn.person === person) : undefined;
			if (!rival && !isFull) break;
			await (rival ? rival.settled : Promise.race(rivals.map(({ settled }) => settled)));
		}
		let end = () => {};
		const settled = new Promise<void>((resolve) => (end = resolve));
		const flight = { turn, isRetry, settled, end };
		this.flights.add(flight);
		return flight;
	}

	/** Ends a reservation. @param result what the message counts as, where it may have been sent */
	settle(flight: Flight, result?: 'accepted' | 'unconfirmed'): void {
		const { stored } = this;
		const { person } = flight.turn;
		if (result) stored[result]++;
		if (result && !(flight.isRetry && this.counts.has(person))) {
			this.count(person);
			stored.people = stored.people === undefined ? person : stored.people + SEPARATOR + person;
		}
		this.flights.delete(flight);
		flight.end();
	}

	private count(person: string): void {
		this.counts.set(person, (this.counts.get(person) ?? 0) + 1);
	}
}
