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
	readonly stop = new AbortController();
	execution = 0;
	isOver = false;
	private readonly grain: number;
	private readonly senders: Sender[];
	private readonly interruptions: Interruptions;
	private process = newProcess();
	private outcome?: Outcome;

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
		const { plan, books, time, stop } = this;
		this.interruptions.plan(...this.fromOutside);
		try {
			if (plan.deaths.length > 0) await this.campaign();
			else if (plan.isAgent) await time.pass(this.call());
			else await this.start();
			for (let left = plan.retries; left > 0 && this.outcome?.error; left--) {
				if (!stop.signal.aborted) await this.retry();
			}
			books.cancelled = stop.signal.aborted;
			books.lasted = time.elapsed;
			this.isOver = true;
			await time.rest();
			books.goesOnFor = time.waitedUntil - books.lasted;
		} catch (error) {
			if (!(error instanceof Stuck)) throw error;
			books.stuck = error.message;
		}
		const { cancelled, lasted, stoppedAfter, goesOnFor, stuck, changes } = books;
		const shared = {
			cancelled,
			lasted,
			stoppedAfter,
			goesOnFor,
			stuck,
			changes,
			grain: this.grain,
		};
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

	private get fromOutside(): Interruption[] {
		const { plan, books, time, stop } = this;
		const stopped = () => {
			this.log('user', 'stops it');
			books.stoppedAfter = time.elapsed;
			stop.abort();
		};
		const clockSet = (by: number) => {
			this.log('clock', `is set by ${by} ms`);
			books.changes.push({ at: time.elapsed, by });
			time.setClock(by);
		};
		return [
			...(plan.stop ? [{ ...plan.stop, act: stopped }] : []),
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
		if (!isGone?.()) this.outcome = await running;
	}

	private async call(): Promise<void> {
		this.books.items = await callTool(this.parts);
	}

	private get parts() {
		const { accounts, senders, process, stop } = this;
		return { accounts, senders, process, stop: stop.signal };
	}

	/** A campaign with a table: its process dies again and again, and it is started again each time. */
	private async campaign(): Promise<void> {
		const { plan, books, time } = this;
		const campaign = new Campaign(plan, this.senders[0].inputs);
		for (const death of [...plan.deaths, undefined]) {
			let isDead = false;
			this.interruptions.plan(...(death ? [{ ...death, act: () => (isDead = true) }] : []));
			await this.start('', { batches: campaign.next }, () => isDead);
			if (!isDead) break;
			this.log('process', 'dies');
			books.deaths.push(time.elapsed);
			time.die();
			this.process = newProcess();
			this.execution++;
		}
		books.rows = campaign.rows;
	}
}
