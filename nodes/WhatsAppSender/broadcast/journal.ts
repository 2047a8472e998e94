import type { Execution, RecordKind, RunKey, Tries } from './execution';
import { planOf, type Entry, type Outcome } from './outcome';
import { SentRecord } from './record';
import type { Pending } from './sender';

/** The outcomes of one try of a run, one for each item. Outputs, errors and hints are made from it. */
export class Journal {
	readonly entries = new Map<number, Entry>();
	/** Ends the run if On Error is Stop Workflow. */
	firstFailure?: { item: number; error: unknown };
	/** Sentences for the hints of the try. */
	readonly notes = new Set<string>();
	/** A dry run works on a copy, which also counts what earlier dry runs would send. */
	readonly record: SentRecord;
	readonly tries: Tries;

	/** Starts the try. */
	constructor(
		readonly execution: Execution,
		private readonly key: RunKey,
		readonly total: number,
		private readonly kind: RecordKind,
		readonly isDryRun: boolean,
	) {
		this.record = execution.recordOf(kind);
		this.tries = execution.beginTry(key, kind);
		if (!isDryRun) return;
		this.record = new SentRecord({ ...this.record.stored });
		execution.dryRuns.entries.delete(key);
		for (const entry of this.dryRunEntries) this.tallyPlan(entry);
		execution.dryRuns.entries.set(key, []);
	}

	/** The items of all dry runs of the execution. */
	get dryRunEntries(): Entry[] {
		return [...this.execution.dryRuns.entries.values()].flat();
	}

	/** Messages that were accepted in earlier runs of the execution. */
	get acceptedInOtherRuns(): number {
		const items = Object.values(this.tries.items);
		const here = items.flatMap(({ accepted = {} }) => Object.keys(accepted)).length;
		return this.record.stored.accepted - here;
	}

	/** How many messages a person may have got for other items. */
	messagesForOthers(item: number, { person }: Pending): number {
		const forThisItem = this.mayHaveReached(item, person) ? 1 : 0;
		return this.record.messagesTo(person) - forThisItem;
	}

	/** Records what Retry and the next try need to know about a message that was sent. */
	recordSent(item: number, entry: Entry & { pending: Pending }): void {
		const { outcome, pending } = entry;
		if (outcome.is !== 'accepted' && outcome.is !== 'unconfirmed') return;
		const { items, unconfirmed } = this.tries;
		const { person, recipient } = pending;
		this.record.addToTally(person, outcome.is, this.mayHaveReached(item, person));
		const earlier = items[item];
		if (outcome.is === 'accepted') {
			items[item] = { ...earlier, accepted: { ...earlier?.accepted, [person]: outcome.output } };
			delete items[item].unconfirmed?.[person];
			return;
		}
		items[item] = { ...earlier, unconfirmed: { ...earlier?.unconfirmed, [person]: recipient } };
		unconfirmed.set(item, entry);
	}

	/** Records the one outcome of an item. */
	recordOutcome(item: number, entry: Entry): void {
		const { outcome } = entry;
		this.entries.set(item, entry);
		if (this.isDryRun && outcome.is !== 'accepted') {
			this.execution.dryRuns.entries.get(this.key)?.push(entry);
			this.tallyPlan(entry);
		} else if ('error' in outcome) {
			this.firstFailure ??= { item, error: outcome.error };
		}
	}

	/**
	 * @param pending undefined if the recipient cannot be read; then an attempt for any person counts
	 * @returns the outcome of an earlier attempt that the service accepted
	 */
	acceptedBefore(item: number, pending?: Pending): Outcome | undefined {
		const { accepted = {} } = this.tries.items[item] ?? {};
		const person = pending?.person ?? Object.keys(accepted).at(-1) ?? '';
		// A person may be named like a property that every object has, e.g. `constructor`.
		if (!Object.hasOwn(accepted, person)) return undefined;
		return { is: 'accepted', output: accepted[person] };
	}

	/** Recipients that earlier attempts of an item may have reached, except the one that its error names. */
	recipientsOfAttempts(item: number, { outcome, pending }: Partial<Entry> = {}): string[] {
		const { unconfirmed = {} } = this.tries.items[item] ?? {};
		const named = outcome?.is === 'unconfirmed' ? pending?.recipient : undefined;
		return Object.values(unconfirmed).filter((recipient) => recipient !== named);
	}

	/**
	 * Recipients that may have been reached. Several writings of a person count once.
	 *
	 * @param inFlight the message that has no response yet
	 */
	unconfirmedRecipients(inFlight?: Pending): string[] {
		const people: Record<string, string> = {};
		for (const { unconfirmed } of Object.values(this.tries.items)) {
			Object.assign(people, unconfirmed);
		}
		if (inFlight) people[inFlight.person] = inFlight.recipient;
		return Object.values(people);
	}

	/** Counts the items by outcome. For an item that this try has not reached, the earlier outcome counts. */
	counts(): Record<'accepted' | 'skipped' | 'failed' | 'notSent', number> {
		const counts = { accepted: 0, skipped: 0, planned: 0, failed: 0, unconfirmed: 0, notSent: 0 };
		for (let item = 0; item < this.total; item++) {
			const { is } = this.entries.get(item)?.outcome ?? this.acceptedBefore(item) ?? {};
			counts[is ?? (this.tries.items[item]?.unconfirmed ? 'unconfirmed' : 'notSent')]++;
		}
		const { unconfirmed, failed, ...others } = counts;
		return { ...others, failed: failed + unconfirmed };
	}

	/** Forgets the items after a success, so that the next run sends all of its own. */
	forget(): void {
		this.execution.forget(this.key, this.kind);
	}

	private mayHaveReached(item: number, person: string): boolean {
		return Object.hasOwn(this.tries.items[item]?.unconfirmed ?? {}, person);
	}

	private tallyPlan({ outcome, pending }: Entry): void {
		if (planOf(outcome) && pending) this.record.addToTally(pending.person, 'accepted');
	}
}
