import type { IExecuteSingleFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * A request that failed: the other side rejected it, or the network did not get it through.
 * `message` is one sentence that suffices alone, because n8n keeps nothing else where On Error is
 * "Continue"; `description` says what to do.
 */
export class RequestError extends Error {
	override readonly name = 'RequestError';

	constructor(
		message: string,
		readonly description: string,
		/** HTTP status of the response; none where there was no response. */
		readonly status?: number,
		/** Whether the request may have been processed although nobody confirmed it. */
		readonly unconfirmed = false,
	) {
		super(message);
	}
}

/** What is known around an error beside the error itself. */
export interface ErrorContext {
	itemIndex?: number;
	/** One more sentence for the message, about an earlier attempt. */
	warning?: string;
	/** How far the run came; before the advice in the description. */
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
	{ itemIndex, warning, progress, next }: ErrorContext = {},
): NodeApiError | NodeOperationError {
	const message = messageOf(error, warning);
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
	const httpCode = error.status === undefined ? undefined : String(error.status);
	return new NodeApiError(node, { message }, { ...options, httpCode });
}

function messageOf(error: unknown, warning?: string): string {
	const message = error instanceof Error ? error.message : String(error);
	return warning ? `${message.replace(/\.$/, '')}. ${warning}` : message;
}
