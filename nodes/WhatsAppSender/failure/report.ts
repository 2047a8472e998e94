import type {
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ServiceError } from './serviceError';

/** What the run of an item adds to its error. */
export interface Circumstances {
	/** One more sentence for the message. */
	doubt?: string;
	/** Put before what to do. */
	progress?: string;
}

/**
 * What a failed item leads to. On Error = Continue (either kind): an item with the message, linked
 * to its input item. On Error = Stop: the error is thrown.
 *
 * @throws NodeOperationError for input, NodeApiError for answers and network faults
 */
export function reportFailure(
	context: IExecuteSingleFunctions | IExecuteFunctions,
	itemIndex: number,
	error: unknown,
	circumstances: Circumstances = {},
): INodeExecutionData[] {
	if (!context.continueOnFail()) {
		throw toNodeError(context.getNode(), error, itemIndex, circumstances);
	}
	const message = messageOf(error, circumstances);
	return [{ json: { error: message }, pairedItem: { item: itemIndex } }];
}

/** A failure as the error that n8n shows, stores and hands to error workflows. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	circumstances: Circumstances = {},
): NodeApiError | NodeOperationError {
	const message = messageOf(error, circumstances);
	const advice = (error as { description?: string | null }).description;
	const description = [circumstances.progress, advice].filter(Boolean).join(' ') || undefined;
	if (error instanceof NodeApiError) {
		error.description = description;
		return exactly(message, error);
	}
	if (error instanceof ServiceError) {
		const httpCode = error.status === undefined ? undefined : String(error.status);
		return exactly(
			message,
			new NodeApiError(node, { message }, { message, description, httpCode, itemIndex }),
		);
	}
	return exactly(message, new NodeOperationError(node, message, { description, itemIndex }));
}

/** n8n puts a phrase of its own in the place of a message that has "ECONNREFUSED" and the like in it. */
function exactly(message: string, error: NodeApiError | NodeOperationError) {
	error.message = message;
	return error;
}

function messageOf(error: unknown, { doubt }: Circumstances): string {
	const message = error instanceof Error ? error.message : String(error);
	return doubt ? `${message.replace(/\.$/, '')}. ${doubt}` : message;
}
