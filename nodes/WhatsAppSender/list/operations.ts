import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { handleItemError } from '../errors/nodeError';
import { allContacts, allLists, firstContacts, normalizeListId } from '../service/lists';
import { serviceOf, type Service } from '../service/request';
import { inTurn } from '../turns/queue';
import { oneOf } from '../values/checks';
import { requestSettings, type RequestOptions } from '../values/requestOptions';
import { INCLUDES, included, itemsOf, resultLimit } from './results';

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
	return await resultsInTurn(
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
	return await resultsInTurn(this, options, async (service, request, limit) => {
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

/** @param read requests the results; `limit` is `Infinity` where all are wanted */
async function resultsInTurn(
	context: IExecutePaginationFunctions,
	{ options }: Options,
	read: (service: Service, request: IHttpRequestOptions, limit: number) => Promise<unknown[]>,
): Promise<INodeExecutionData[]> {
	return await inTurn(context, async () => {
		try {
			const limit = resultLimit(context);
			const settings = context.getNodeParameter('requestOptions', {}) as RequestOptions;
			const request = { ...options, ...requestSettings(settings) } as IHttpRequestOptions;
			const results = await read(await serviceOf(context), request, limit);
			return itemsOf(results.slice(0, limit), context.getItemIndex());
		} catch (error) {
			return handleItemError(context, error);
		}
	});
}
