// First, because it lets TypeScript find the node's file.
import { newProcess } from './nodeProcess';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import type { Outcome } from '../engine/run';
import { callAsTool } from '../engine/agentTool';
import { sendTexts } from '../engine/sandbox';
import { attemptOf, type AttemptName } from './attempts';
import { NEVER, NOBODY, ONLY, optionsOf, valuesOf } from './options';
import { batchesOf, numberOf, numberOfPerson, optionWithoutResult, WAYS, type Plan } from './plan';
import { shownBy } from './reports';
import { Stuck, VirtualTime } from './virtualTime';
import { watchWire, type Handling, type Sent } from './wire';

/** A message as the node started it. */
export interface Start {
	item: number;
	/** Milliseconds since the broadcast began, and what the clock says. */
	at: number;
	clock: number;
	/** Milliseconds when the node got its response or gave up. */
	endedAt?: number;
	/** Messages in flight at that moment, itself included. */
	inFlight: number;
	afterStop: boolean;
	/** Whether the node knew by then that a message of the same try had failed. */
	afterFailure: boolean;
}

/** One try of one iteration, as the engine got it back. */
export interface Try {
	begunAt: number;
	endedAt?: number;
	/** The first step of time in which the node knew of a failure. */
	failedIn?: number;
	starts: Start[];
	items?: INodeExecutionData[];
	error?: Error & { description?: string };
}

/** A message as it arrived at the service. */
export interface Arrival {
	item: number;
	attempt: AttemptName;
	account: number;
	execution: number;
	sent: Sent;
}

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
	arrivals: Arrival[];
	/** How often the service took each item's message. */
	taken: number[];
	/** The number of each item, of which all writings have the last nine digits. */
	phones: string[];
	/** Whether the user stopped it before it ended. */
	cancelled: boolean;
	/** Milliseconds from its begin until then. */
	stoppedAfter?: number;
	/** Why it did not end, or what it did when it had. */
	stuck?: string;
	strays: number;
	/** Milliseconds from its begin to its end. */
	lasted: number;
	/** How late a timer may be, and by how much the clock was set. */
	grain: number;
	changes: Array<{ at: number; by: number }>;
	/** What happened, a line each. */
	log: string[];
}

/** What the service of each account takes in `send_at`. */
export const UNITS = ['seconds', 'milliseconds'] as const;
/** Later than any time-out. */
const LATE = 400_000;
/** Where timers of a delay need not be exact. */
const LONG_DELAY = 30;
/** As a delay, what a wait for hours is taken for. */
const WAIT = 15_000;

const itemOf = (sent: Sent) => Number(/\d+/.exec(String(sent.text))?.[0] ?? -1);

const hostOf = (account: number) => `service-${account}.example`;

const longestOf = (delay: Plan['delay']) => Math.max(delay?.min ?? 0, delay?.max ?? 0);

/** How late a timer may be, in milliseconds. */
const grainOf = ({ delay, hours }: Plan) => {
	const seconds = hours?.outside === 'wait' ? Math.max(longestOf(delay), WAIT) : longestOf(delay);
	return seconds < LONG_DELAY ? 0 : (seconds * 1000) / 50;
};

/** Runs a plan through n8n's engine, against a sandbox for each account, in virtual time. */
export async function broadcast(accounts: Sandbox[], plan: Plan): Promise<Books> {
	const time = new VirtualTime(plan.calendar.start, plan.seed, grainOf(plan));
	try {
		return await run(accounts, plan, time);
	} finally {
		time.end();
	}
}

async function run(accounts: Sandbox[], plan: Plan, time: VirtualTime): Promise<Books> {
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
	const items = plan.items.map(({ account }, item) => ({
		...{ item, key: accounts[account].apiKey, url: `http://${hostOf(account)}` },
		...{ unit: UNITS[account], word: plan.isMarkdown ? '**To**' : 'To' },
	}));
	const entered = plan.items.map(({ first, way }, item) =>
		first === 'bad phone' ? 'nobody' : (writings[item]?.[0] ?? WAYS[way](phones[item])),
	);
	let execution = 0;
	let unread = plan.limits?.unread ?? 0;
	let requests = 0;
	let isOver = false;
	const stop = new AbortController();
	const books = {
		items: [],
		errors: [],
		stoppedIn: [],
		tries: [],
		arrivals: [],
	} as unknown as Books;
	Object.assign(books, { changes: [], log: [], strays: 0 });
	const { tries, arrivals, changes } = books;
	const log = (who: string, what: string) => {
		const clock = new Date(Date.now()).toISOString().slice(0, -1);
		books.log.push(`${String(time.elapsed).padStart(10)} ms  ${clock}  ${who.padEnd(8)}${what}`);
	};
	const values = valuesOf(plan, execution);
	const enter = (item: number, attempt: AttemptName) => {
		const option = optionWithoutResult(attempt, item, plan);
		if (option) values[item][option] = undefined;
	};
	plan.items.forEach(({ first }, item) => enter(item, first));

	const at = async ({ arrivals, after }: { arrivals: number; after: number }, act: () => void) => {
		if (requests !== arrivals) return;
		await time.wait(after);
		act();
	};
	const interrupt = () => {
		if (plan.stop) {
			void at(plan.stop, () => {
				if (isOver) return;
				log('user', 'stops it');
				books.stoppedAfter = time.elapsed;
				stop.abort();
			});
		}
		const { clockSet } = plan;
		if (!clockSet) return;
		void at(clockSet, () => {
			log('clock', `is set by ${clockSet.by} ms`);
			changes.push({ at: time.elapsed, by: clockSet.by });
			time.setClock(clockSet.by);
		});
	};

	for (const [account, sandbox] of accounts.entries()) {
		sandbox.accepted.length = 0;
		sandbox.requests.length = 0;
		sandbox.form = plan.form;
		const list = (id: string, people: NonNullable<Plan['limits']>['stopped'] = []) => {
			const contacts = people
				.filter((each) => each.account === account)
				.map(({ person, way }) => ({ phone: WAYS[way](numberOfPerson(person)), is_group: false }));
			return { id, title: id, contacts };
		};
		const { stopped, only } = plan.limits ?? {};
		sandbox.lists = [list(NEVER, stopped), list(ONLY, only), list(NOBODY)] as never;
		const failure = plan.limits?.isHidden
			? { status: 200, body: { status: 'error', data: [], message: 'Try again' } }
			: { status: 503, body: 'Try again' };
		sandbox.onLists = () => (unread-- > 0 ? failure : undefined);
		sandbox.onSend = ({ body }) => {
			const item = itemOf(body as Sent);
			const attempt = arrivals.findLast((arrival) => arrival.item === item)?.attempt;
			return attempt && attemptOf(attempt).fault;
		};
	}

	/** The message has arrived: what becomes of it, and what its item will say from now on. */
	const arrive = (host: string, sent: Sent): Handling => {
		const item = itemOf(sent);
		const { first, later, back } = plan.items[item];
		const attempt = arrivals.some((arrival) => arrival.item === item) ? later : first;
		const account = accounts.findIndex((_, index) => hostOf(index) === host);
		arrivals.push({ item, attempt, account, execution, sent });
		log('service', `item ${item} arrives: ${attempt}`);
		entered[item] = writings[item]?.[1] ?? entered[item];
		// An accepted item has no later attempt; with another phone it would be another message.
		const { verdict, cutUnread, response } = attemptOf(attempt);
		if (verdict !== 'sent') {
			enter(item, later);
			if (later === 'bad phone') entered[item] = 'nobody';
		}
		requests++;
		interrupt();
		return {
			back: response === 'late' ? LATE : back,
			isCut: cutUnread,
			isLost: response === 'never',
		};
	};

	let inFlight = 0;
	watchWire({
		time,
		services: Object.fromEntries(accounts.map((sandbox, index) => [hostOf(index), sandbox])),
		onRequest(sent) {
			if (!sent) return { there: 50, ended: () => {} };
			const mine = tries.at(-1)!;
			const item = itemOf(sent);
			if (isOver) books.strays++;
			const start: Start = {
				...{ item, at: time.elapsed, clock: Date.now(), inFlight: ++inFlight },
				afterStop: stop.signal.aborted,
				afterFailure: (mine.failedIn ?? Infinity) < time.step,
			};
			mine.starts.push(start);
			log('node', `item ${item} starts, ${inFlight} in flight`);
			return {
				there: plan.items[item]?.there ?? 0,
				ended() {
					inFlight--;
					start.endedAt = time.elapsed;
					const attempt = arrivals.findLast((arrival) => arrival.item === item)?.attempt;
					const isSent = attempt && attemptOf(attempt).verdict === 'sent';
					if (!isSent) mine.failedIn ??= time.step;
				},
			};
		},
		onArrival: (host, sent) => (sent ? arrive(host, sent) : { back: 50 }),
	});
	interrupt();

	let { sendText, credentialTypes } = newProcess();
	const watchedSend = async function (this: IExecuteFunctions) {
		const mine: Try = { begunAt: time.elapsed, starts: [] };
		tries.push(mine);
		try {
			const output = await sendText.call(this);
			// A copy: the engine moves failed items to the error branch.
			mine.items = [...output[0]];
			return output;
		} catch (error) {
			mine.error = error as Error;
			log('node', `fails: ${mine.error.message}`);
			throw error;
		} finally {
			mine.endedAt = time.elapsed;
		}
	};
	const { onError, retryOnFail, newText, timeout } = plan;
	const parameters = {
		options: optionsOf(plan) as never,
		requestOptions: timeout ? { timeout } : {},
	};
	const byItem = (before = '') => ({
		phone: '={{ $vars.phones[$json.item] }}',
		text: `={{ "${before}" + $json.word + " " + $json.item }}`,
		...parameters,
	});
	const field = (name: string, value: string) => (plan.isAgent ? value : `={{ $json.${name} }}`);
	const start = {
		credentials: {
			whatsAppSenderApi: {
				apiKey: field('key', accounts[0].apiKey),
				baseUrl: field('url', `http://${hostOf(0)}`),
				sendAtUnit: field('unit', UNITS[0]),
			},
		},
		stop: stop.signal,
		variables: { phones: entered, values } as never,
	};
	const settings = {
		...{ onError, retryOnFail, timezone: plan.calendar.zone },
		batches: batchesOf(plan).map((batch) => batch.map((item) => ({ json: items[item] }))),
		runsBy: { message: { sendText: watchedSend } },
	};
	let outcome: Outcome | undefined;
	const execute = async (text?: string, more: object = {}) => {
		const node = { ...start, ...settings, parameters: byItem(text), credentialTypes };
		outcome = await sendTexts(accounts[0], { ...node, ...more });
	};
	/** What the model is told of each call, as an output item. */
	const call = async () => {
		tries.push({ begunAt: 0, starts: [] });
		const calls = plan.items.map((_, item) => ({
			phone: String(entered[item]),
			text: `To ${item}`,
		}));
		const called = callAsTool(accounts[0], calls, { ...settings, parameters, run: start });
		const told = await called.catch((error) => {
			if (!stop.signal.aborted) throw error;
			return [];
		});
		books.items = told.map((text, item) => {
			const [json] = [JSON.parse(text)].flat();
			return { json, pairedItem: { item } };
		});
	};
	try {
		await time.pass(plan.isAgent ? call() : execute());
		for (let left = plan.retries; left > 0 && outcome?.error && !stop.signal.aborted; left--) {
			execution++;
			log('user', `presses Retry${plan.isRestarted ? ' in another process' : ''}`);
			if (plan.isRestarted) ({ sendText, credentialTypes } = newProcess());
			for (const [item, { eachRecipientOnce }] of valuesOf(plan, execution).entries()) {
				if (values[item].eachRecipientOnce) values[item] = { ...values[item], eachRecipientOnce };
			}
			const again = { retryOf: outcome, useCurrent: newText };
			await time.pass(execute(newText ? 'Again ' : '', again));
		}
		books.cancelled = stop.signal.aborted;
		books.lasted = time.elapsed;
		isOver = true;
		await time.rest();
	} catch (error) {
		if (!(error instanceof Stuck)) throw error;
		books.stuck = error.message;
	}
	const accepted = accounts.flatMap((sandbox) => sandbox.accepted);
	const taken = plan.items.map(
		(_, item) => accepted.filter((message) => itemOf({ ...message }) === item).length,
	);
	const shown = outcome && shownBy(plan, outcome);
	return Object.assign(books, shown, { taken, phones, grain: grainOf(plan) });
}
