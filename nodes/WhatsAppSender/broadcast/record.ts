import type { IDataObject } from 'n8n-workflow';

/** What n8n stores about an item that earlier attempts have sent. */
export interface SentItem {
	/** The item's output by person, because in a retry the item may name another person. */
	accepted?: Record<string, IDataObject[]>;
	/** Recipients that unconfirmed attempts may have reached, by person. */
	unconfirmed?: Record<string, string>;
}

/** What n8n stores with the execution, for Retry. */
export interface StoredRecord {
	/** Index of the run that the items belong to: each iteration of a loop is a run of the node. */
	run?: number;
	items: Record<number, SentItem>;
	/** How many messages of the execution the service accepted. */
	accepted: number;
	/** How many others may have been sent. */
	unconfirmed: number;
	/** The people who may have got these messages, one line per message: 14 bytes for a phone number. */
	people?: string;
	/** When the last message of any run ended, in Unix milliseconds. */
	lastSentAt?: number;
	/** When the service accepts messages again (`Retry-After`), in Unix milliseconds. */
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

/** How often each text occurs. */
export function countsOf(texts: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}
