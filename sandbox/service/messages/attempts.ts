import { createHash } from 'node:crypto';

const REMEMBERED = 20_000;

/** Counts how often the same text has been sent to the same recipient. */
export class Attempts {
	private readonly counts = new Map<string, number>();

	/** @returns 1 for the first time */
	next(recipient: string, text: string): number {
		const key = createHash('sha256').update(JSON.stringify([recipient, text])).digest('base64');
		const count = (this.counts.get(key) ?? 0) + 1;
		this.counts.set(key, count);
		if (this.counts.size > REMEMBERED) this.counts.delete(this.counts.keys().next().value as string);
		return count;
	}

	clear(): void {
		this.counts.clear();
	}
}
