import { Execution, type Flight, type NodeContext, type SentItem } from './execution';
import type { Entry, Fate, Skip, Turn } from './turn';

/** What all tries of a run in a process share. */
interface RunState {
	items: Record<number, SentItem>;
	tries: number;
	/** Items that may have been sent. Not stored: a person who retries sends them again, no try does. */
	unconfirmed: Map<number, Entry>;
}

/** By the stored items of a run, or by the input of an agent's call. */
const runs = new WeakMap<object, RunState>();

/** The items of one try of a run, each with its one fate; outputs, errors and hints are read from it. */
export class Ledger {
	readonly entries = new Map<number, Entry>();
	/** The first one in time: with On Error = Stop, it ends the run. */
	firstFailure?: { item: number; error: unknown };
	private readonly flights = new Map<number, Flight>();

	private constructor(
		readonly execution: Execution,
		readonly total: number,
		readonly run: RunState,
	) {}

	/**
	 * The ledger at the beginning of a try. What an earlier run of the node left is forgotten.
	 *
	 * @param run index of the node's run, or the input of an agent's call
	 */
	static begin(context: NodeContext, total: number, run: number | object): Ledger {
		const execution = Execution.of(context);
		const { stored } = execution;
		const isCall = typeof run === 'object';
		if (!isCall && stored.run !== run) Object.assign(stored, { run, items: {} });
		const items = isCall ? {} : stored.items;
		const key = isCall ? run : items;
		const state = runs.get(key) ?? { items, tries: 0, unconfirmed: new Map() };
		runs.set(key, state);
		state.tries++;
		return new Ledger(execution, total, state);
	}

	/** A copy to look ahead with: nothing that is written there is stored. */
	copy(): Ledger {
		const { execution, total, run } = this;
		const items = { ...run.items };
		return new Ledger(new Execution({ ...execution.stored }), total, { ...run, items });
	}

	/** @returns why the item is to be skipped; none where its person is reserved until its fate is written */
	async reserve(item: number, turn: Turn): Promise<Skip | undefined> {
		const isRetry = this.run.items[item]?.unconfirmed?.[turn.person] !== undefined;
		const flight = await this.execution.reserve(turn, isRetry);
		if (typeof flight === 'string') return { reason: flight };
		this.flights.set(item, flight);
		return undefined;
	}

	/** Ends the reservation of an item that has no fate. */
	release(item: number, result?: 'accepted' | 'unconfirmed'): void {
		const flight = this.flights.get(item);
		if (flight) this.execution.settle(flight, result);
		this.flights.delete(item);
	}

	/** Writes what has become of an item. Where it was reserved, that counts in the execution. */
	write(item: number, entry: Entry): void {
		const { fate } = entry;
		const turn = this.flights.get(item)?.turn;
		if (turn) this.keep(item, turn, entry);
		this.release(item, fate.is === 'accepted' || fate.is === 'unconfirmed' ? fate.is : undefined);
		this.entries.set(item, entry);
		const hasFailed = fate.is === 'failed' || fate.is === 'unconfirmed';
		if (hasFailed) this.firstFailure ??= { item, error: fate.error };
	}

	/** That an item was accepted in an earlier attempt, unless it is for another person now. */
	acceptedEarlier(item: number, turn?: Turn): Fate | undefined {
		const { person, output } = this.run.items[item] ?? {};
		const isOther = turn && person !== turn.person;
		return output && !isOther ? { is: 'accepted', output } : undefined;
	}

	/** Whether nothing of the execution was accepted or may have been sent, in earlier runs neither. */
	get hasSentNothing(): boolean {
		return this.execution.messages === 0;
	}

	/** Messages that were accepted in earlier runs of the execution. */
	get acceptedBefore(): number {
		const items = Object.values(this.run.items);
		return this.execution.stored.accepted - items.filter(({ output }) => output).length;
	}

	/** Recipients that an earlier attempt of an item may have reached. */
	unconfirmedOf(item: number): string[] {
		return Object.values(this.run.items[item]?.unconfirmed ?? {});
	}

	/** Recipients that may have been reached, of all items but one: each once, however it is written. */
	unconfirmedBeside(item?: number, inFlight: Turn[] = []): string[] {
		const people: Record<string, string> = {};
		for (const [other, { unconfirmed }] of Object.entries(this.run.items)) {
			if (Number(other) !== item) Object.assign(people, unconfirmed);
		}
		for (const { person, recipient } of inFlight) people[person] = recipient;
		return Object.values(people);
	}

	/** How many items have each fate. Items whose turn has not come have that of an earlier attempt. */
	counts(): Record<'accepted' | 'skipped' | 'failed' | 'notSent', number> {
		const counts = { accepted: 0, skipped: 0, previewed: 0, failed: 0, unconfirmed: 0, notSent: 0 };
		for (let item = 0; item < this.total; item++) {
			const { is } = this.entries.get(item)?.fate ?? this.acceptedEarlier(item) ?? {};
			counts[is ?? (this.unconfirmedOf(item).length > 0 ? 'unconfirmed' : 'notSent')]++;
		}
		const { unconfirmed, failed, ...others } = counts;
		return { ...others, failed: failed + unconfirmed };
	}

	/** After a success, the next run starts from nothing; who was sent to, and when, still counts. */
	forgetRun(): void {
		const { run, execution } = this;
		if (execution.stored.items === run.items) execution.stored.items = {};
		Object.assign(run, { items: {}, tries: 0, unconfirmed: new Map() });
	}

	/** What Retry and the next try need to know. */
	private keep(item: number, { person, recipient }: Turn, entry: Entry): void {
		const { items, unconfirmed } = this.run;
		const { fate } = entry;
		if (fate.is === 'accepted') items[item] = { person, output: fate.output };
		if (fate.is !== 'unconfirmed') return;
		const earlier = items[item];
		items[item] = { ...earlier, unconfirmed: { ...earlier?.unconfirmed, [person]: recipient } };
		unconfirmed.set(item, entry);
	}
}
