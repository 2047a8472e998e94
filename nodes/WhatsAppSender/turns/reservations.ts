import type { SkipReason } from './steps';

/** What the node has sent in an execution, as n8n stores it. */
export interface Reached {
	/** Messages that were accepted, or may have been sent. */
	messages: number;
	/** Their recipients as one text: 14 bytes a phone number. */
	reached?: string;
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
export interface Reservation {
	key?: string;
	settled: Promise<void>;
	settle: () => void;
}

const SEPARATOR = '\n';

/** Who has been reached in an execution, and who is just being reached. */
export class Reservations {
	private readonly keys: Set<string>;
	private readonly inFlight = new Set<Reservation>();

	constructor(private readonly stored: Reached) {
		this.keys = new Set(stored.reached?.split(SEPARATOR));
	}

	/**
	 * Reserves a recipient until `settle`. Checked and reserved in one step, so that parallel
	 * messages never pass the same check. Waits while a message in flight decides the answer.
	 *
	 * @returns the reservation, or why the item is to be skipped
	 */
	async reserve({ key, once, max = Infinity, isRetry }: Claim): Promise<Reservation | SkipReason> {
		for (;;) {
			if (once && !isRetry && key !== undefined && this.keys.has(key)) return 'duplicate';
			if (this.stored.messages >= max) return 'maxPerExecution';
			const rivals = [...this.inFlight];
			const isFull = this.stored.messages + rivals.length >= max;
			const rival = once ? rivals.find((other) => other.key === key) : undefined;
			if (!rival && !isFull) return this.add(key);
			await (rival ? rival.settled : Promise.race(rivals.map(({ settled }) => settled)));
		}
	}

	/** The same, for a preview: what it reserves is not stored. */
	copy(): Reservations {
		return new Reservations({ ...this.stored });
	}

	/** Ends a reservation; `isReached` where the message was accepted, or may have been sent. */
	settle(reservation: Reservation, isReached: boolean): void {
		if (isReached) this.note(reservation.key);
		this.inFlight.delete(reservation);
		reservation.settle();
	}

	private add(key?: string): Reservation {
		let settle = () => {};
		const settled = new Promise<void>((resolve) => (settle = resolve));
		const reservation = { key, settled, settle };
		this.inFlight.add(reservation);
		return reservation;
	}

	private note(key?: string): void {
		this.stored.messages++;
		if (key === undefined || this.keys.has(key)) return;
		this.keys.add(key);
		const { reached } = this.stored;
		this.stored.reached = reached === undefined ? key : reached + SEPARATOR + key;
	}
}
