import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { handleItemError } from '../errors/nodeError';
import { allLists } from '../service/lists';
import { serviceOf } from '../service/request';
import { inTurn } from '../turns/queue';
import { requestSettings, type RequestOptions } from '../values/requestOptions';
import { itemsOf, resultLimit } from './results';

/**
 * Get Lists (§4.3): all contact lists of the account, which the service sends in one response.
 *
 * @returns one item per list; an `error` item where On Error is "Continue"
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function getLists(
	this: IExecutePaginationFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	return await inTurn(this, async () => {
		try {
			const limit = resultLimit(this);
			const settings = requestSettings(
				this.getNodeParameter('requestOptions', {}) as RequestOptions,
			);
			const request = { ...options, ...settings } as IHttpRequestOptions;
			const lists = await allLists(this, await serviceOf(this), request);
			return itemsOf(lists.slice(0, limit), this.getItemIndex());
		} catch (error) {
			return handleItemError(this, error);
		}
	});
}
