/** What was started, to be ended last first. */
export class Stops {
	private readonly tasks: Array<() => unknown> = [];
	private running: Promise<void> | undefined;

	/** Adds something to end; ends it at once when everything else is being ended already. */
	async add(task: () => unknown): Promise<void> {
		if (this.running) await task();
		else this.tasks.unshift(task);
	}

	/**
	 * Ends everything. Later calls wait for the first.
	 *
	 * @throws the first error, once everything has been tried
	 */
	async run(): Promise<void> {
		await (this.running ??= this.endAll());
	}

	private async endAll(): Promise<void> {
		const errors: unknown[] = [];
		for (const task of this.tasks) {
			await Promise.resolve()
				.then(task)
				.catch((error) => errors.push(error));
		}
		if (errors.length > 0) throw errors[0];
	}
}
