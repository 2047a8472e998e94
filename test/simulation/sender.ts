// First, because it lets TypeScript find the node's file.
import type { NodeProcess } from './nodeProcess';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { attemptOf } from './attempts';
import { itemOf, newBooks, type Start, type Try } from './books';
import { hostOf, Inputs, INTERACTIVE, UNITS } from './inputs';
import { optionsOf } from './options';
import { batchesOf, type Plan } from './plan';
import { arrive } from './services';
import type { VirtualTime } from './virtualTime';
import type { Sent } from './wire';

/** What a broadcast gives to its node. */
export interface Stage {
	readonly accounts: Sandbox[];
	readonly time: VirtualTime;
	readonly stop: AbortController;
	readonly isOver: boolean;
	/** 0: the first one; 1: its first Retry. */
	readonly execution: number;
	log(who: string, what: string): void;
}

/** A node that sends: how it is set, and what it does at its side of the wire. */
export class Sender {
	readonly books = newBooks();
	readonly inputs: Inputs;

	constructor(
		private readonly stage: Stage,
		readonly plan: Plan,
	) {
		this.inputs = new Inputs(
			plan,
			stage.accounts.map(({ apiKey }) => apiKey),
		);
	}

	/** It starts a message. */
	start(sent: Sent) {
		const { books, plan } = this;
		const { time, stop, isOver, log } = this.stage;
		const mine = books.tries.at(-1)!;
		const item = itemOf(sent);
		if (isOver) books.strays++;
		const inFlight = mine.starts.filter(({ endedAt }) => endedAt === undefined).length + 1;
		const start: Start = {
			...{ item, at: time.elapsed, clock: Date.now(), inFlight },
			afterStop: stop.signal.aborted,
			afterFailure: (mine.failedIn ?? Infinity) < time.step,
		};
		mine.starts.push(start);
		log('node', `item ${item} starts, ${inFlight} in flight`);
		const ended = () => {
			start.endedAt = time.elapsed;
			const attempt = books.arrivals.findLast((arrival) => arrival.item === item)?.attempt;
			const isSent = attempt && attemptOf(attempt).verdict === 'sent';
			if (!isSent) mine.failedIn ??= time.step;
		};
		return { there: plan.items[item]?.there ?? 0, ended };
	}

	/** A message has arrived, and its item may be another one from now on. */
	arrive(host: string, sent: Sent) {
		const handling = arrive(host, sent, this.plan, this.books, this.stage.execution);
		const { item, attempt } = this.books.arrivals.at(-1)!;
		this.stage.log('service', `item ${item} arrives: ${attempt}`);
		this.inputs.afterAttempt(item, attempt);
		return handling;
	}

	/** The node as the engine runs it, whose tries are written down. */
	watched(sendText: NodeProcess['sendText']): NodeProcess['sendText'] {
		const { books, stage } = this;
		const { time } = stage;
		return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const mine: Try = { begunAt: time.elapsed, starts: [] };
			books.tries.push(mine);
			try {
				const output = await sendText.call(this);
				// A copy: the engine moves failed items to the error branch.
				mine.items = [...output[0]];
				return output;
			} catch (error) {
				mine.error = error as Error;
				stage.log('node', `fails: ${mine.error.message}`);
				throw error;
			} finally {
				mine.endedAt = time.elapsed;
			}
		};
	}

	/** The node's settings, the same for all ways to run it. */
	get settings() {
		const { plan, inputs } = this;
		const { onError, retryOnFail, timeout, isAgent } = plan;
		const { accounts, stop } = this.stage;
		const field = (name: string, value: string) => (isAgent ? value : `={{ $json.${name} }}`);
		const credential = {
			apiKey: field('key', accounts[0].apiKey),
			baseUrl: field('url', `http://${hostOf(0)}`),
			sendAtUnit: field('unit', UNITS[0]),
		};
		const requestOptions = timeout ? { timeout } : {};
		return {
			...{ onError, retryOnFail, timezone: plan.calendar.zone },
			parameters: {
				...{ options: optionsOf(plan) as never, requestOptions, simplify: !plan.isWhole },
				...(plan.isInteractive && { ...INTERACTIVE, buttons: JSON.stringify(INTERACTIVE.buttons) }),
			},
			run: {
				credentials: { whatsAppSenderApi: credential },
				stop: stop.signal,
				variables: { phones: inputs.entered, values: inputs.values } as never,
			},
		};
	}

	/** The items of each iteration. */
	get batches(): INodeExecutionData[][] {
		return batchesOf(this.plan).map((batch) =>
			batch.map((item) => ({ json: this.inputs.json[item] })),
		);
	}
}
