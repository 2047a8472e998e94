import type { IDataObject } from 'n8n-workflow';

/**
 * An attempt to send the message of an item that the service accepted, or may have received. A rejected message has
 * none. The recipient of an accepted one is in its output.
 */
export type Entry = { person: string } & (
	{ is: 'accepted'; output: IDataObject[] } | { is: 'unconfirmed'; recipient: string }
);

/** What n8n stores of a ledger, as JSON. */
interface StoredLedger {
	/** The attempts of runs that have not ended, by run and item. */
	runs: Record<number, Record<number, Entry[]>>;
	/** Counts the attempts of runs that have ended. `people` has a line per message: the person who may have got it. */
	past: { accepted: number; unconfirmed: number; people?: string };
}

/** Counts texts. */
export class Tally extends Map<string, number> {
	add(text: string): void {
		this.set(text, (this.get(text) ?? 0) + 1);
	}

	/** `2 on the list Unsubscribed, 1 twice`: the most frequent first. */
	override toString(): string {
		const entries = [...this].sort(([, one], [, other]) => other - one);
		return entries.map(([text, count]) => `${count} ${text}`).join(', ');
	}
}

/**
 * Who may have got a message of the node in an execution. Duplicates, the maximum, earlier attempts and all counts
 * are derived from it.
 */
export class Ledger {
	/** Counts the attempts of all runs, so that a rule does not read the whole ledger for each message. */
	private readonly counts: { accepted: number; unconfirmed: number };
	/** Messages by person. Several attempts of an item for one person are one message. */
	private readonly people = new Tally();

	/** @param below of a dry run: what was really sent */
	constructor(
		readonly stored: StoredLedger = { runs: {}, past: { accepted: 0, unconfirmed: 0 } },
		private readonly below?: Ledger,
	) {
		const { runs, past } = stored;
		this.counts = { accepted: past.accepted, unconfirmed: past.unconfirmed };
		for (const person of past.people?.split('\n') ?? []) this.people.add(person);
		for (const [run, items] of Object.entries(runs)) {
			for (const entries of Object.values(items)) {
				for (const [index, entry] of entries.entries()) this.count(entry, entries.slice(0, index));
			}
			// A call of a tool ends with its process.
			if (Number(run) < 0) this.fold(Number(run));
		}
	}

	/** How many messages were accepted, or may have been sent. */
	get messages(): number {
		const { accepted, unconfirmed } = this.counts;
		return accepted + unconfirmed + (this.below?.messages ?? 0);
	}

	/** How many messages a person may have got for other items than this one. */
	messagesTo(person: string, run: number, item: number): number {
		const here = reaches(this.attempts(run, item), person) ? 1 : 0;
		const below = this.below?.messagesTo(person, run, item) ?? 0;
		return (this.people.get(person) ?? 0) - here + below;
	}

	acceptedInOtherRuns(run: number): number {
		const here = this.itemsOf(run)
			.flat()
			.filter(({ is }) => is === 'accepted');
		return this.counts.accepted - here.length;
	}

	/** The attempts of an item, the oldest first; none once its run has ended. */
	attempts(run: number, item: number): Entry[] {
		return this.stored.runs[run]?.[item] ?? [];
	}

	/** The attempts of all items of a run that has not ended. */
	itemsOf(run: number): Entry[][] {
		return Object.values(this.stored.runs[run] ?? {});
	}

	add(run: number, item: number, entry: Entry): void {
		const items = (this.stored.runs[run] ??= {});
		const entries = (items[item] ??= []);
		this.count(entry, entries);
		entries.push(entry);
	}

	/** Ends a run: forgets its items, and keeps who may have got a message. */
	fold(run: number): void {
		const { runs, past } = this.stored;
		for (const entries of this.itemsOf(run)) {
			for (const { is } of entries) past[is]++;
			for (const person of new Set(entries.map((entry) => entry.person))) {
				past.people = past.people === undefined ? person : `${past.people}\n${person}`;
			}
		}
		delete runs[run];
	}

	private count({ is, person }: Entry, earlier: Entry[]): void {
		this.counts[is]++;
		if (!reaches(earlier, person)) this.people.add(person);
	}
}

const reaches = (entries: Entry[], person: string) =>
	entries.some((entry) => entry.person === person);
