// First, because it lets TypeScript find the node's file.
import { restart } from './nodeProcess';
import type { Sandbox } from '../../sandbox';
import type { Outcome } from '../engine/run';
import type { Books } from './books';
import { Campaign } from './campaign';
import { callTool, execute } from './executions';
import { Interruptions } from './interruptions';
import type { Plan } from './plan';
import { grainOf, Sender } from './sender';
import { openServices } from './services';
import { Stuck, VirtualTime } from './virtualTime';
import { watchWire, type Sent } from './wire';

/** Runs a plan through n8n's engine, against a sandbox for each account, in virtual time. */
export async function broadcast(accounts: Sandbox[], plan: Plan): Promise<Books> {
	const running = new Broadcast(accounts, plan);
	try {
		return await running.run();
	} finally {
		running.time.end();
	}
}

export class Broadcast {
	readonly time: VirtualTime;
	readonly sender: Sender;
	/** Of the execution that runs. */
	stop = new AbortController();
	/** 0: the first one; 1: its first Retry. */
	execution = 0;
	isOver = false;
	private readonly interruptions: Interruptions;
	private outcome?: Outcome;
	private stoppedAt?: number;

	constructor(
		readonly accounts: Sandbox[],
		private readonly plan: Plan,
	) {
		this.sender = new Sender(this, plan);
		this.books.grain = grainOf(plan);
		this.time = new VirtualTime(plan.calendar.start, plan.seed, this.books.grain);
		this.interruptions = new Interruptions(this.time);
		watchWire({
			time: this.time,
			services: openServices(accounts, plan, this.books, () => this.time.elapsed),
			onRequest: (sent) => (sent ? this.sender.start(sent) : { there: 50, ended: () => {} }),
			onArrival: (host, sent) => (sent ? this.arrive(host, sent) : { back: 50 }),
		});
	}

	async run(): Promise<Books> {
		const { plan, books, time } = this;
		const { stop, clockSet } = plan;
		this.interruptions.plan(
			...(stop ? [{ ...stop, act: () => this.press() }] : []),
			...(clockSet ? [{ ...clockSet, act: () => this.setClock(clockSet.by) }] : []),
		);
		try {
			if (plan.cuts.length > 0) await this.campaign();
			else await this.pass(plan.isAgent ? callTool(this) : execute(this));
			for (let left = plan.retries; left > 0 && this.outcome?.error; left--) {
				if (!this.stop.signal.aborted) await this.retry();
			}
			books.cancelled = this.stop.signal.aborted;
			books.lasted = time.elapsed;
			await this.rest();
			books.goesOnFor = time.waitedUntil - books.lasted;
		} catch (error) {
			if (!(error instanceof Stuck)) throw error;
			books.stuck = error.message;
		}
		return this.sender.closed(this.outcome);
	}

	readonly log = (who: string, what: string): void => {
		const clock = new Date(Date.now()).toISOString().slice(0, -1);
		const elapsed = String(this.time.elapsed).padStart(10);
		this.books.log.push(`${elapsed} ms  ${clock}  ${who.padEnd(8)}${what}`);
	};

	private get books(): Books {
		return this.sender.books;
	}

	private arrive(host: string, sent: Sent) {
		const handling = this.sender.arrive(host, sent);
		this.interruptions.count();
		return handling;
	}

	/** The stop button, or what a time limit does. */
	private press(): void {
		if (this.isOver) return;
		this.log('user', 'stops it');
		this.stoppedAt = this.time.elapsed;
		this.stop.abort();
	}

	private setClock(by: number): void {
		if (this.isOver) return;
		this.log('clock', `is set by ${by} ms`);
		this.books.changes.push({ at: this.time.elapsed, by });
		this.time.setClock(by);
	}

	/** @param isDead ends it at once */
	private async pass(running: Promise<Outcome | undefined>, isDead?: () => boolean) {
		const { books, time } = this;
		await time.pass(running, isDead);
		if (isDead?.()) return;
		this.outcome = await running;
		books.stopTook = Math.max(books.stopTook, time.elapsed - (this.stoppedAt ?? time.elapsed));
		this.stoppedAt = undefined;
	}

	private async retry(): Promise<void> {
		const { newText, isRestarted } = this.plan;
		this.execution++;
		this.log('user', `presses Retry${isRestarted ? ' in another process' : ''}`);
		if (isRestarted) restart();
		this.sender.inputs.forRetry(this.execution);
		const again = { retryOf: this.outcome, useCurrent: newText };
		await this.pass(execute(this, newText ? 'Again ' : '', again));
	}

	/** A campaign with a table: it is cut again and again, and started again each time. */
	private async campaign(): Promise<void> {
		const { plan, books, time } = this;
		const campaign = new Campaign(plan, this.sender.inputs);
		for (const cut of [...plan.cuts, undefined]) {
			let isDead = false;
			const act = () => (cut?.isStop ? this.press() : (isDead = true));
			this.interruptions.plan(...(cut ? [{ ...cut, act }] : []));
			await this.pass(execute(this, '', { batches: campaign.next }), () => isDead);
			if (!isDead && !this.stop.signal.aborted) break;
			books.cuts.push(time.elapsed);
			if (isDead) {
				this.log('process', 'dies');
				time.die();
				restart();
			} else await this.rest();
			this.execution++;
			this.stop = new AbortController();
		}
		books.rows = campaign.rows;
	}

	/** Nothing of a stopped execution goes on. */
	private async rest(): Promise<void> {
		this.isOver = true;
		await this.time.rest();
		this.isOver = false;
	}
}
