import type { INode, INodeExecutionData } from 'n8n-workflow';
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
	/** More sentences for the message, which is all that the canvas shows. */
	more?: Array<string | undefined>;
	/** In place of the error's own advice. */
	description?: string;
}

/** Whether a request failed, and not the item's own data. */
export const isRequestError = (error: unknown): boolean => error instanceof RequestError;

/** What to do about an error, where it says so. */
export const adviceOf = (error: unknown): string | undefined =>
	(error as { description?: string | null } | undefined)?.description || undefined;

/**
 * The item of a failed input item where On Error is "Continue", linked to it.
 *
 * @param warning one more sentence, about an earlier attempt
 */
export function errorItem(error: unknown, itemIndex: number, warning?: string): INodeExecutionData {
	return { json: { error: messageOf(error, [warning]) }, pairedItem: { item: itemIndex } };
}

/** An error as n8n shows it, stores it and hands it to error workflows. */
export function toNodeError(
	node: INode,
	error: unknown,
	{ itemIndex, more = [], description = adviceOf(error) }: ErrorContext = {},
): NodeApiError | NodeOperationError {
	const message = messageOf(error, more);
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
function messageOf(error: unknown, more: Array<string | undefined>): string {
	const message = error instanceof Error ? error.message : String(error);
	const sentences = more.filter(Boolean);
	return sentences.length > 0 ? [message.replace(/\.$/, ''), ...sentences].join('. ') : message;
}
