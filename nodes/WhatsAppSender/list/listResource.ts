import type {
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { errorItem, InputError, toNodeError, WorkflowError } from '../errors/failures';
import { choiceField, choiceOf, listField } from '../formFields';
import { type Operation, routed, type SendByRouting } from '../operation';
import {
	allContacts,
	allLists,
	isGroupEntry,
	LISTS,
	normalizeListId,
	requestService,
	type Service,
	serviceOf,
} from '../service/service';
import {
	asText,
	type Field,
	isEmptyValue,
	isObject,
	isOn,
	isTool,
	parameterReader,
	quote,
} from '../values/input';
import { Queue } from '../values/promises';

const ofContacts = { resource: ['list'], operation: ['getListContacts'] };

const returnAll: Field = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const list: Field = {
	displayName: 'List',
	name: 'list',
	...listField,
	required: true,
	builderHint: { propertyHint: 'Use mode "id" with the "id" that Get Lists returns' },
	routing: {
		request: {
			url: `=${LISTS.url}{{ encodeURIComponent(String($value).trim().toWellFormed()) }}`,
		},
	},
	displayOptions: { show: ofContacts },
};

/** Of all entries of the list. */
const include = choiceField('Include', 'include', 'all', {
	options: [
		{ name: 'Contacts and Groups', value: 'all' },
		{ name: 'Contacts Only', value: 'contacts' },
		{ name: 'Groups Only', value: 'groups' },
	],
	displayOptions: { show: ofContacts },
});

/** The fields of both operations, with the condition of each, because Limit is a field of both. */
const fields: Field[] = [
	list,
	// All by default, so that a broadcast does not silently stop after 50 contacts.
	{ ...returnAll, default: true, displayOptions: { show: ofContacts } },
	{ ...returnAll, displayOptions: { show: { resource: ['list'], operation: ['getLists'] } } },
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { resource: ['list'], returnAll: [false] } },
	},
	include,
];

/** §4.3 */
export const getLists: Operation = {
	resource: 'list',
	value: 'getLists',
	name: 'Get Lists',
	action: 'Get many lists',
	description: 'Retrieve the contact lists of your account, one item each',
	routing: routed(LISTS, inItemOrder(allLists)),
	fields,
};

/** §4.4. The field List adds the URL. */
export const getListContacts: Operation = {
	resource: 'list',
	value: 'getListContacts',
	name: 'Get List Contacts',
	action: 'Get many list contacts',
	description: 'Retrieve the contacts and groups of a list, one item each',
	routing: routed({ method: LISTS.method }, inItemOrder(requestContacts)),
	fields,
};

/** Requests the results of an item; `limit` is `Infinity` for all. */
type RequestResults = (
	service: Service,
	request: IHttpRequestOptions,
	limit: number,
	context: IExecutePaginationFunctions,
) => Promise<unknown[]>;

/** n8n passes the results of an item as the arguments of one call; V8 accepts about 125,000. */
const MOST_RESULTS = 120_000;

/** Requests all contacts only if the first page is not enough. */
async function requestContacts(
	...[service, request, limit, context]: Parameters<RequestResults>
): Promise<unknown[]> {
	const list = context.getNodeParameter('list', '', { extractValue: true });
	const listId = normalizeListId('List', list);
	const parameter = parameterReader((name, fallback) => context.getNodeParameter(name, fallback));
	const included = choiceOf({ node: context.getNode(), parameter }, include);
	const isIncluded = (entry: unknown) =>
		included === 'all' || isGroupEntry(entry) === (included === 'groups');
	if (limit !== Infinity) {
		const { data } = await requestService(service, { name: 'page', listId }, request);
		const results = Array.isArray(data) ? data.filter(isIncluded) : [];
		if (results.length >= limit) return results;
	}
	return (await allContacts(service, listId, request)).filter(isIncluded);
}

/** The requests of a run that has not failed, by the object that n8n hands to all its items. */
const queues = new WeakMap<object, Queue>();

/**
 * Makes the requests of all items in their order, although n8n starts them all at once. After a failure that
 * ends the run, the others fail, too, and the next try of Retry On Fail begins anew.
 */
function inItemOrder(requestResults: RequestResults): SendByRouting {
	return async (context, { method, url, qs }) => {
		const run = context.getExecuteData();
		const queue = queues.get(run) ?? new Queue();
		queues.set(run, queue);
		return await queue.run(async () => {
			if (queues.get(run) !== queue) throw new WorkflowError('An earlier item failed');
			const request = { method, url, qs } as IHttpRequestOptions;
			const items = requestItems(context, requestResults, request);
			items.catch(() => queues.delete(run));
			return await items;
		});
	};
}

async function requestItems(
	context: IExecutePaginationFunctions,
	requestResults: RequestResults,
	request: IHttpRequestOptions,
): Promise<INodeExecutionData[]> {
	const itemIndex = context.getItemIndex();
	try {
		const limit = resultLimit(context);
		const service = await serviceOf(context, context.getNodeParameter('requestOptions', {}));
		const results = (await requestResults(service, request, limit, context)).slice(0, limit);
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

/** @returns `Infinity` for all results */
function resultLimit(context: IExecutePaginationFunctions): number {
	// An expression without a result must not cut a broadcast.
	const isForContacts = context.getNodeParameter('operation', '') === 'getListContacts';
	const entered = context.getNodeParameter('returnAll', isForContacts);
	if (isEmptyValue(entered) ? isForContacts : isOn('Return All', entered)) return Infinity;
	const limit = context.getNodeParameter('limit', 50);
	const number = Math.floor(Number(asText(limit)));
	if (number >= 1) return number;
	throw new InputError(`Limit ${quote(limit)} is not a number of results: enter 1 or more`);
}
