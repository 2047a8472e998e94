import type { INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../engine/run';
import { attemptOf, type AttemptName } from './attempts';
import type { Plan } from './plan';
import type { Sent } from './wire';

/** A message as the node started it. */
export interface Start {
	item: number;
	/** Milliseconds since the broadcast began, and what the clock says. */
	at: number;
	clock: number;
	/** Milliseconds when the node got its response or gave up. */
	endedAt?: number;
	/** Whether it did so before the user stopped it. */
	isHeard?: boolean;
	/** Messages in flight at that moment, itself included. */
	inFlight: number;
	afterStop: boolean;
	/** Whether the node knew by then that a message of the same try had failed. */
	afterFailure: boolean;
}

/** One try of one iteration, as the engine got it back. */
export interface Try {
	begunAt: number;
	/** The first step of time in which the node knew of a failure. */
	failedIn?: number;
	/** Its input, as items of the plan. */
	batch: number[];
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
	/** Whether the user stopped it before it ended. */
	cancelled: boolean;
	/** Milliseconds from the stop button to the end of an execution, at most. */
	stopTook: number;
	/** Why it did not end, or what it did when it had. */
	stuck?: string;
	strays: number;
	/** Milliseconds for which something of it still waited after that. */
	goesOnFor?: number;
	/** Milliseconds from its begin to its end. */
	lasted: number;
	/** How late a timer may be, and by how much the clock was set. */
	grain: number;
	changes: Array<{ at: number; by: number }>;
	/** Of a campaign: what its table says of each item. */
	rows?: string[];
	/** When its executions were cut. */
	cuts: number[];
	/** What happened, a line each. */
	log: string[];
}

/** What holds in every broadcast, by a sentence. */
export type Rules = Record<string, (plan: Plan, books: Books) => unknown>;

export const newBooks = (): Books => ({
	items: [],
	errors: [],
	stoppedIn: [],
	tries: [],
	arrivals: [],
	taken: [],
	cancelled: false,
	stopTook: 0,
	strays: 0,
	lasted: 0,
	grain: 0,
	changes: [],
	cuts: [],
	log: [],
});

/** The item that a message is of. */
export const itemOf = ({ text }: Sent) => Number(/\d+/.exec(String(text))?.[0] ?? -1);

export const starts = ({ tries }: Books) => tries.flatMap((attempt) => attempt.starts);

/** Of an item, what the service did with each of its messages. */
export const verdictsOf = ({ arrivals }: Books, item: number) =>
	arrivals
		.filter((arrival) => arrival.item === item)
		.map(({ attempt }) => attemptOf(attempt).verdict);

export const acknowledged = (books: Books, item: number) =>
	verdictsOf(books, item).includes('sent');

export const isGrowing = (numbers: number[]) =>
	numbers.every((n, at) => at === 0 || n > numbers[at - 1]);
