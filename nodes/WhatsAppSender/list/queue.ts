import type { IExecuteSingleFunctions } from 'n8n-workflow';

/** Tasks to run in parallel. */
const PARALLEL = 5;

/** Runs tasks in the order they are added, a few at a time. */
class Queue {
	private readonly waiting: Array<() => void> = [];
	private running = 0;
	/** The first failure that ends the run, until all of its tasks have ended. */
	private ended?: { error: unknown };

	/** @param endsRun whether no other task may start once this one has failed */
	async add<T>(task: () => Promise<T>, endsRun: boolean): Promise<T> {
		if (this.running >= PARALLEL) await new Promise<void>((start) => this.waiting.push(start));
		else this.running++;
		try {
			if (this.ended) throw this.ended.error;
			return await task();
		} catch (error) {
			throw endsRun ? this.end(error) : error;
		} finally {
			this.startNext();
		}
	}

	private end(error: unknown): unknown {
		this.ended ??= { error };
		return error;
	}

	private startNext(): void {
		const next = this.waiting.shift();
		if (next) return next();
		this.running--;
		if (this.running === 0) this.ended = undefined;
	}
}

const queues = new WeakMap<object, Queue>();

/** The queue of the node: its context is one object for all items of a run, which begin all at once. */
export function queueOf(context: IExecuteSingleFunctions): Queue {
	const key = context.getContext('node');
	const queue = queues.get(key) ?? new Queue();
	queues.set(key, queue);
	return queue;
}
