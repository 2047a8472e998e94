/** Ends what was started, last first, when the user presses Ctrl-C or the process is told to end. */
export class Shutdown {
	/** true from the first signal on: whatever fails then fails because of it */
	begun = false;

	private readonly tasks: Array<() => unknown> = [];
	private running: Promise<void> | undefined;

	constructor(private readonly announce: () => void) {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(signal, () => void this.run(0));
		}
	}

	/** Adds something to end; ends it at once when a signal came while it was being started. */
	async add(task: () => unknown): Promise<void> {
		if (this.begun) await task();
		else this.tasks.unshift(task);
	}

	/** Ends everything, then the process. Later calls wait for the first. */
	async run(exitCode: number): Promise<void> {
		this.running ??= this.endAll(exitCode);
		await this.running;
	}

	private async endAll(exitCode: number): Promise<void> {
		this.begun = true;
		if (exitCode === 0) this.announce();
		for (const task of this.tasks) {
			try {
				await task();
			} catch (error) {
				console.error((error as Error).message);
			}
		}
		process.exit(exitCode);
	}
}
