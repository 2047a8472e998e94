import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestMethods,
	INodeExecutionData,
} from 'n8n-workflow';
import { handleItemError } from '../errors/nodeError';
import { requestSettings, type RequestOptions } from '../http/settings';
import { allContacts, allLists, firstContacts, normalizeListId } from '../service/lists';
import { serviceOf, type Service, type ServiceRequest } from '../service/request';
import { RunState } from '../turns/runState';
import { isTool } from '../turns/tool';
import { INCLUDES, included, itemsOf, resultLimit } from './results';
import { oneOf } from '../values/checks';

type Options = DeclarativeRestApiSettings.ResultOptions;

/**
 * Get Lists (§4.3): all contact lists of the account, which the service sends in one response.
 *
 * @returns one item per list; an `error` item where On Error is "Continue"
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function getLists(
	this: IExecutePaginationFunctions,
	options: Options,
): Promise<INodeExecutionData[]> {
	return await inTurn(
		this,
		options,
		async (service, request) => await allLists(this, service, request),
	);
}

/**
 * Get List Contacts (§4.4): the contacts and groups of one list. Uses the first page where it is
 * enough, and requests all contacts where it is not.
 *
 * @returns one item per entry; an `error` item where On Error is "Continue"
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function getListContacts(
	this: IExecutePaginationFunctions,
	options: Options,
): Promise<INodeExecutionData[]> {
	return await inTurn(this, options, async (service, request, limit) => {
		const list = this.getNodeParameter('list', '', { extractValue: true });
		const listId = normalizeListId('List', list);
		const include = oneOf(INCLUDES, 'Include', this.getNodeParameter('include', 'all'));
		if (limit !== Infinity) {
			const page = included(await firstContacts(this, service, listId, request), include);
			if (page.length >= limit) return page;
		}
		return included(await allContacts(this, service, listId, request), include);
	});
}

/**
 * Requests the results of an item when its turn comes: the routing starts the items all at once.
 *
 * @param read requests the results; `limit` is `Infinity` where all are to be returned
 */
async function inTurn(
	context: IExecutePaginationFunctions,
	{ options }: Options,
	read: (service: Service, request: ServiceRequest, limit: number) => Promise<unknown[]>,
): Promise<INodeExecutionData[]> {
	// An agent's parallel calls are runs of their own.
	const endsRun = !context.continueOnFail() && !isTool(context.getNode());
	const results = async () => {
		const limit = resultLimit(context);
		const { method, url, qs } = options;
		const entered = context.getNodeParameter('requestOptions', {}) as RequestOptions;
		const request = {
			method: method as IHttpRequestMethods,
			url: String(url),
			qs,
			settings: requestSettings(entered),
		};
		const found = await read(await serviceOf(context), request, limit);
		return itemsOf(found.slice(0, limit), context.getItemIndex());
	};
	try {
		return await RunState.of(context).queue.add(results, endsRun);
	} catch (error) {
		return handleItemError(context, error);
	}
}
