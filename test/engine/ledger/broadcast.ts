import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '../../../sandbox';
import { retryLoop, runLoop } from '../workflows';
import { watchClient, watchNobody, type Try } from './clientBook';
import { attemptOf, type AttemptName } from './faults';
import { outcomeOf, type BroadcastOutcome } from './outcome';
import { batchesOf, type ItemPlan, type Plan } from './plan';

/** What three sides say about one broadcast. */
export interface Books {
	/** What n8n shows at the end, all iterations together. */
	outcome: BroadcastOutcome;
	/** What the node did at its side of the wire, try by try of all iterations and executions. */
	tries: Try[];
	/** What arrived at the service, in order. */
	arrivals: Array<{ item: number; attempt: AttemptName }>;
	/** How often the service took each item's message. */
	taken: number[];
	phones: string[];
	/** Whether the user stopped it before it ended. */
	cancelled: boolean;
	/** How often the execution was retried. */
	retried: number;
}

const TIMEOUT_MS = 150;
/** More than the items of a plan, so that the length of a text names its broadcast and its item. */
const LENGTHS = 50;
let broadcasts = 0;

/** Runs a plan through n8n's engine against the sandbox. */
export async function broadcast(sandbox: Sandbox, plan: Plan): Promise<Books> {
	sandbox.reset();
	sandbox.form = plan.form;
	const tag = String(++broadcasts).padStart(7, '0');
	const phones = plan.items.map((_, item) => `62${tag}${String(item).padStart(3, '0')}`);
	const firstLength = 1 + (broadcasts % LENGTHS) * LENGTHS;
	const texts = plan.items.map((_, item) => 'x'.repeat(firstLength + item));
	const entered = plan.items.map(({ first }, item) =>
		first === 'bad phone' ? 'nobody' : phones[item],
	);
	const batches = batchesOf(
		plan,
		texts.map((text, item) => ({ json: { text, item } })),
	);
	const stop = new AbortController();
	const tries = watchClient(phones, () => stop.signal.aborted);
	const arrivals = followPlan(sandbox, plan, {
		phones,
		texts,
		stop: () => stop.abort(),
		spoil: (item) => (entered[item] = 'nobody'),
	});
	if (plan.stop?.arrivals === 0) setImmediate(() => stop.abort());

	const parameters = {
		phone: '={{ $vars.phones[$json.item] }}',
		text: '={{ $json.text }}',
		options: { concurrency: plan.concurrency },
		requestOptions: plan.items.some(isSlow) ? { timeout: TIMEOUT_MS } : {},
	};
	const { onError, retryOnFail, newText } = plan;
	const settings = { parameters, onError, retryOnFail };
	const options = { settings, stop: stop.signal, variables: { phones: entered } as never };
	let run = await runLoop(sandbox, batches, options);
	let retried = 0;
	// Of the same length: it names the item.
	if (newText) parameters.text = '={{ $json.text.replaceAll("x", "y") }}';
	for (; retried < plan.retries && run.data.resultData.error && !stop.signal.aborted; retried++) {
		run = await retryLoop(sandbox, run, batches, options);
	}
	const outcome = outcomeOf(plan, run);
	const cancelled = stop.signal.aborted;
	// Whatever starts after the end shows up here, or as a stray of the next broadcast. What the
	// stop button tore away may still be on its way to the sandbox.
	await wait(cancelled ? 10 : 1);
	watchNobody();
	const taken = phones.map(
		(phone) => sandbox.accepted.filter(({ recipient }) => recipient === phone).length,
	);
	return { outcome, tries, arrivals, taken, phones, cancelled, retried };
}

/**
 * Whether a busy machine let a time-out pass that was not planned. The books of such a broadcast say
 * nothing about the plan.
 */
export function wasDisturbed({ tries, arrivals }: Books): boolean {
	const timeOuts = tries.flatMap(({ starts }) => starts).filter(({ timedOut }) => timedOut);
	return timeOuts.length > arrivals.filter(({ attempt }) => attemptOf(attempt).slow).length;
}

const isSlow = ({ first, later }: ItemPlan) =>
	attemptOf(first).slow === true || attemptOf(later).slow === true;

interface Course {
	phones: string[];
	texts: string[];
	stop: () => void;
	/** Makes the input of an item bad from now on. */
	spoil: (item: number) => void;
}

/** Makes the sandbox fail as planned. Where only the head has arrived, its length tells the item. */
function followPlan(sandbox: Sandbox, plan: Plan, { phones, texts, stop, spoil }: Course) {
	const arrivals: Books['arrivals'] = [];
	const body = { api_key: sandbox.apiKey, text: texts[0], phone: phones[0] };
	const shortest = JSON.stringify(body).length;
	sandbox.onArrival = ({ headers }) => {
		const item = Number(headers['content-length']) - shortest;
		if (!plan.items[item]) return undefined;
		const before = arrivals.filter((arrival) => arrival.item === item).length;
		const attempt = plan.items[item][before === 0 ? 'first' : 'later'];
		arrivals.push({ item, attempt });
		// An accepted item has no later attempt; with another phone it would be another message.
		const isOver = attemptOf(attempt).verdict === 'sent';
		if (plan.items[item].later === 'bad phone' && !isOver) spoil(item);
		if (arrivals.length === plan.stop?.arrivals) {
			if (plan.stop.after === 0) stop();
			else setTimeout(stop, plan.stop.after);
		}
		return attemptOf(attempt).cutUnread ? 'cut-before' : undefined;
	};
	sandbox.onSend = (request) => {
		const item = phones.indexOf((request.body as { phone: string }).phone);
		const attempt = arrivals.findLast((arrival) => arrival.item === item)?.attempt;
		return attempt && (attemptOf(attempt).fault ?? { delay: plan.items[item].latency });
	};
	return arrivals;
}
