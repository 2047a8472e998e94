import type { IExecuteSingleFunctions } from 'n8n-workflow';

/** Runs tasks in the order they are added, at most `size` at a time. */
class Queue {
	private readonly waiting: Array<() => void> = [];
	private running = 0;

	constructor(private readonly size: number) {}

	async add<T>(task: () => Promise<T>): Promise<T> {
		if (this.running >= this.size) await new Promise<void>((start) => this.waiting.push(start));
		else this.running++;
		try {
			return await task();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.running--;
		}
	}
}

/** By the execution data, an object of the engine's that all items of a run share. */
const queues = new WeakMap<object, Queue>();

/** Requests of the routing to run in parallel. */
const PARALLEL = 5;

/** Runs a task of one item when its turn comes: the routing starts the items of a run all at once. */
export async function inTurn<T>(
	context: IExecuteSingleFunctions,
	task: () => Promise<T>,
): Promise<T> {
	const run = context.getExecuteData();
	const queue = queues.get(run) ?? new Queue(PARALLEL);
	queues.set(run, queue);
	return await queue.add(task);
}
