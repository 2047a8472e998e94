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

/** Calls `read` once, and returns the same value from then on. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
	let value: Promise<T> | undefined;
	return async () => await (value ??= read());
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
