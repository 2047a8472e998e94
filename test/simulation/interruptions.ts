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

	constructor(private readonly time: VirtualTime) {}

	/** In place of all others, counted from now on. */
	plan(...planned: Interruption[]): void {
		this.planned = planned;
		this.arrived = -1;
		this.count();
	}

	/** Another request has arrived. */
	count(): void {
		this.arrived++;
		for (const { arrivals, after, act } of this.planned) {
			if (this.arrived === arrivals) void this.time.wait(after).then(act);
		}
	}
}
