import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { errorItem, InputError, toNodeError } from '../errors/nodeErrors';
import { requestSettings } from '../values/requestOptions';
import {
	allContacts,
	allLists,
	firstContacts,
	isGroupEntry,
	normalizeListId,
} from '../service/lists';
import { serviceOf, type Service, type ServiceRequest } from '../service/requestService';
import { executionOf } from '../turns/execution';
import { isTool } from '../turns/tool';
import { asText, isObject, isOn, oneOf, quoted } from '../values/checks';

type Options = DeclarativeRestApiSettings.ResultOptions;
/** Requests the results of an item; `limit` is `Infinity` where all are to be returned. */
type RequestResults = (
	service: Service,
	request: ServiceRequest,
	limit: number,
) => Promise<unknown[]>;

/** The engine hands over the results of an item as the arguments of one call: V8 takes about 125,000. */
const MOST_RESULTS = 120_000;

/** Get Lists (§4.3): one item per contact list of the account. */
export async function getLists(
	this: IExecutePaginationFunctions,
	options: Options,
): Promise<INodeExecutionData[]> {
	return await requestInTurn(this, options, (service, request) => allLists(this, service, request));
}

/**
 * Get List Contacts (§4.4): one item per contact or group of a list. Uses the first page where it is
 * enough, and requests all contacts where it is not.
 */
export async function getListContacts(
	this: IExecutePaginationFunctions,
	options: Options,
): Promise<INodeExecutionData[]> {
	return await requestInTurn(this, options, async (service, request, limit) => {
		const list = this.getNodeParameter('list', '', { extractValue: true });
		const listId = normalizeListId('List', list);
		const entered = this.getNodeParameter('include', 'all');
		const include = oneOf(['all', 'contacts', 'groups'], 'Include', entered);
		const isIncluded = (entry: unknown) =>
			include === 'all' || isGroupEntry(entry) === (include === 'groups');
		if (limit !== Infinity) {
			const page = (await firstContacts(this, service, listId, request)).filter(isIncluded);
			if (page.length >= limit) return page;
		}
		return (await allContacts(this, service, listId, request)).filter(isIncluded);
	});
}

/**
 * Requests the results of an item after those of the items before it, although n8n begins all at once; none
 * after a failure that ends the run.
 */
async function requestInTurn(
	context: IExecutePaginationFunctions,
	{ options: { method, url, qs } }: Options,
	requestResults: RequestResults,
): Promise<INodeExecutionData[]> {
	const itemIndex = context.getItemIndex();
	// An agent's parallel calls are runs of their own, and of an error that is thrown the model hears
	// nothing.
	const continuesOnFail = context.continueOnFail() || isTool(context.getNode());
	const results = async () => {
		try {
			const limit = resultLimit(context);
			const entered = context.getNodeParameter('requestOptions', {});
			const settings = requestSettings(entered, context.getNode().parameters);
			const request = { method, url, qs, settings } as ServiceRequest;
			const found = await requestResults(await serviceOf(context), request, limit);
			return resultItems(found.slice(0, limit), itemIndex);
		} catch (error) {
			if (continuesOnFail) return [errorItem(error, itemIndex)];
			throw toNodeError(context.getNode(), error, { itemIndex });
		}
	};
	return await executionOf(context).inTurn(results, true);
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
