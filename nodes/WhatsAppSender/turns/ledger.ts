import type { Execution, RunKey, RunMemory, SentRecord } from './execution';
import { earlierAttempt } from './hints';
import type { ItemResult, Result } from './result';
import type { PendingMessage } from './sender';
import type { Exclusion, SkipReason } from './skip';

/** Messages that a test number gets in an execution. */
const TEST_MESSAGES = 3;

/** The items of one try of a run, each with its one result; outputs, errors and hints are read from it. */
export class Ledger {
	readonly results = new Map<number, ItemResult>();
	/** The first one in time: with On Error = Stop, it ends the run. */
	firstFailure?: { item: number; error: unknown };
	isDryRun = false;
	record: SentRecord;
	private people: Map<string, number>;
	readonly memory: RunMemory;

	constructor(
		readonly execution: Execution,
		private readonly key: RunKey,
		readonly total: number,
	) {
		this.record = execution.record;
		this.people = execution.people;
		this.memory = execution.beginTry(key);
	}

	/** Messages that were accepted in earlier runs of the execution. */
	get acceptedBefore(): number {
		const items = Object.values(this.memory.items);
		return (
			this.record.accepted - items.flatMap(({ accepted = {} }) => Object.keys(accepted)).length
		);
	}

	/** Messages of the execution that were accepted, or may have been sent. */
	get messages(): number {
		return this.record.accepted + this.record.unconfirmed;
	}

	/** A dry run counts on a copy of the sent record, on from the other dry runs of the execution. */
	simulate(): void {
		const { execution, key } = this;
		this.isDryRun = true;
		this.record = { ...execution.record };
		this.people = new Map(execution.people);
		execution.previews.delete(key);
		for (const preview of [...execution.previews.values()].flat()) this.countPlanned(preview);
		execution.previews.set(key, []);
	}

	/** The items of all dry runs of the execution. */
	get previews(): ItemResult[] {
		return [...this.execution.previews.values()].flat();
	}

	/** @returns why the item is not sent, by what was sent before */
	skipReason(
		item: number,
		pending: PendingMessage,
		{ once, max = Infinity }: Partial<Exclusion> = {},
		isTest = false,
	): SkipReason | undefined {
		const sent = this.people.get(pending.person) ?? 0;
		// One of them may be the item itself.
		if (once && sent > (this.mayHaveReached(item, pending) ? 1 : 0)) return 'duplicate';
		if (this.messages >= max) return 'maxPerExecution';
		return isTest && this.messages >= TEST_MESSAGES ? 'test' : undefined;
	}

	/** Keeps what Retry and the next try need to know of a message that was sent. */
	keep(item: number, sent: ItemResult & { pending: PendingMessage }): void {
		const { result, pending } = sent;
		if (result.is !== 'accepted' && result.is !== 'unconfirmed') return;
		const { items, unconfirmed } = this.memory;
		const { person, recipient } = pending;
		this.count(pending, result.is, this.mayHaveReached(item, pending));
		const earlier = items[item];
		if (result.is === 'accepted') {
			items[item] = { accepted: { ...earlier?.accepted, [person]: result.output } };
			return;
		}
		items[item] = { ...earlier, unconfirmed: { ...earlier?.unconfirmed, [person]: recipient } };
		unconfirmed.set(item, sent);
	}

	/** Writes the one result of an item. */
	write(item: number, entry: ItemResult): void {
		const { result } = entry;
		this.results.set(item, entry);
		if (this.isDryRun && result.is !== 'accepted') {
			this.execution.previews.get(this.key)?.push(entry);
			this.countPlanned(entry);
		} else if ('error' in result) {
			this.firstFailure ??= { item, error: result.error };
		}
	}

	/** That an item was accepted in an earlier attempt, for the person that it is for now. */
	acceptedEarlier(item: number, pending?: PendingMessage): Result | undefined {
		const { accepted = {} } = this.memory.items[item] ?? {};
		const person = pending?.person ?? Object.keys(accepted).at(-1) ?? '';
		// A contact may be called like what every object has: `constructor`.
		if (!Object.hasOwn(accepted, person)) return undefined;
		return { is: 'accepted', output: accepted[person] };
	}

	/** About recipients that an earlier attempt of an item may have reached, but for the one that its error names. */
	warningOf(item: number, { result, pending }: Partial<ItemResult> = {}): string | undefined {
		const { unconfirmed } = this.memory.items[item] ?? {};
		if (!unconfirmed) return undefined;
		const named = result?.is === 'unconfirmed' ? pending?.recipient : undefined;
		return earlierAttempt(Object.values(unconfirmed).filter((recipient) => recipient !== named));
	}

	/**
	 * Recipients that may have been reached, each once, however it is written.
	 *
	 * @param except an item that is left out
	 * @param inFlight whose message has no response yet
	 */
	allUnconfirmed(except?: number, inFlight?: PendingMessage): string[] {
		const people: Record<string, string> = {};
		for (const [item, { unconfirmed }] of Object.entries(this.memory.items)) {
			if (Number(item) !== except) Object.assign(people, unconfirmed);
		}
		if (inFlight) people[inFlight.person] = inFlight.recipient;
		return Object.values(people);
	}

	/** How many items have each result. Items whose turn has not come have that of an earlier attempt. */
	counts(): Record<'accepted' | 'skipped' | 'failed' | 'notSent', number> {
		const counts = { accepted: 0, skipped: 0, planned: 0, failed: 0, unconfirmed: 0, notSent: 0 };
		for (let item = 0; item < this.total; item++) {
			const { is } = this.results.get(item)?.result ?? this.acceptedEarlier(item) ?? {};
			counts[is ?? (this.memory.items[item]?.unconfirmed ? 'unconfirmed' : 'notSent')]++;
		}
		const { unconfirmed, failed, ...others } = counts;
		return { ...others, failed: failed + unconfirmed };
	}

	/** After a success, the next run starts from nothing. */
	forget(): void {
		this.execution.forget(this.key);
	}

	private mayHaveReached(item: number, { person }: PendingMessage): boolean {
		return Object.hasOwn(this.memory.items[item]?.unconfirmed ?? {}, person);
	}

	private countPlanned({ result, pending }: ItemResult): void {
		if (result.is === 'planned' && pending) this.count(pending, 'accepted');
	}

	/** @param isCounted whether an earlier attempt of the item has counted the person */
	private count(
		{ person }: PendingMessage,
		as: 'accepted' | 'unconfirmed',
		isCounted = false,
	): void {
		const { record } = this;
		record[as]++;
		if (isCounted) return;
		this.people.set(person, (this.people.get(person) ?? 0) + 1);
		record.people = record.people === undefined ? person : `${record.people}\n${person}`;
	}
}
