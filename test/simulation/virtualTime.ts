import { install, type Clock } from '@sinonjs/fake-timers';

const { setImmediate: nextTurn, AbortSignal: signals } = globalThis;
const { random } = Math;
const { timeout } = signals;
const now = performance.now.bind(performance);
/** Whoever wants that many waits in one broadcast will never end. */
const MOST_STEPS = 200_000;

/** Milliseconds of a timer that may be late. */
const LONG = 100;

/** Work that has not ended although nothing is left to wait for, or that waits forever. */
export class Stuck extends Error {}

/**
 * The time of one broadcast. It moves only when nothing else can, so no machine is too slow for it,
 * and everything random comes from a seed.
 */
export class VirtualTime {
	/** Steps in which something else than the clock moved. */
	step = 0;
	/** When a wait of n8n or the node ended last, as `elapsed`. */
	waitedUntil = 0;
	private readonly clock: Clock;
	/** Milliseconds that the clock was set forward by, or back. */
	private changed = 0;
	private busy = 0;
	private readonly timer: (act: () => void, millis: number) => void;
	/** The processes that have died. */
	private life = 0;
	/** When something is to happen on the millisecond, as `elapsed`. */
	private readonly due = new Set<number>();

	/**
	 * @param start Unix milliseconds
	 * @param grain milliseconds that other long timers may be late, as on a busy machine: a wait of
	 * hours that checks something all the time has fewer steps then
	 */
	constructor(
		private readonly start: number,
		seed: number,
		private readonly grain: number,
	) {
		const toFake = ['Date', 'setTimeout', 'clearTimeout'];
		this.clock = install({ now: start, toFake });
		const faked = globalThis.setTimeout;
		this.timer = faked as never;
		// As Node.js does; the faked one would wait for less than a millisecond forever.
		const inMillis = (ms = 1) => (ms >= 1 && ms < 2 ** 31 ? Math.trunc(ms) : 1);
		globalThis.setTimeout = ((act: () => void, ms?: number) => {
			const { life } = this;
			const end = () => {
				if (life !== this.life) return;
				this.waitedUntil = this.elapsed;
				act();
			};
			return faked(end, inMillis(ms));
		}) as typeof setTimeout;
		Math.random = randomFrom(seed);
		performance.now = () => this.elapsed;
		signals.timeout = (millis) => {
			const controller = new AbortController();
			const timedOut = new DOMException('The operation timed out', 'TimeoutError');
			void this.wait(millis).then(() => controller.abort(timedOut));
			return controller.signal;
		};
	}

	/** Milliseconds that have passed, whatever the clock says. */
	get elapsed(): number {
		return this.clock.now - this.start - this.changed;
	}

	/** Sets the clock forward or back, as a user or a time server does. */
	setClock(by: number): void {
		this.changed += by;
		this.clock.setSystemTime(this.clock.now + by);
	}

	/** The process dies: whatever waited for something will wait forever. */
	die(): void {
		this.life++;
		this.due.clear();
	}

	/** Waits until then, and never longer. */
	async wait(millis: number): Promise<void> {
		const at = this.elapsed + Math.ceil(millis);
		this.due.add(at);
		const { life } = this;
		await new Promise<void>((resolve) => {
			this.timer(() => life === this.life && resolve(), Math.ceil(millis));
		});
		this.due.delete(at);
	}

	/** Work of Node.js itself that time waits for. */
	async without<T>(work: Promise<T>): Promise<T> {
		this.busy++;
		try {
			return await work;
		} finally {
			this.busy--;
		}
	}

	/**
	 * Lets time pass until work has ended, or until it is `over`.
	 *
	 * @throws Stuck
	 */
	async pass(work: Promise<unknown>, isOver = () => false): Promise<void> {
		let hasEnded = false;
		const end = () => (hasEnded = true);
		work.then(end, end);
		await this.settle();
		while (!hasEnded && !isOver()) {
			if (this.clock.countTimers() === 0) throw new Stuck('waits for nothing');
			await this.move();
		}
		if (hasEnded) await work;
	}

	/** Lets time pass until nobody waits for anything. @throws Stuck */
	async rest(): Promise<void> {
		await this.settle();
		while (this.clock.countTimers() > 0) await this.move();
	}

	/** Nobody waits any more: what was faked is the machine's again. */
	end(): void {
		this.clock.uninstall();
		Math.random = random;
		signals.timeout = timeout;
		performance.now = now;
	}

	private async move(): Promise<void> {
		const before = this.elapsed;
		this.clock.next();
		const isLong = this.elapsed - before >= LONG;
		const until = Math.min(before + this.grain, ...this.due);
		if (isLong && until > this.elapsed) this.clock.tick(until - this.elapsed);
		await this.settle();
	}

	/** All that can happen without the clock. */
	private async settle(): Promise<void> {
		if (this.step++ > MOST_STEPS) throw new Stuck('waits forever');
		do await new Promise<void>((resolve) => nextTurn(resolve));
		while (this.busy > 0);
	}
}

/** Numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
