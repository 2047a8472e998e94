import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { errorItem, InputError, toNodeError } from '../errors/nodeErrors';
import { requestSettings } from '../values/requestOptions';
import { allContacts, allLists, elementsOf, isGroupEntry, normalizeListId } from '../service/lists';
import { serviceOf, type Service } from '../service/requestService';
import { executionOf } from '../broadcast/execution';
import { isTool } from '../values/tool';
import { asText, isObject, isOn, oneOf, quoted } from '../values/checks';

/** Requests the results of an item; `limit` is `Infinity` where all are to be returned. */
type RequestResults = (
	service: Service,
	request: IHttpRequestOptions,
	limit: number,
	context: IExecutePaginationFunctions,
) => Promise<unknown[]>;

/** The engine hands over the results of an item as the arguments of one call: V8 takes about 125,000. */
const MOST_RESULTS = 120_000;

/** Get Lists (§4.3): one item per contact list of the account. */
export const getLists = inTurn(allLists);

/**
 * Get List Contacts (§4.4): one item per contact or group of a list. Uses the first page where it is
 * enough, and requests all contacts where it is not.
 */
export const getListContacts = inTurn(async (service, request, limit, context) => {
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

/**
 * Requests the results of an item after those of the items before it, although n8n begins all at once; none
 * after a failure that ends the run.
 */
function inTurn(requestResults: RequestResults) {
	return async function (
		this: IExecutePaginationFunctions,
		{ options: { method, url, qs } }: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		const node = this.getNode();
		const results = async () => {
			try {
				const limit = resultLimit(this);
				const entered = this.getNodeParameter('requestOptions', {});
				const settings = requestSettings(entered, node.parameters);
				const service = { ...(await serviceOf(this)), settings };
				const request = { method, url, qs } as IHttpRequestOptions;
				const found = await requestResults(service, request, limit, this);
				return resultItems(found.slice(0, limit), itemIndex);
			} catch (error) {
				// An agent's parallel calls are runs of their own, and of an error that is thrown the model
				// hears nothing.
				if (this.continueOnFail() || isTool(node)) return [errorItem(error, itemIndex)];
				throw toNodeError(node, error, { itemIndex });
			}
		};
		return await executionOf(this).runInOrder(results);
	};
}

function resultLimit(context: IExecutePaginationFunctions): number {
	if (isOn('Return All', context.getNodeParameter('returnAll', false))) return Infinity;
	const limit = context.getNodeParameter('limit', 50);
	const number = Math.floor(Number(asText(limit)));
	if (number >= 1) return number;
	throw new InputError(`Limit ${quoted(limit)} is not a number of results: enter 1 or more`);
}

function resultItems(elements: unknown[], itemIndex: number): INodeExecutionData[] {
	if (elements.length > MOST_RESULTS) {
		throw new InputError(
			`There are ${elements.length} results, and n8n takes at most ${MOST_RESULTS} for one input item: turn Return All off and set Limit to ${MOST_RESULTS} or less`,
		);
	}
	// One object for all, as in n8n's own nodes.
	const pairedItem = { item: itemIndex };
	return elements.map((element) => ({
		json: isObject(element) ? element : { response: element as string },
		pairedItem,
	}));
}
