// First, because it lets TypeScript find the node's file.
import { newProcess } from './nodeProcess';
import type { Sandbox } from '../../sandbox';
import type { Outcome, RunOptions } from '../engine/run';
import { nodeOf, type Books } from './books';
import { Campaign } from './campaign';
import { callTool, execute } from './executions';
import { Interruptions, type Interruption } from './interruptions';
import type { Plan } from './plan';
import { grainOf, Sender, type Stage } from './sender';
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

class Broadcast implements Stage {
	readonly time: VirtualTime;
	stop = new AbortController();
	execution = 0;
	isOver = false;
	private readonly grain: number;
	private readonly senders: Sender[];
	private readonly interruptions: Interruptions;
	private process = newProcess();
	private outcome?: Outcome;
	private stoppedAt?: number;

	constructor(
		readonly accounts: Sandbox[],
		private readonly plan: Plan,
	) {
		const plans = plan.second ? [plan, plan.second] : [plan];
		this.grain = Math.max(...plans.map(grainOf));
		this.time = new VirtualTime(plan.calendar.start, plan.seed, this.grain);
		this.senders = plans.map((each) => new Sender(this, each));
		this.interruptions = new Interruptions(this.time, () => this.isOver);
		const start = (sent: Sent) => this.senderOf(nodeOf(sent)).start(sent);
		watchWire({
			time: this.time,
			services: openServices(accounts, this.senders),
			onRequest: (sent) => (sent ? start(sent) : { there: 50, ended: () => {} }),
			onArrival: (host, sent) => (sent ? this.arrive(host, sent) : { back: 50 }),
		});
	}

	async run(): Promise<Books> {
		const { plan, books, time } = this;
		this.interruptions.plan(...this.fromOutside);
		try {
			if (plan.cuts.length > 0) await this.campaign();
			else if (plan.isAgent) await time.pass(this.call());
			else await this.start();
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
		const { cancelled, lasted, stopTook, goesOnFor, stuck, changes } = books;
		const shared = { cancelled, lasted, stopTook, goesOnFor, stuck, changes, grain: this.grain };
		const [first, second] = this.senders.map((sender) =>
			Object.assign(sender.closed(this.outcome), shared),
		);
		return Object.assign(first, { second });
	}

	readonly log = (who: string, what: string): void => {
		const clock = new Date(Date.now()).toISOString().slice(0, -1);
		const elapsed = String(this.time.elapsed).padStart(10);
		this.books.log.push(`${elapsed} ms  ${clock}  ${who.padEnd(8)}${what}`);
	};

	/** Of the first node, with what is the same for all. */
	private get books(): Books {
		return this.senders[0].books;
	}

	private senderOf(node: string): Sender {
		return this.senders.find(({ plan }) => plan.node === node)!;
	}

	private arrive(host: string, sent: Sent) {
		const handling = this.senderOf(nodeOf(sent)).arrive(host, sent);
		this.interruptions.count();
		return handling;
	}

	/** The stop button, or what a time limit does. */
	private press(): void {
		this.log('user', 'stops it');
		this.stoppedAt = this.time.elapsed;
		this.stop.abort();
	}

	private get fromOutside(): Interruption[] {
		const { plan, books, time } = this;
		const clockSet = (by: number) => {
			this.log('clock', `is set by ${by} ms`);
			books.changes.push({ at: time.elapsed, by });
			time.setClock(by);
		};
		return [
			...(plan.stop ? [{ ...plan.stop, act: () => this.press() }] : []),
			...(plan.clockSet ? [{ ...plan.clockSet, act: () => clockSet(plan.clockSet!.by) }] : []),
		];
	}

	private async retry(): Promise<void> {
		const { newText, isRestarted } = this.plan;
		this.execution++;
		this.log('user', `presses Retry${isRestarted ? ' in another process' : ''}`);
		if (isRestarted) this.process = newProcess();
		for (const { inputs } of this.senders) inputs.forRetry(this.execution);
		const again = { retryOf: this.outcome, useCurrent: newText };
		await this.start(newText ? 'Again ' : '', again);
	}

	/** @param isGone ends it at once */
	private async start(before?: string, more?: Partial<RunOptions>, isGone?: () => boolean) {
		const running = execute(this.parts, before, more);
		await this.time.pass(running, isGone);
		if (isGone?.()) return;
		this.outcome = await running;
		this.noteEnd();
	}

	private async call(): Promise<void> {
		this.books.items = await callTool(this.parts);
		this.noteEnd();
	}

	private noteEnd(): void {
		const { books, time, stoppedAt = time.elapsed } = this;
		books.stopTook = Math.max(books.stopTook, time.elapsed - stoppedAt);
		this.stoppedAt = undefined;
	}

	private get parts() {
		const { accounts, senders, process, stop } = this;
		return { accounts, senders, process, stop: stop.signal };
	}

	/** A campaign with a table: it is cut again and again, and started again each time. */
	private async campaign(): Promise<void> {
		const { plan, books, time } = this;
		const campaign = new Campaign(plan, this.senders[0].inputs);
		for (const cut of [...plan.cuts, undefined]) {
			let isDead = false;
			const act = () => (cut?.isStop ? this.press() : (isDead = true));
			this.interruptions.plan(...(cut ? [{ ...cut, act }] : []));
			await this.start('', { batches: campaign.next }, () => isDead);
			if (!isDead && !this.stop.signal.aborted) break;
			books.cuts.push(time.elapsed);
			if (isDead) this.die();
			else await this.rest();
			this.execution++;
			this.stop = new AbortController();
		}
		books.rows = campaign.rows;
	}

	private die(): void {
		this.log('process', 'dies');
		this.time.die();
		this.process = newProcess();
	}

	/** Nothing of a stopped execution goes on. */
	private async rest(): Promise<void> {
		this.isOver = true;
		await this.time.rest();
		this.isOver = false;
	}
}
