import { WorkflowExecute } from 'n8n-core';
import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import { SENDER_TYPE } from '../nodeTypes';

/** A request as the node started it. */
interface Start {
	item: number;
	/** Requests in flight at that moment, itself included. */
	inFlight: number;
	/** Set in the moment of its start. */
	afterStop: boolean;
	/** Whether a message of the same try had failed before, in an earlier turn of the event loop. */
	afterFailure: boolean;
	/** The HTTP client gave it up for the time-out. */
	timedOut?: boolean;
}

/** One try of one iteration, as the engine got it back. */
export interface Try {
	starts: Start[];
	items?: INodeExecutionData[];
	error?: Error & { description?: string };
	hasFailed?: boolean;
}

interface Watch {
	tries: Try[];
	phones: string[];
	/** Whether the user has stopped the execution. */
	stopped: () => boolean;
	inFlight: number;
}

type Operation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
type Response = { statusCode: number; body: unknown };
type Request = (this: unknown, name: string, options: IHttpRequestOptions) => Promise<Response>;

/** The engine's own method, watched to see what the node does at its side of the wire. */
interface Engine {
	executeNode(
		workflow: unknown,
		node: INode,
		type: unknown,
		operation: Operation | undefined,
		...rest: unknown[]
	): Promise<unknown>;
}

const engine = WorkflowExecute.prototype as unknown as Engine;
const { executeNode } = engine;
let watch: Watch | undefined;
/** Phones of requests that were started when nobody waited for them any more. */
export const strays: string[] = [];

/** Notes every try and every request of one broadcast, until it is called again. */
export function watchClient(phones: string[], stopped: () => boolean): Try[] {
	watch = { tries: [], phones, stopped, inFlight: 0 };
	return watch.tries;
}

export function watchNobody(): void {
	watch = undefined;
}

engine.executeNode = async function (workflow, node, type, operation, ...rest) {
	const watched = node.type === SENDER_TYPE && operation ? watchedOperation(operation) : operation;
	return await executeNode.call(this, workflow, node, type, watched, ...rest);
};

function watchedOperation(operation: Operation): Operation {
	return async function () {
		const attempt: Try = { starts: [] };
		watch?.tries.push(attempt);
		const helpers = this.helpers as unknown as { httpRequestWithAuthentication: Request };
		helpers.httpRequestWithAuthentication = watchedRequest(helpers.httpRequestWithAuthentication);
		try {
			const output = await operation.call(this);
			// A copy: the engine moves failed items to the error branch.
			attempt.items = [...output[0]];
			return output;
		} catch (error) {
			attempt.error = error as Error;
			throw error;
		}
	};
}

function watchedRequest(send: Request): Request {
	return async function (...given) {
		const phone = String((given[1].body as { phone?: unknown }).phone);
		const mine = watch;
		const current = mine?.tries.at(-1);
		if (!mine || !current) {
			strays.push(phone);
			return await send.apply(this, given);
		}
		const start: Start = {
			item: mine.phones.indexOf(phone),
			inFlight: ++mine.inFlight,
			afterStop: mine.stopped(),
			afterFailure: current.hasFailed === true,
		};
		current.starts.push(start);
		// The node learns of a failure in the microtasks that follow.
		const fail = () => setImmediate(() => (current.hasFailed = true));
		try {
			const response = await send.apply(this, given);
			if (!isAcknowledgement(response)) fail();
			return response;
		} catch (error) {
			// The node's own limit for the whole response cancels the request, as the stop button does.
			start.timedOut = !mine.stopped() && /timeout|ECONNABORTED|ERR_CANCELED/i.test(textOf(error));
			fail();
			throw error;
		} finally {
			mine.inFlight--;
		}
	};
}

function isAcknowledgement({ statusCode, body }: Response): boolean {
	const envelope = body as { status?: unknown; data?: unknown } | null;
	return (
		statusCode === 200 && (body === 'OK' || (envelope?.status === 200 && envelope.data === 'OK'))
	);
}

function textOf(error: unknown): string {
	const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
	return [message, code, cause ? textOf(cause) : ''].join(' ');
}
