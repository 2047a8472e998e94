import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { errorItem, InputError, toNodeError } from '../errors/nodeErrors';
import { allContacts, allLists, elementsOf, isGroupEntry, normalizeListId } from '../service/lists';
import { serviceWithSettings, type Service } from '../service/requestService';
import { isTool } from '../values/tool';
import { asText, isObject, isOn, oneOf, quoted } from '../values/checks';

/** Requests the results of an item; `limit` is `Infinity` for all. */
type RequestResults = (
	service: Service,
	request: IHttpRequestOptions,
	limit: number,
	context: IExecutePaginationFunctions,
) => Promise<unknown[]>;

/** n8n passes the results of an item as the arguments of one call; V8 accepts about 125,000. */
const MOST_RESULTS = 120_000;

/** Get Lists (§4.3): one item per contact list of the account. */
export const getLists = resultsBy(allLists);

/** Get List Contacts (§4.4): one item per contact or group. Requests all only if the first page is not enough. */
export const getListContacts = resultsBy(async (service, request, limit, context) => {
	const list = context.getNodeParameter('list', '', { extractValue: true });
	const listId = normalizeListId('List', list);
	const entered = context.getNodeParameter('include', 'all');
	const include = oneOf(['all', 'contacts', 'groups'], 'Include', entered);
	const isIncluded = (entry: unknown) =>
		include === 'all' || isGroupEntry(entry) === (include === 'groups');
	if (limit !== Infinity) {
		const page = await elementsOf(service, { name: 'page', listId }, request);
		const included = page.filter(isIncluded);
		if (included.length >= limit) return included;
	}
	return (await allContacts(service, listId, request)).filter(isIncluded);
});

/** What n8n's routing calls for an item: requests its results, and makes items of them. */
function resultsBy(requestResults: RequestResults) {
	return async function (
		this: IExecutePaginationFunctions,
		{ options: { method, url, qs } }: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		try {
			const request = { method, url, qs } as IHttpRequestOptions;
			const limit = resultLimit(this);
			const service = await serviceWithSettings(this);
			const results = (await requestResults(service, request, limit, this)).slice(0, limit);
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
			const node = this.getNode();
			// n8n does not pass a thrown error to the model.
			if (this.continueOnFail() || isTool(node)) return [errorItem(error, itemIndex)];
			throw toNodeError(node, error, { itemIndex });
		}
	};
}

/** @returns `Infinity` for all results */
function resultLimit(context: IExecutePaginationFunctions): number {
	if (isOn('Return All', context.getNodeParameter('returnAll', false))) return Infinity;
	const limit = context.getNodeParameter('limit', 50);
	const number = Math.floor(Number(asText(limit)));
	if (number >= 1) return number;
	throw new InputError(`Limit ${quoted(limit)} is not a number of results: enter 1 or more`);
}
