import type { IExecuteFunctions, INodeExecutionData, OnError } from 'n8n-workflow';
import type { Outcome } from '../engine/run';
import { attemptOf } from './attempts';
import { itemOf, newBooks, type Books, type Start, type Try } from './books';
import type { Broadcast } from './broadcast';
import { hostOf, Inputs } from './inputs';
import { optionsOf } from './options';
import type { Plan } from './plan';
import { shownBy } from './reports';
import type { Handling, Sent } from './wire';

/** Where timers of a delay need not be exact, in seconds; and as a delay, what a wait for hours is taken for. */
const LONG_DELAY = 30;
const WAIT = 15_000;
/** Milliseconds until a response that is later than any time-out. */
const LATE = 400_000;

/** How late a timer may be, in milliseconds. */
export function grainOf({ delay, hours }: Plan): number {
	const longest = Math.max(delay?.min ?? 0, delay?.max ?? 0, hours?.outside === 'wait' ? WAIT : 0);
	return longest < LONG_DELAY ? 0 : (longest * 1000) / 50;
}

/** The node that sends: how it is set, and what it does at its side of the wire. */
export class Sender {
	readonly books = newBooks();
	readonly inputs: Inputs;

	constructor(
		private readonly running: Broadcast,
		readonly plan: Plan,
	) {
		this.inputs = new Inputs(plan, running.accounts);
	}

	/** It starts a message. */
	start(sent: Sent) {
		const { books, plan } = this;
		const { time, stop, isOver, log } = this.running;
		const mine = books.tries.at(-1)!;
		const item = itemOf(sent);
		if (isOver) books.strays++;
		const inFlight = mine.starts.filter(({ endedAt }) => endedAt === undefined).length + 1;
		const start: Start = {
			item,
			at: time.elapsed,
			clock: Date.now(),
			inFlight,
			afterStop: stop.signal.aborted,
			afterFailure: (mine.failedIn ?? Infinity) < time.step,
		};
		mine.starts.push(start);
		log('node', `item ${item} starts, ${inFlight} in flight`);
		const ended = () => {
			start.endedAt = time.elapsed;
			start.isHeard = !stop.signal.aborted;
			const attempt = books.arrivals.findLast((arrival) => arrival.item === item)?.attempt;
			const isSent = attempt && attemptOf(attempt).verdict === 'sent';
			if (!isSent) mine.failedIn ??= time.step;
		};
		return { there: plan.items[item]?.there ?? 0, ended };
	}

	/** A message has arrived, and its item may be another one from now on. @returns what becomes of it */
	arrive(host: string, sent: Sent): Handling {
		const { arrivals } = this.books;
		const item = itemOf(sent);
		const { first, later, back } = this.plan.items[item];
		const attempt = arrivals.some((arrival) => arrival.item === item) ? later : first;
		const account = [0, 1].find((index) => hostOf(index) === host)!;
		arrivals.push({ item, attempt, account, execution: this.running.execution, sent });
		this.running.log('service', `item ${item} arrives: ${attempt}`);
		this.inputs.afterAttempt(item, attempt);
		const { cutUnread, response } = attemptOf(attempt);
		const isLost = response === 'never';
		return { back: response === 'late' ? LATE : back, isCut: cutUnread, isLost };
	}

	/** Writes down a try. */
	async watch(
		context: IExecuteFunctions,
		run: () => Promise<INodeExecutionData[][]>,
	): Promise<INodeExecutionData[][]> {
		const { time, log } = this.running;
		const batch = context.getInputData().map(({ json }) => Number(json.item));
		const mine: Try = { begunAt: time.elapsed, batch, starts: [] };
		this.books.tries.push(mine);
		try {
			const output = await run();
			// A copy: the engine moves failed items to the error branch.
			mine.items = [...output[0]];
			return output;
		} catch (error) {
			mine.error = error as Error;
			log('node', `fails: ${mine.error.message}`);
			throw error;
		}
	}

	/** How it is set, the same for all ways to run it. */
	get settings() {
		const { onError, retryOnFail, maxTries, timeout } = this.plan;
		const requestOptions = timeout ? { timeout } : {};
		const parameters = { options: optionsOf(this.plan) as never, requestOptions };
		return { onError: onError as OnError, retryOnFail, maxTries, parameters };
	}

	/** As it stands in a workflow. @param before stands before each text */
	node(before: string) {
		const { parameters, ...settings } = this.settings;
		const entered = '={{ $vars.entered[$json.item] }}';
		const message = {
			resource: 'message',
			operation: 'sendText',
			recipientType: '={{ $json.type }}',
			phone: entered,
			groupId: entered,
			text: `={{ "${before}To " + $json.item }}`,
		};
		return { ...settings, parameters: { ...message, ...parameters } };
	}

	get credential(): Record<string, string> {
		const field = (name: string, value: string) =>
			this.plan.isAgent ? value : `={{ $json.${name} }}`;
		return {
			apiKey: field('key', this.running.accounts[0].apiKey),
			baseUrl: field('url', `http://${hostOf(0)}`),
		};
	}

	/** Its books, with what n8n shows and the service has taken. */
	closed(outcome?: Outcome): Books {
		const { plan, books, running } = this;
		const sent = running.accounts
			.flatMap(({ accepted }) => accepted)
			.map((message) => itemOf({ ...message }));
		const taken = plan.items.map((_, item) => sent.filter((each) => each === item).length);
		const shown = outcome && !books.rows && shownBy(plan, outcome);
		return Object.assign(books, shown, { taken });
	}
}
