import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { errorItem, InputError, toNodeError, WorkflowError } from '../errors/failures';
import { isObject, isTool } from '../values/input';
import { Queue } from '../values/promises';
import { type Service, serviceOf } from './service';

/** Sends the request that the routing has built, in place of n8n. */
export type SendByRouting = (
	context: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.HttpRequestOptions,
) => Promise<INodeExecutionData[]>;

/** Reads the results of an item, which become its output. @param request as the routing has built it */
export type ReadResults = (
	context: IExecutePaginationFunctions,
	request: Partial<IHttpRequestOptions>,
) => Promise<unknown[]>;

/** The service of the item that n8n's routing runs, or of the form. */
export const currentService = async (
	context: IExecutePaginationFunctions | ILoadOptionsFunctions,
): Promise<Service> => await serviceOf(context, context.getNodeParameter('requestOptions', {}));

/** n8n passes the results of an item as the arguments of one call; V8 accepts about 125,000. */
const MOST_RESULTS = 120_000;

/** The requests of a run that has not failed, by the object that n8n hands to all its items. */
const queues = new WeakMap<object, Queue>();

/**
 * Runs an operation that reads: makes the requests of all items in their order, although n8n starts them all at once.
 * After a failure that ends the run, the others fail, too, and the next try of Retry On Fail begins anew.
 */
export function readInOrder(read: ReadResults): SendByRouting {
	return async (context, { method, url, qs }) => {
		const run = context.getExecuteData();
		const queue = queues.get(run) ?? new Queue();
		queues.set(run, queue);
		return await queue.run(async () => {
			if (queues.get(run) !== queue) throw new WorkflowError('An earlier item failed');
			const request = { method, url, qs } as IHttpRequestOptions;
			const items = itemsOf(context, read, request);
			items.catch(() => queues.delete(run));
			return await items;
		});
	};
}

async function itemsOf(
	context: IExecutePaginationFunctions,
	read: ReadResults,
	request: Partial<IHttpRequestOptions>,
): Promise<INodeExecutionData[]> {
	const itemIndex = context.getItemIndex();
	try {
		const results = await read(context, request);
		if (results.length > MOST_RESULTS) {
			throw new InputError(
				`There are ${results.length} results, and n8n takes at most ${MOST_RESULTS} for an item: turn Return All off and set Limit to ${MOST_RESULTS}`,
			);
		}
		// One object for all results, as in n8n's own nodes.
		const pairedItem = { item: itemIndex };
		return results.map((result) => ({
			json: isObject(result) ? result : { response: result as string },
			pairedItem,
		}));
	} catch (error) {
		const node = context.getNode();
		// n8n does not pass a thrown error to the model.
		if (context.continueOnFail() || isTool(node)) return [errorItem(error, itemIndex)];
		throw toNodeError(node, error, { itemIndex });
	}
}
