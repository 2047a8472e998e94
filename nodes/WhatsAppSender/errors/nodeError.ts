import type { IExecuteSingleFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { RequestError } from './requestError';

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
	if (error instanceof NodeApiError) {
		error.description = description;
		return withExactMessage(message, error);
	}
	if (error instanceof RequestError) {
		const httpCode = error.status === undefined ? undefined : String(error.status);
		const options = { message, description, httpCode, itemIndex };
		return withExactMessage(message, new NodeApiError(node, { message }, options));
	}
	return withExactMessage(
		message,
		new NodeOperationError(node, message, { description, itemIndex }),
	);
}

/** n8n replaces a message that has "ECONNREFUSED" and the like in it by a phrase of its own. */
function withExactMessage(message: string, error: NodeApiError | NodeOperationError) {
	error.message = message;
	return error;
}

function messageOf(error: unknown, warning?: string): string {
	const message = error instanceof Error ? error.message : String(error);
	return warning ? `${message.replace(/\.$/, '')}. ${warning}` : message;
}
