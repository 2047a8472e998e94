import type {
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ServiceError } from './serviceError';

/**
 * What a failed item leads to. On Error = Continue (either kind): an item with the message, linked
 * to its input item. On Error = Stop: the error is thrown.
 *
 * @param progress how far the run had come, put before what to do
 * @throws NodeOperationError for input, NodeApiError for answers and network faults
 */
export function reportFailure(
	context: IExecuteSingleFunctions | IExecuteFunctions,
	itemIndex: number,
	error: unknown,
	progress = '',
): INodeExecutionData[] {
	if (!context.continueOnFail()) throw toNodeError(context.getNode(), error, itemIndex, progress);
	return [{ json: { error: messageOf(error) }, pairedItem: { item: itemIndex } }];
}

/** A failure as the error that n8n shows, stores and hands to error workflows. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	progress = '',
): NodeApiError | NodeOperationError {
	const message = messageOf(error);
	const advice = (error as { description?: string | null }).description;
	const description = [progress, advice].filter(Boolean).join(' ') || undefined;
	if (error instanceof ServiceError) {
		const httpCode = error.status === undefined ? undefined : String(error.status);
		return exactly(
			message,
			new NodeApiError(node, { message }, { message, description, httpCode, itemIndex }),
		);
	}
	if (error instanceof NodeApiError) return error;
	return exactly(message, new NodeOperationError(node, message, { description, itemIndex }));
}

/** n8n puts a phrase of its own in the place of a message that has "ECONNREFUSED" and the like in it. */
function exactly(message: string, error: NodeApiError | NodeOperationError) {
	error.message = message;
	return error;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
