import type { IExecuteFunctions, INodeExecutionData, OnError } from 'n8n-workflow';
import type { Outcome } from '../engine/run';
import { attemptOf } from './attempts';
import { ENDINGS, itemOf, newBooks, nodeOf, type Books, type Start, type Try } from './books';
import type { Broadcast } from './broadcast';
import { hostOf, Inputs, interactiveOf, UNITS } from './inputs';
import { MEDIA_URL } from './media';
import { optionsOf } from './options';
import { digitsOf } from './people';
import type { Plan } from './plan';
import { shownBy } from './reports';
import { arrive } from './services';
import type { Sent } from './wire';

/** Where timers of a delay need not be exact, in seconds; and as a delay, what a wait for hours is taken for. */
const LONG_DELAY = 30;
const WAIT = 15_000;

/** How late a timer may be, in milliseconds. */
export function grainOf({ delay, hours }: Plan): number {
	const longest = Math.max(delay?.min ?? 0, delay?.max ?? 0, hours?.outside === 'wait' ? WAIT : 0);
	return longest < LONG_DELAY ? 0 : (longest * 1000) / 50;
}

/** A node that sends: how it is set, and what it does at its side of the wire. */
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
			...{ item, at: time.elapsed, clock: Date.now(), inFlight },
			afterStop: stop.signal.aborted,
			afterFailure: (mine.failedIn ?? Infinity) < time.step,
		};
		mine.starts.push(start);
		log(plan.node, `item ${item} starts, ${inFlight} in flight`);
		const ended = () => {
			start.endedAt = time.elapsed;
			start.isHeard = !stop.signal.aborted;
			const attempt = books.arrivals.findLast((arrival) => arrival.item === item)?.attempt;
			const isSent = attempt && attemptOf(attempt).verdict === 'sent';
			if (!isSent) mine.failedIn ??= time.step;
		};
		return { there: plan.items[item]?.there ?? 0, ended };
	}

	/** A message has arrived, and its item may be another one from now on. */
	arrive(host: string, sent: Sent) {
		const handling = arrive(host, sent, this.plan, this.books, this.running.execution);
		const arrival = this.books.arrivals.at(-1)!;
		const { item, attempt } = arrival;
		arrival.phone = this.inputs.phones[item];
		this.running.log('service', `item ${item} of ${this.plan.node} arrives: ${attempt}`);
		this.inputs.afterAttempt(item, attempt);
		return handling;
	}

	/** Writes down a try, with its lines in n8n's log. */
	async watch(
		context: IExecuteFunctions,
		run: () => Promise<INodeExecutionData[][]>,
	): Promise<INodeExecutionData[][]> {
		const { time, log } = this.running;
		const batch = context.getInputData().map(({ json }) => Number(json.item));
		const mine: Try = { begunAt: time.elapsed, batch, reports: [], starts: [] };
		const info = (line: string) => mine.reports.push({ at: time.elapsed, line });
		Object.defineProperty(context, 'logger', { value: { info }, configurable: true });
		this.books.tries.push(mine);
		try {
			const output = await run();
			// A copy: the engine moves failed items to the error branch.
			mine.items = [...output[0]];
			return output;
		} catch (error) {
			mine.error = error as Error;
			log(this.plan.node, `fails: ${mine.error.message}`);
			throw error;
		} finally {
			mine.endedAt = time.elapsed;
		}
	}

	/** How it is set, the same for all ways to run it. */
	get settings() {
		const { onError, retryOnFail, maxTries, timeout, isWhole, isInteractive } = this.plan;
		const interactive = { buttons: [], ...interactiveOf(this.plan) };
		const requestOptions = timeout ? { timeout } : {};
		const parameters = {
			...{ options: optionsOf(this.plan) as never, requestOptions, simplify: !isWhole },
			...(isInteractive && { ...interactive, buttons: JSON.stringify(interactive.buttons) }),
		};
		return { onError: onError as OnError, retryOnFail, maxTries, parameters };
	}

	/** As it stands in a workflow. */
	node(before: string) {
		const { node: name, isUniform } = this.plan;
		const { parameters, ...settings } = this.settings;
		const text = `={{ "${before}" + $json.word + " " + $json.item + "${ENDINGS[name]}" }}`;
		const entered = `={{ $vars.${name}.phones[$json.item] }}`;
		const recipient = {
			recipientType: isUniform ? 'phone' : '={{ $json.type }}',
			phone: entered,
			groupId: entered,
		};
		const media = (field: string) => `={{ $vars.${name}.media[$json.item].${field} }}`;
		const operation = this.plan.media
			? {
					...{ resource: 'message', operation: 'sendMedia', mediaUrl: MEDIA_URL },
					...{ mediaSource: media('source'), binaryPropertyName: media('field') },
				}
			: { resource: 'message', operation: 'sendText' };
		return { name, ...settings, parameters: { ...operation, ...recipient, text, ...parameters } };
	}

	get credential(): Record<string, string> {
		const { isAgent, isUniform } = this.plan;
		const field = (name: string, value: string) =>
			isAgent || isUniform ? value : `={{ $json.${name} }}`;
		return {
			apiKey: field('key', this.running.accounts[0].apiKey),
			baseUrl: field('url', `http://${hostOf(0)}`),
			sendAtUnit: field('unit', UNITS[0]),
		};
	}

	/** Its books, with what n8n shows and the service has taken. */
	closed(outcome?: Outcome): Books {
		const { plan, books, inputs, running } = this;
		const sent = running.accounts
			.flatMap(({ accepted }) => accepted)
			.map((message): Sent => ({ ...message }))
			.filter((message) => nodeOf(message) === plan.node)
			.filter((message) => digitsOf(message.recipient) === digitsOf(inputs.phones[itemOf(message)]))
			.map(itemOf);
		const taken = plan.items.map((_, item) => sent.filter((each) => each === item).length);
		const shown = outcome && !books.rows && shownBy(plan, outcome);
		return Object.assign(books, shown, { taken, phones: inputs.phones });
	}
}
