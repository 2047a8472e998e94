/** Tasks to run in parallel. */
const PARALLEL = 5;

/** Runs tasks in the order they are added, a few at a time. */
export class Queue {
	private readonly waiting: Array<() => void> = [];
	private running = 0;
	/** The first failure that ends the run, until all of its tasks have ended. */
	private ended?: { error: unknown };

	/**
	 * @param endsRun whether no other task may start once this one has failed
	 * @throws what the task throws, and the failure that has ended the run before
	 */
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
