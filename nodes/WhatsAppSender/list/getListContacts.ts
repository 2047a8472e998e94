import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { handleItemError } from '../errors/nodeError';
import { allContacts, firstContacts, normalizeListId } from '../service/lists';
import { serviceOf, type Service } from '../service/request';
import { inTurn } from '../turns/queue';
import { oneOf } from '../values/choice';
import { requestSettings, type RequestOptions } from '../values/requestOptions';
import { INCLUDES, included, itemsOf, resultLimit, type Include } from './results';

/**
 * Get List Contacts (§4.4): the contacts and groups of one list.
 *
 * @returns one item per entry; an `error` item where On Error is "Continue"
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function getListContacts(
	this: IExecutePaginationFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	return await inTurn(this, async () => {
		try {
			const limit = resultLimit(this);
			const listId = normalizeListId(
				'List',
				this.getNodeParameter('list', '', { extractValue: true }),
			);
			const settings = requestSettings(
				this.getNodeParameter('requestOptions', {}) as RequestOptions,
			);
			const include = oneOf(INCLUDES, 'Include', this.getNodeParameter('include', 'all'));
			const request = { ...options, ...settings } as IHttpRequestOptions;
			const query = { listId, limit, include };
			const contacts = await contactsOf(this, await serviceOf(this), request, query);
			return itemsOf(contacts.slice(0, limit), this.getItemIndex());
		} catch (error) {
			return handleItemError(this, error);
		}
	});
}

interface Query {
	listId: string;
	/** `Infinity`: all. */
	limit: number;
	include: Include;
}

/** Uses the first page where it is enough, and requests all contacts where it is not. */
async function contactsOf(
	context: IExecutePaginationFunctions,
	service: Service,
	options: Partial<IHttpRequestOptions>,
	{ listId, limit, include }: Query,
): Promise<unknown[]> {
	if (limit !== Infinity) {
		const page = included(await firstContacts(context, service, listId, options), include);
		if (page.length >= limit) return page;
	}
	return included(await allContacts(context, service, listId, options), include);
}
