import { Stops } from '../stops';

/** Ends what was started, last first, when the user presses Ctrl-C or the process gets a signal to end. */
export class Shutdown {
	/** true from the first signal on: whatever fails then fails because of it */
	begun = false;

	private readonly stops = new Stops();

	constructor(private readonly announce: () => void) {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(signal, () => void this.run(0));
		}
	}

	/** Adds something to end; ends it at once when a signal came while it was being started. */
	async add(task: () => unknown): Promise<void> {
		await this.stops.add(task);
	}

	/** Ends everything, then the process. Later calls wait for the first. */
	async run(exitCode: number): Promise<void> {
		const first = !this.begun;
		this.begun = true;
		if (first && exitCode === 0) this.announce();
		await this.stops.run().catch((error: Error) => console.error(error.message));
		process.exit(exitCode);
	}
}
