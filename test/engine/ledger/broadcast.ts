import { setTimeout as wait } from 'node:timers/promises';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import type { Outcome } from '../run';
import { sendTexts } from '../sandbox';
import { attemptOf, type AttemptName } from './attempts';
import { NEVER, ONLY, optionsOf } from './options';
import { batchesOf, isOnce, optionWithoutResult, WAYS, type Plan } from './plan';
import { shownBy } from './reports';
import { watchClient, watchedSend, type Try } from './watch';

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
	arrivals: Array<{ item: number; attempt: AttemptName; account: number; execution: number }>;
	/** How often the service took each item's message. */
	taken: number[];
	/** The number of each item, of which all writings have the last nine digits. */
	phones: string[];
	/** Whether the user stopped it before it ended. */
	cancelled: boolean;
}

const TIMEOUT_MS = 150;
/** More than the items of a plan, so that the length of a text names its broadcast and its item. */
const LENGTHS = 50;
/** Numbers of people come after those of items. */
const FIRST_PERSON = 900;
let broadcasts = 0;

/**
 * Runs a plan through n8n's engine against a sandbox for each account.
 *
 * @param accounts their keys have the same length
 */
export async function broadcast(accounts: Sandbox[], plan: Plan): Promise<Books> {
	const tag = String(++broadcasts).padStart(6, '0');
	const numberOf = (id: number) => `6281${tag}${String(id).padStart(3, '0')}`;
	const numberOfPerson = (person: number) => numberOf(FIRST_PERSON + person);
	// A Mexican number with and without the 1 behind the country code is one account of WhatsApp.
	const writings = plan.items.map(({ person, isRewritten }, item) => {
		const both = [1, ''].map((mobile) => `+52${mobile}5${numberOf(item).slice(-9)}`);
		return person === undefined && isRewritten ? (item % 2 ? both : both.toReversed()) : undefined;
	});
	const phones = plan.items.map(({ person }, item) =>
		writings[item]
			? writings[item][0].slice(1)
			: person === undefined
				? numberOf(item)
				: numberOfPerson(person),
	);
	const firstLength = 1 + (broadcasts % LENGTHS) * LENGTHS * 2;
	const itemOf = (text: string) => (text.length - firstLength) / 2;
	const items = plan.items.map(({ account }, item) => ({
		...{ text: 'x'.repeat(firstLength + 2 * item), item },
		...{ key: accounts[account].apiKey, url: accounts[account].url },
	}));
	const entered = plan.items.map(({ first, way }, item) =>
		first === 'bad phone' ? 'nobody' : (writings[item]?.[0] ?? WAYS[way](phones[item])),
	);
	const nothing = plan.items.map(({ first }, item) => optionWithoutResult(first, item));

	let execution = 0;
	let unread = plan.limits?.unread ?? 0;
	const stop = new AbortController();
	if (plan.stop?.arrivals === 0) setImmediate(() => stop.abort());
	const arrivals: Books['arrivals'] = [];
	for (const [account, sandbox] of accounts.entries()) {
		sandbox.reset();
		sandbox.form = plan.form;
		const list = (id: string, people: NonNullable<Plan['limits']>['stopped'] = []) => {
			const contacts = people
				.filter((each) => each.account === account)
				.map(({ person, way }) => ({ phone: WAYS[way](numberOfPerson(person)), is_group: false }));
			return { id, title: id, contacts };
		};
		sandbox.lists = [list(NEVER, plan.limits?.stopped), list(ONLY, plan.limits?.only)] as never;
		sandbox.onLists = () => (unread-- > 0 ? { status: 503, body: 'Try again' } : undefined);
		const shortest = JSON.stringify({
			...{ api_key: sandbox.apiKey, phone: numberOf(0) },
			text: '',
		});
		// Where only the head has arrived, its length tells the item.
		sandbox.onArrival = ({ headers }) => {
			const length = Number(headers['content-length']) - shortest.length - firstLength;
			// The shorter writing of a number takes one away.
			const item = Math.ceil(length / 2);
			if (!plan.items[item]) return undefined;
			const isFirst = !arrivals.some((arrival) => arrival.item === item);
			const attempt = plan.items[item][isFirst ? 'first' : 'later'];
			arrivals.push({ item, attempt, account, execution });
			entered[item] = writings[item]?.[1] ?? entered[item];
			// An accepted item has no later attempt; with another phone it would be another message.
			const isOver = attemptOf(attempt).verdict === 'sent';
			const { later } = plan.items[item];
			if (later === 'bad phone' && !isOver) entered[item] = 'nobody';
			if (!isOver) nothing[item] = optionWithoutResult(later, item);
			if (arrivals.length === plan.stop?.arrivals) {
				if (plan.stop.after === 0) stop.abort();
				else setTimeout(() => stop.abort(), plan.stop.after);
			}
			return attemptOf(attempt).cutUnread ? 'cut-before' : undefined;
		};
		sandbox.onSend = ({ body }) => {
			const item = itemOf((body as { text: string }).text);
			const attempt = arrivals.findLast((arrival) => arrival.item === item)?.attempt;
			return attempt && (attemptOf(attempt).fault ?? { delay: plan.items[item].latency });
		};
	}

	const tries: Try[] = [];
	watchClient({ tries, itemOf, stopped: () => stop.signal.aborted });
	const { onError, retryOnFail, newText } = plan;
	const isSlow = plan.items.some(({ first, later }) => [first, later].includes('slow'));
	const once = plan.items.map((_, item) => isOnce(plan, item, execution));
	const options = {
		credentials: { whatsAppSenderApi: { apiKey: '={{ $json.key }}', baseUrl: '={{ $json.url }}' } },
		batches: batchesOf(plan).map((batch) => batch.map((item) => ({ json: items[item] }))),
		parameters: {
			phone: '={{ $vars.phones[$json.item] }}',
			options: optionsOf(plan),
			requestOptions: isSlow ? { timeout: TIMEOUT_MS } : {},
		},
		runsBy: { message: { sendText: watchedSend } },
		onError,
		retryOnFail,
		stop: stop.signal,
		variables: {
			...{ phones: entered, once, nothing },
			dry: plan.items.map(({ isDry }) => isDry),
			closed: plan.items.map(({ isClosed }) => isClosed),
		} as never,
	};
	let outcome = await sendTexts(accounts[0], options);
	// Of the same length: it names the item.
	const text = newText ? '={{ $json.text.replaceAll("x", "y") }}' : '={{ $json.text }}';
	const again = { ...options, parameters: { ...options.parameters, text }, useCurrent: true };
	for (let left = plan.retries; left > 0 && outcome.error && !stop.signal.aborted; left--) {
		execution++;
		for (const item of once.keys()) once[item] = isOnce(plan, item, execution);
		outcome = await sendTexts(accounts[0], { ...again, retryOf: outcome });
	}
	const cancelled = stop.signal.aborted;
	// Whatever starts after the end shows up here, or as a stray of the next broadcast. What the
	// stop button tore away may still be on its way to the sandbox.
	await wait(cancelled ? 10 : 1);
	watchClient();
	const accepted = accounts.flatMap((sandbox) => sandbox.accepted);
	const taken = plan.items.map(
		(_, item) => accepted.filter(({ text }) => itemOf(text) === item).length,
	);
	return { ...shownBy(plan, outcome), tries, arrivals, taken, phones, cancelled };
}
