import { sleep } from 'n8n-workflow';

/** The longest time for which the node may block n8n's event loop. */
const LONGEST_BLOCK_MS = 5;

/** @returns a function to call after each step of long work, which lets n8n do other work */
export function yielder(): () => Promise<void> {
	let last = Date.now();
	return async () => {
		if (Date.now() - last <= LONGEST_BLOCK_MS) return;
		await sleep(0);
		last = Date.now();
	};
}

/** Does long work in steps, and lets n8n do other work between them. */
export async function runInSteps<T>(
	steps: Iterable<T>,
	work: (step: T) => void = () => {},
): Promise<void> {
	const yieldToOthers = yielder();
	for (const step of steps) {
		work(step);
		await yieldToOthers();
	}
}

/** The longest time that a timer takes: 24 days. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Waits for some milliseconds, or until the signal aborts: n8n's own sleep cannot be stopped. */
export async function pause(millis: number, signal?: AbortSignal): Promise<void> {
	let end = () => {};
	const aborted = new Promise<void>((resolve) => (end = resolve));
	signal?.addEventListener('abort', end);
	for (let left = millis; left > 0 && !signal?.aborted; left -= LONGEST_TIMER_MS) {
		await Promise.race([sleep(Math.min(left, LONGEST_TIMER_MS)), aborted]);
	}
	signal?.removeEventListener('abort', end);
}

/** Runs one task after the other. A task that fails does not stop the next one. */
export class Queue {
	private last: Promise<unknown> = Promise.resolve();

	async run<T>(task: () => Promise<T>): Promise<T> {
		const result = this.last.then(task);
		this.last = result.catch(() => {});
		return await result;
	}
}

/** Remembers the results of reads by key. Forgets a failed one, so that the next caller reads again. */
export class PromiseCache<T> {
	private readonly known = new Map<string, { result: Promise<T>; until: number }>();

	/** @param maxAgeMs how long a result is remembered, from the start of its read */
	constructor(private readonly maxAgeMs = Infinity) {}

	async get(key: string, read: () => Promise<T>): Promise<T> {
		const now = Date.now();
		for (const [other, { until }] of this.known) if (until <= now) this.known.delete(other);
		const known = this.known.get(key);
		if (known) return await known.result;
		const result = read();
		this.known.set(key, { result, until: now + this.maxAgeMs });
		result.catch(() => this.known.delete(key));
		return await result;
	}
}

/** Calls `read` once, and returns the same value from then on. A failed read is repeated. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
	const cache = new PromiseCache<T>();
	return async () => await cache.get('', read);
}
