import type { IExecuteSingleFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * A value that cannot be sent, found before anything of its item is sent.
 * `message` names the field, the value and the fix; `description` adds what else the user can do.
 */
export class InputError extends Error {
	override readonly name = 'InputError';

	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}
}

/**
 * A request that failed. `message` is one sentence that suffices alone, because n8n keeps nothing
 * else where On Error is "Continue"; `description` says what to do.
 */
abstract class RequestError extends Error {
	constructor(
		message: string,
		readonly description: string,
		/** HTTP status of the response; none where there was no response. */
		readonly status?: number,
	) {
		super(message);
	}
}

/** The other side has refused the request, with an HTTP status. */
export class RejectedError extends RequestError {
	override readonly name = 'RejectedError';
}

/** There was no connection, or no response to a request that changes nothing. */
export class ConnectionError extends RequestError {
	override readonly name = 'ConnectionError';
}

/** The request was sent and not confirmed: it may have been processed. */
export class UnconfirmedError extends RequestError {
	override readonly name = 'UnconfirmedError';
}

/** What is known around an error beside the error itself. */
export interface ErrorContext {
	itemIndex?: number;
	/** One more sentence for the message, about an earlier attempt. */
	warning?: string;
	/** How far the run came, in the message: the canvas shows nothing else. */
	accepted?: string;
	/** How far the run came, in full; before the advice in the description. */
	progress?: string;
	/** What to do next; after the advice. */
	next?: string;
}

/**
 * Handles the error of one item of the routing. On Error = Continue (either kind): an error item.
 * On Error = Stop: throws.
 *
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export function handleItemError(
	context: IExecuteSingleFunctions,
	error: unknown,
	warning?: string,
): INodeExecutionData[] {
	const itemIndex = context.getItemIndex();
	if (context.continueOnFail()) return [errorItem(error, itemIndex, warning)];
	throw toNodeError(context.getNode(), error, { itemIndex, warning });
}

/** The item of a failed input item where On Error is "Continue", linked to it. */
export function errorItem(error: unknown, itemIndex: number, warning?: string): INodeExecutionData {
	return { json: { error: messageOf(error, warning) }, pairedItem: { item: itemIndex } };
}

/** An error as n8n shows it, stores it and hands it to error workflows. */
export function toNodeError(
	node: INode,
	error: unknown,
	{ itemIndex, warning, accepted, progress, next }: ErrorContext = {},
): NodeApiError | NodeOperationError {
	const message = messageOf(error, warning, accepted);
	const advice =
		(error as { description?: string | null }).description ??
		(warning && 'Check whether it arrived before you send it again.');
	const description = [progress, advice, next].filter(Boolean).join(' ') || undefined;
	const shown = asNodeError(node, error, { message, description, itemIndex });
	// n8n replaces a message that has "ECONNREFUSED" and the like in it by a phrase of its own.
	shown.message = message;
	return shown;
}

function asNodeError(
	node: INode,
	error: unknown,
	options: { message: string; description?: string; itemIndex?: number },
): NodeApiError | NodeOperationError {
	const { message, description } = options;
	if (error instanceof NodeApiError) return Object.assign(error, { description });
	if (!(error instanceof RequestError)) return new NodeOperationError(node, message, options);
	const httpCode = error.status?.toString();
	return new NodeApiError(node, { message }, { ...options, httpCode });
}

/** The error's message with more sentences behind it. */
function messageOf(error: unknown, ...more: Array<string | undefined>): string {
	const message = error instanceof Error ? error.message : String(error);
	const sentences = more.filter(Boolean);
	return sentences.length > 0 ? [message.replace(/\.$/, ''), ...sentences].join('. ') : message;
}
