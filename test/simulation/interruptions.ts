import type { VirtualTime } from './virtualTime';

/** Something that happens some time after so many requests have arrived. */
export interface Interruption {
	arrivals: number;
	/** Milliseconds. */
	after: number;
	act: () => void;
}

/** What happens to a broadcast from outside. */
export class Interruptions {
	private arrived = 0;
	private planned: Interruption[] = [];

	constructor(
		private readonly time: VirtualTime,
		private readonly isOver: () => boolean,
	) {}

	/** Counts from now on. */
	plan(...planned: Interruption[]): void {
		this.arrived = 0;
		this.planned = planned;
		this.prepare();
	}

	/** A request has arrived. */
	count(): void {
		this.arrived++;
		this.prepare();
	}

	private prepare(): void {
		for (const { arrivals, after, act } of this.planned) {
			const isDue = this.arrived === arrivals;
			if (isDue) void this.time.wait(after).then(() => this.isOver() || act());
		}
	}
}
