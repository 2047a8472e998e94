import {
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

/** The `reason` in the output of a failed item. */
export type FailureReason = 'invalid' | 'rejected' | 'unreachable' | 'unconfirmed';

/** Base class of the node's errors. `message` is complete on its own; `description` adds advice. */
export abstract class Failure extends Error {
	abstract readonly reason: FailureReason;
	/** Whether the item's data may be wrong. Retry uses the same data, so it would fail again. */
	abstract readonly isOfItem: boolean;
	/** Status of the HTTP response. */
	readonly status?: number;
	/** Milliseconds that the server asks to wait before the next request. */
	readonly retryAfter?: number;
	/** The message for an AI model. */
	forModel = this.message;

	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}

	/** Whether the item's own data cannot be sent. */
	get isBadRow(): boolean {
		return this.isOfItem && this.reason === 'invalid';
	}
}

/** An invalid value, found before its item is sent. The message names the field, the value and the fix. */
export class InputError extends Failure {
	readonly reason = 'invalid';
	readonly isOfItem: boolean = true;
}

/** A wrong value of the workflow or its credential, the same for all items. */
export class WorkflowError extends InputError {
	override readonly isOfItem = false;
}

abstract class RequestError extends Failure {
	/**
	 * @param status of the HTTP response; none without a response
	 * @param retryAfter milliseconds that the server asks to wait before the next request
	 */
	constructor(
		message: string,
		description: string | undefined,
		override readonly status?: number,
		readonly isOfItem = false,
		override readonly retryAfter?: number,
	) {
		super(message, description);
	}
}

/** The server rejected the request, with an HTTP status. */
export class RejectedError extends RequestError {
	readonly reason = 'rejected';
}

/** There was no connection, or no response to a request that changes nothing. */
export class ConnectionError extends RequestError {
	readonly reason = 'unreachable';
}

/** The request was sent and not confirmed: it may have been processed. */
export class UnconfirmedError extends RequestError {
	readonly reason = 'unconfirmed';
}

/** Any error as a failure. n8n's own, of expressions and missing credentials, are the workflow's. */
export function asFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	if (!(error instanceof Error)) return new WorkflowError(String(error));
	const { message, description } = error as Error & { description?: string };
	return new WorkflowError(message, description);
}

/** A failure that affects the whole run, with words before its message. Several items may share the original. */
export function withPrefix(prefix: string, error: unknown): unknown {
	if (!(error instanceof Failure)) return error;
	const [message, forModel] = [error.message, error.forModel].map((text) => `${prefix}: ${text}`);
	return Object.assign(Object.create(error), { message, forModel, isOfItem: false });
}

/** The output for a failed item if On Error is "Continue". @param warning about an earlier attempt */
export function errorItem(error: unknown, itemIndex: number, warning?: string): INodeExecutionData {
	const message = messageOf(asFailure(error), [warning]);
	return { json: { error: message }, pairedItem: { item: itemIndex } };
}

/**
 * An error as n8n shows it, stores it and hands it to error workflows.
 *
 * @param extraSentences for the message, which is all that the canvas shows
 * @param description instead of the error's own advice
 */
export function toNodeError(
	node: INode,
	error: unknown,
	context: { itemIndex?: number; description?: string; extraSentences?: Sentences } = {},
): NodeApiError | NodeOperationError {
	const failure = asFailure(error);
	const { itemIndex, description = failure.description, extraSentences = [] } = context;
	const message = messageOf(failure, extraSentences);
	const options = { message, description: description || undefined, itemIndex };
	const nodeError =
		failure instanceof RequestError
			? new NodeApiError(node, { message }, { ...options, httpCode: failure.status?.toString() })
			: new NodeOperationError(node, message, options);
	// n8n replaces a message with "ECONNREFUSED" and the like by a phrase of its own.
	nodeError.message = message;
	return nodeError;
}

export const withoutFullStop = (text: string): string => text.replace(/\.$/, '');

type Sentences = Array<string | undefined>;

/** The error's message, followed by the extra sentences. */
function messageOf({ message }: Failure, extraSentences: Sentences): string {
	const sentences = extraSentences.filter(Boolean);
	return sentences.length > 0 ? [withoutFullStop(message), ...sentences].join('. ') : message;
}
