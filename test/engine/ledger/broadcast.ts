import { setTimeout as wait } from 'node:timers/promises';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import type { Outcome } from '../run';
import { phoneOf, sendTexts } from '../sandbox';
import { watchClient, watchNobody, type Try } from './clientBook';
import { attemptOf, batchesOf, type AttemptName, type ItemPlan, type Plan } from './plan';

/** What three sides say about one broadcast. */
export interface Books {
	/** What n8n shows at the end, the items counted through all iterations. */
	items: INodeExecutionData[];
	errors: INodeExecutionData[];
	error?: Outcome['error'];
	/** Items of the iteration that the error stopped, and the one that it stopped at. */
	stoppedIn: number[];
	stoppedAt?: number;
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
	const stop = new AbortController();
	const tries = watchClient(phones, () => stop.signal.aborted);
	const arrivals = followPlan(sandbox, plan, {
		phones,
		texts,
		stop: () => stop.abort(),
		spoil: (item) => (entered[item] = 'nobody'),
	});
	if (plan.stop?.arrivals === 0) setImmediate(() => stop.abort());

	const { onError, retryOnFail, newText, concurrency } = plan;
	const options = {
		batches: batchesOf(
			plan,
			texts.map((text, item) => ({ json: { text, item } })),
		),
		parameters: {
			phone: '={{ $vars.phones[$json.item] }}',
			options: { concurrency },
			requestOptions: plan.items.some(isSlow) ? { timeout: TIMEOUT_MS } : {},
		},
		onError,
		retryOnFail,
		stop: stop.signal,
		variables: { phones: entered } as never,
	};
	let outcome = await sendTexts(sandbox, options);
	// Of the same length: it names the item.
	const text = newText ? '={{ $json.text.replaceAll("x", "y") }}' : '={{ $json.text }}';
	const again = { ...options, parameters: { ...options.parameters, text }, useCurrent: true };
	let retried = 0;
	for (; retried < plan.retries && outcome.error && !stop.signal.aborted; retried++) {
		outcome = await sendTexts(sandbox, { ...again, retryOf: outcome });
	}
	const cancelled = stop.signal.aborted;
	// Whatever starts after the end shows up here, or as a stray of the next broadcast. What the
	// stop button tore away may still be on its way to the sandbox.
	await wait(cancelled ? 10 : 1);
	watchNobody();
	const taken = phones.map(
		(phone) => sandbox.accepted.filter(({ recipient }) => recipient === phone).length,
	);
	return { ...shownBy(plan, outcome), tries, arrivals, taken, phones, cancelled, retried };
}

function shownBy(plan: Plan, { run, error }: Outcome) {
	const iterations = batchesOf(plan, [...plan.items.keys()]);
	const runs = (run.data.resultData.runData.Sender ?? []).slice(0, iterations.length);
	const output = (branch: number) =>
		runs.flatMap(({ data }, iteration) =>
			(data?.main[branch] ?? []).map((item) => {
				const { item: local } = item.pairedItem as { item: number };
				return { ...item, pairedItem: { item: iterations[iteration][local] } };
			}),
		);
	const stoppedIn = error ? (iterations[runs.length - 1] ?? []) : [];
	const stoppedAt = stoppedIn[error?.context?.itemIndex ?? -1];
	return { items: output(0), errors: output(1), error, stoppedIn, stoppedAt };
}

/**
 * Whether a busy machine let a time-out pass that was not planned. The books of such a broadcast say
 * nothing about the plan.
 */
export function wasDisturbed({ tries, arrivals }: Books): boolean {
	const timeOuts = tries.flatMap(({ starts }) => starts).filter(({ timedOut }) => timedOut);
	return timeOuts.length > arrivals.filter(({ attempt }) => attemptOf(attempt).slow).length;
}

const isSlow = ({ first, later }: ItemPlan) => first === 'slow' || later === 'slow';

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
		const isFirst = !arrivals.some((arrival) => arrival.item === item);
		const attempt = plan.items[item][isFirst ? 'first' : 'later'];
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
		const item = phones.indexOf(phoneOf(request));
		const attempt = arrivals.findLast((arrival) => arrival.item === item)?.attempt;
		return attempt && (attemptOf(attempt).fault ?? { delay: plan.items[item].latency });
	};
	return arrivals;
}
