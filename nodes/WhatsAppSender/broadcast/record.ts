import type { IDataObject } from 'n8n-workflow';

/** What earlier attempts have done with an item. */
export interface SentItem {
	/** Its output, by the person that it was accepted for: Retry may name another one. */
	accepted?: Record<string, IDataObject[]>;
	/** Recipients that unconfirmed attempts may have reached, by person. */
	unconfirmed?: Record<string, string>;
}

/** What n8n stores with the execution: only what Retry needs. */
export interface StoredRecord {
	/** Index of the node's run that the items belong to: each iteration of a loop is a run. */
	run?: number;
	items: Record<number, SentItem>;
	/** Messages of the execution. */
	accepted: number;
	unconfirmed: number;
	/** Who may have got them, a line for each message: 14 bytes a phone number. */
	people?: string;
	/** Unix milliseconds of the last message of any run. */
	lastSentAt?: number;
	/** Unix milliseconds until which the service wants no message (`Retry-After`). */
	notBefore?: number;
}

/** The messages that the node has sent in an execution. */
export class SentRecord {
	private readonly people: Map<string, number>;

	constructor(readonly stored: StoredRecord) {
		this.people = countsOf(stored.people?.split('\n') ?? []);
	}

	/** Messages that were accepted, or may have been sent. */
	get messages(): number {
		return this.stored.accepted + this.stored.unconfirmed;
	}

	/** How many messages a person may have got. */
	messagesTo = (person: string): number => this.people.get(person) ?? 0;

	/** @param isCounted whether an earlier attempt of the same item has counted the person */
	addToTally(person: string, as: 'accepted' | 'unconfirmed', isCounted = false): void {
		const { stored, people } = this;
		stored[as]++;
		if (isCounted) return;
		people.set(person, this.messagesTo(person) + 1);
		stored.people = stored.people === undefined ? person : `${stored.people}\n${person}`;
	}
}

/** How often there is each text. */
export function countsOf(texts: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}
