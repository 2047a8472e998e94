import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { asFailure, errorItem, toNodeError } from '../errors/failures';
import { redactError } from '../http/redact';
import { isTool } from '../values/expressions';
import { isObject } from '../values/text';
import { apiKeyOf, type Service, serviceOf } from './service';

/** Sends the request that the routing has built, in place of n8n. */
export type SendByRouting = (
	context: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.HttpRequestOptions,
) => Promise<INodeExecutionData[]>;

/** Reads the results of an item, which become its output. @param request as the routing has built it */
type ReadResults = (
	context: IExecutePaginationFunctions,
	request: Partial<IHttpRequestOptions>,
) => Promise<unknown[]>;

/** The service of the item that n8n's routing runs, or of the form. */
export const currentService = async (
	context: IExecutePaginationFunctions | ILoadOptionsFunctions,
): Promise<Service> => await serviceOf(context, context.getNodeParameter('requestOptions', {}));

/** Runs an operation that reads, item by item. */
export function readBy(read: ReadResults): SendByRouting {
	return async (context, { method, url, qs }) => {
		const itemIndex = context.getItemIndex();
		try {
			const results = await read(context, { method, url, qs } as IHttpRequestOptions);
			// One object for all results, as in n8n's own nodes.
			const pairedItem = { item: itemIndex };
			return results.map((result) => ({
				json: isObject(result) ? result : { response: result as string },
				pairedItem,
			}));
		} catch (thrown) {
			const error = asFailure(thrown);
			const node = context.getNode();
			const apiKey = await apiKeyOf(context).catch(() => '');
			// The item may contain the key, e.g. as the ID of a list.
			await redactError(error, [apiKey]);
			// n8n does not pass a thrown error to the model.
			if (context.continueOnFail() || isTool(node)) return [errorItem(error, itemIndex)];
			throw toNodeError(node, error, { itemIndex });
		}
	};
}
