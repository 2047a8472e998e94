import type { SkipReason } from './steps';

/** What the node has sent in an execution, as n8n stores it. */
export interface SentMessages {
	/** Messages that were accepted, or may have been sent. */
	messages: number;
	/** Their recipients as one text, once for each item: 14 bytes a phone number. */
	recipients?: string;
}

/** What an item asks for before its message may start. */
export interface Claim {
	/** What tells one recipient from another; none where recipients are not counted. */
	key?: string;
	/** Whether the recipient may be reached once only. */
	once?: boolean;
	/** Messages that the execution may send. */
	max?: number;
	/** Whether an earlier attempt of the same item may have reached the recipient. */
	isRetry?: boolean;
}

/** A message in flight. */
export interface Reservation extends Claim {
	settled: Promise<void>;
	settle: () => void;
}

const SEPARATOR = '\n';

/** Who has been reached in an execution, and who is just being reached. */
export class Reservations {
	/** Items that have reached a recipient, by its key. */
	private readonly counts = new Map<string, number>();
	private readonly inFlight = new Set<Reservation>();

	constructor(private readonly stored: SentMessages) {
		for (const key of stored.recipients?.split(SEPARATOR) ?? []) this.count(key);
	}

	/**
	 * Reserves a recipient until `settle`. Checked and reserved in one step, so that parallel
	 * messages never pass the same check. Waits while a message in flight decides the answer.
	 *
	 * @returns the reservation, or why the item is to be skipped
	 */
	async reserve(claim: Claim): Promise<Reservation | SkipReason> {
		const { key = '', once, max = Infinity, isRetry } = claim;
		for (;;) {
			// One of them may be the item itself.
			if (once && (this.counts.get(key) ?? 0) > (isRetry ? 1 : 0)) return 'duplicate';
			if (this.stored.messages >= max) return 'maxPerExecution';
			const rivals = [...this.inFlight];
			const isFull = this.stored.messages + rivals.length >= max;
			const rival = once ? rivals.find((other) => other.key === key) : undefined;
			if (!rival && !isFull) return this.add(claim);
			await (rival ? rival.settled : Promise.race(rivals.map(({ settled }) => settled)));
		}
	}

	/** The same, for a preview: what it reserves is not stored. */
	copy(): Reservations {
		return new Reservations({ ...this.stored });
	}

	/** Ends a reservation; `isReached` where the message was accepted, or may have been sent. */
	settle(reservation: Reservation, isReached: boolean): void {
		if (isReached) this.note(reservation);
		this.inFlight.delete(reservation);
		reservation.settle();
	}

	private add(claim: Claim): Reservation {
		let settle = () => {};
		const settled = new Promise<void>((resolve) => (settle = resolve));
		const reservation = { ...claim, settled, settle };
		this.inFlight.add(reservation);
		return reservation;
	}

	private count(key: string): void {
		this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
	}

	private note({ key, isRetry }: Claim): void {
		this.stored.messages++;
		if (key === undefined || (isRetry && this.counts.has(key))) return;
		this.count(key);
		const { recipients } = this.stored;
		this.stored.recipients = recipients === undefined ? key : recipients + SEPARATOR + key;
	}
}
