// First, because it lets TypeScript find the node's file.
import { newProcess } from './nodeProcess';
import type { Sandbox } from '../../sandbox';
import { callAsTool } from '../engine/agentTool';
import type { Outcome } from '../engine/run';
import { sendTexts } from '../engine/sandbox';
import { itemOf, type Books } from './books';
import { Campaign } from './campaign';
import type { Plan } from './plan';
import { shownBy } from './reports';
import { Sender, type Stage } from './sender';
import { openServices } from './services';
import { Stuck, VirtualTime } from './virtualTime';
import { watchWire, type Sent } from './wire';

/** Where timers of a delay need not be exact, in seconds; and as a delay, what a wait for hours is taken for. */
const LONG_DELAY = 30;
const WAIT = 15_000;

/** How late a timer may be, in milliseconds. */
function grainOf({ delay, hours }: Plan): number {
	const longest = Math.max(delay?.min ?? 0, delay?.max ?? 0, hours?.outside === 'wait' ? WAIT : 0);
	return longest < LONG_DELAY ? 0 : (longest * 1000) / 50;
}

/** Runs a plan through n8n's engine, against a sandbox for each account, in virtual time. */
export async function broadcast(accounts: Sandbox[], plan: Plan): Promise<Books> {
	const running = new Broadcast(accounts, plan);
	try {
		return await running.run();
	} finally {
		running.time.end();
	}
}

interface Interruption {
	arrivals: number;
	/** Milliseconds. */
	after: number;
	act: () => void;
}

class Broadcast implements Stage {
	readonly time: VirtualTime;
	readonly stop = new AbortController();
	execution = 0;
	isOver = false;
	private readonly sender: Sender;
	private process = newProcess();
	private requests = 0;
	private outcome?: Outcome;
	private interruptions: Interruption[] = [];

	constructor(
		readonly accounts: Sandbox[],
		private readonly plan: Plan,
	) {
		this.time = new VirtualTime(plan.calendar.start, plan.seed, grainOf(plan));
		this.sender = new Sender(this, plan);
		watchWire({
			time: this.time,
			services: openServices(accounts, plan, this.books),
			onRequest: (sent) => (sent ? this.sender.start(sent) : { there: 50, ended: () => {} }),
			onArrival: (host, sent) => (sent ? this.arrive(host, sent) : { back: 50 }),
		});
	}

	async run(): Promise<Books> {
		const { plan, books, time, stop } = this;
		this.interruptions = this.fromOutside;
		this.interrupt();
		try {
			if (plan.deaths.length > 0) await this.campaign();
			else await time.pass(plan.isAgent ? this.call() : this.execute());
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
		const accepted = this.accounts.flatMap((sandbox) => sandbox.accepted);
		const taken = plan.items.map(
			(_, item) => accepted.filter((message) => itemOf({ ...message }) === item).length,
		);
		const shown = this.outcome && !books.rows && shownBy(plan, this.outcome);
		return Object.assign(books, shown, {
			...{ taken, phones: this.sender.inputs.phones, grain: grainOf(plan) },
		});
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
		this.requests++;
		this.interrupt();
		return handling;
	}

	/** What happens some time after so many requests have arrived. */
	private interrupt(): void {
		for (const { arrivals, after, act } of this.interruptions) {
			if (this.requests === arrivals) void this.time.wait(after).then(() => this.isOver || act());
		}
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

	/** Items → node, and back in a loop. */
	private async execute(text = '', more: object = {}): Promise<void> {
		const { run, parameters, ...settings } = this.sender.settings;
		const { sendText, credentialTypes } = this.process;
		this.outcome = await sendTexts(this.accounts[0], {
			...{ ...settings, ...run, credentialTypes },
			batches: this.sender.batches,
			runsBy: { message: { sendText: this.sender.watched(sendText) } },
			parameters: {
				...parameters,
				recipientType: '={{ $json.sendTo }}',
				phone: '={{ $vars.phones[$json.item] }}',
				groupId: '={{ $vars.phones[$json.item] }}',
				text: `={{ "${text}" + $json.word + " " + $json.item }}`,
			},
			...more,
		});
	}

	private async retry(): Promise<void> {
		const { newText, isRestarted } = this.plan;
		this.execution++;
		this.log('user', `presses Retry${isRestarted ? ' in another process' : ''}`);
		if (isRestarted) this.process = newProcess();
		this.sender.inputs.forRetry(this.execution);
		const again = { retryOf: this.outcome, useCurrent: newText };
		await this.time.pass(this.execute(newText ? 'Again ' : '', again));
	}

	/** The items as calls of an agent's tool: what the model is told of each is its output. */
	private async call(): Promise<void> {
		const { books, stop, sender } = this;
		books.tries.push({ begunAt: 0, starts: [] });
		const calls = sender.inputs.entered.map((phone, item) => ({
			...{ phone: String(phone), text: `To ${item}` },
		}));
		const called = callAsTool(this.accounts[0], calls, sender.settings);
		const told = await called.catch((error) => {
			if (!stop.signal.aborted) throw error;
			return [];
		});
		books.items = told.map((text, item) => {
			const [json] = [JSON.parse(text)].flat();
			return { json, pairedItem: { item } };
		});
	}

	/** A campaign with a table: its process dies again and again, and it is started again each time. */
	private async campaign(): Promise<void> {
		const { plan, books, time } = this;
		const campaign = new Campaign(plan, this.sender.inputs);
		for (const death of [...plan.deaths, undefined]) {
			let isDead = false;
			this.requests = 0;
			this.interruptions = death ? [{ ...death, act: () => (isDead = true) }] : [];
			const run = this.execute('', { batches: campaign.next });
			this.interrupt();
			await time.pass(run, () => isDead);
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
