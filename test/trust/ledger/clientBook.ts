import { RoutingNode } from 'n8n-core';
import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

/** A request as the node started it. */
export interface Start {
	item: number;
	phone: string;
	/** Requests under way at that moment, itself included. */
	underWay: number;
	/** Set in the moment of its start. */
	afterStop: boolean;
	/** Whether a message of the same try had failed before, in an earlier turn of the event loop. */
	afterFailure: boolean;
	/** The HTTP client gave it up for the time-out. */
	timedOut?: boolean;
}

/** One try of Retry On Fail, as the engine got it back. */
export interface Try {
	starts: Start[];
	items?: INodeExecutionData[];
	error?: Error & { description?: string };
}

interface Watch {
	tries: Try[];
	/** Whether the user has stopped the execution. */
	stopped: () => boolean;
	/** Whether an answer is no acknowledgement. */
	underWay: number;
}

/** The engine's own methods, watched to see what the node does at its side of the wire. */
interface Engine {
	runNode(): Promise<INodeExecutionData[][]>;
	rawRoutingRequest(
		item: IExecuteSingleFunctions,
		request: { options: { body?: unknown } },
		...rest: unknown[]
	): Promise<{ statusCode: number; body: unknown }>;
}

const engine = RoutingNode.prototype as unknown as Engine;
const { runNode, rawRoutingRequest } = engine;
let watch: Watch | undefined;
/** Phones of requests that were started when nobody waited for them any more. */
export const strays: string[] = [];

/** Notes every try and every request of one broadcast, until it is called again. */
export function watchClient(stopped: () => boolean): Try[] {
	watch = { tries: [], stopped, underWay: 0 };
	return watch.tries;
}

export function watchNobody(): void {
	watch = undefined;
}

const failing = new WeakSet<Try>();

engine.runNode = async function () {
	const attempt: Try = { starts: [] };
	watch?.tries.push(attempt);
	try {
		const output = await runNode.call(this);
		// A copy: the engine moves failed items to the error branch.
		attempt.items = [...output[0]];
		return output;
	} catch (error) {
		attempt.error = error as Error;
		throw error;
	}
};

engine.rawRoutingRequest = async function (item, request, ...rest) {
	const phone = String((request.options.body as { phone?: unknown }).phone);
	const current = watch?.tries.at(-1);
	if (!watch || !current) {
		strays.push(phone);
		return await rawRoutingRequest.call(this, item, request, ...rest);
	}
	const mine = watch;
	const start: Start = {
		item: item.getItemIndex(),
		phone,
		underWay: ++mine.underWay,
		afterStop: mine.stopped(),
		afterFailure: failing.has(current),
	};
	current.starts.push(start);
	// The node learns of a failure in the microtasks that follow.
	const fail = () => setImmediate(() => failing.add(current));
	try {
		const answer = await rawRoutingRequest.call(this, item, request, ...rest);
		if (!isAcknowledgement(answer)) fail();
		return answer;
	} catch (error) {
		// The node's own limit for the whole answer cancels the request, as the stop button does.
		start.timedOut = !mine.stopped() && /timeout|ECONNABORTED|ERR_CANCELED/i.test(textOf(error));
		fail();
		throw error;
	} finally {
		mine.underWay--;
	}
};

function isAcknowledgement({ statusCode, body }: { statusCode: number; body: unknown }): boolean {
	const envelope = body as { status?: unknown; data?: unknown } | null;
	return (
		statusCode === 200 && (body === 'OK' || (envelope?.status === 200 && envelope.data === 'OK'))
	);
}

function textOf(error: unknown): string {
	const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
	return [message, code, cause ? textOf(cause) : ''].join(' ');
}
