import { sleep } from 'n8n-workflow';

/** A message's turn: everything about it happens when its turn comes, nothing before. */
export interface Turn<T> {
	/** The result that the message has already, from an earlier try. */
	known: () => T | undefined;
	/** Checks and composes the message; nothing goes out yet. */
	prepare: () => Promise<PreparedTurn<T>>;
}

export interface PreparedTurn<T> {
	/** Milliseconds to wait where another message went out before this one. */
	pause: number;
	send: () => Promise<T>;
}

export interface QueueOptions {
	/** Messages in flight at once. */
	concurrency: number;
	/** Whether the first failure ends the queue. */
	stopOnFailure: boolean;
	/** The user's stop button. */
	cancelled?: AbortSignal;
	/** Whether the engine gave this try up before it handed over all items; asked once. */
	wasAbandoned: () => boolean;
	/** Ends when nothing of an earlier try is under way any more. */
	after?: Promise<unknown>;
}

interface Waiting<T> extends Turn<T> {
	resolve: (result: T | undefined) => void;
	reject: (error: unknown) => void;
}

/** How often a pause looks at the stop button. */
const PAUSE_STEP_MS = 200;

/**
 * The messages of one try, in item order. The engine starts all items at once, so they queue up
 * here and take turns: one is prepared, paused for and started at a time, `concurrency` are in
 * flight. The queue starts in the next microtask, when the engine has handed over all items.
 */
export class SendQueue<T> {
	private readonly waiting: Array<Waiting<T>> = [];
	private next = 0;
	private readonly inFlight = new Set<Promise<void>>();
	private anySent = false;
	private over = false;
	private worker?: Promise<void>;

	constructor(private readonly options: QueueOptions) {}

	/**
	 * Waits for the message's turn and sends it.
	 *
	 * @returns what `send` gave, or `undefined` where the turn never came: the queue had ended
	 * @throws what `prepare` or `send` threw, after all messages in flight are settled where it stops the queue
	 */
	async take(turn: Turn<T>): Promise<T | undefined> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ ...turn, resolve, reject });
			this.worker ??= this.work();
		});
	}

	/** Starts nothing more, and ends when what is in flight is settled. */
	async end(): Promise<void> {
		this.over = true;
		await Promise.all(this.inFlight);
	}

	private async work(): Promise<void> {
		await this.options.after;
		this.over ||= this.options.wasAbandoned();
		while (this.next < this.waiting.length) {
			while (this.inFlight.size >= this.options.concurrency) await Promise.race(this.inFlight);
			await this.start(this.waiting[this.next++]);
		}
		this.worker = undefined;
	}

	private async start({ known, prepare, resolve, reject }: Waiting<T>): Promise<void> {
		const result = known();
		if (result !== undefined || this.hasEnded()) return resolve(result);
		try {
			const { pause, send } = await prepare();
			if (this.anySent) await this.pause(pause);
			if (this.hasEnded()) return resolve(undefined);
			this.anySent = true;
			this.track(send(), resolve, reject);
		} catch (error) {
			void this.fail(error, reject);
		}
	}

	private track(sending: Promise<T>, resolve: Waiting<T>['resolve'], reject: Waiting<T>['reject']) {
		const settled = sending
			.then(resolve, (error) => void this.fail(error, reject))
			.finally(() => this.inFlight.delete(settled));
		this.inFlight.add(settled);
	}

	private async fail(error: unknown, reject: Waiting<T>['reject']): Promise<void> {
		if (this.options.stopOnFailure) await this.end();
		reject(error);
	}

	private async pause(milliseconds: number): Promise<void> {
		const until = Date.now() + milliseconds;
		for (let left = milliseconds; left > 0 && !this.hasEnded(); left = until - Date.now()) {
			await sleep(Math.min(left, PAUSE_STEP_MS));
		}
	}

	private hasEnded(): boolean {
		return this.over || this.options.cancelled?.aborted === true;
	}
}
