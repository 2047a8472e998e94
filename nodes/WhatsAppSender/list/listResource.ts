import type {
	IExecutePaginationFunctions,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { InputError, toNodeError } from '../errors/failures';
import { parameterReader } from '../values/expressions';
import { choiceField, choiceOf, type Field, isOn, listField } from '../values/formFields';
import { asText, isEmptyValue, isObject, quote } from '../values/text';
import type { Operation } from '../operation';
import { currentService, readBy } from '../service/reads';
import {
	allContacts,
	allLists,
	CONTACTS,
	isGroupEntry,
	LISTS,
	normalizeListId,
	type Service,
} from '../service/service';
import { PromiseCache } from '../values/promises';

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
			url: `=${CONTACTS.url.replace('{id}', '{{ encodeURIComponent(String($value).trim().toWellFormed()) }}')}`,
		},
	},
	displayOptions: { show: ofContacts },
};

/** Which entries of the list to return. */
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
	request: LISTS,
	sendByRouting: readBy(async (context, request) => {
		const limit = resultLimit(context);
		return (await allLists(await currentService(context), request)).slice(0, limit);
	}),
	fields,
};

/** §4.4. The field List adds the URL. */
export const getListContacts: Operation = {
	resource: 'list',
	value: 'getListContacts',
	name: 'Get List Contacts',
	action: 'Get many list contacts',
	description: 'Retrieve the contacts and groups of a list, one item each',
	request: CONTACTS,
	sendByRouting: readBy(async (context, request) => {
		const limit = resultLimit(context);
		const service = await currentService(context);
		const id = normalizeListId(
			'List',
			context.getNodeParameter('list', '', { extractValue: true }),
		);
		const parameter = parameterReader((name, fallback) => context.getNodeParameter(name, fallback));
		const included = choiceOf({ node: context.getNode(), parameter }, include);
		const contacts = await allContacts(service, id, request);
		return contacts
			.filter((one) => included === 'all' || isGroupEntry(one) === (included === 'groups'))
			.slice(0, limit);
	}),
	fields,
};

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

/** Groups that the drop-down shows before it asks for more. */
const PAGE_SIZE = 20;
/** The most lists that it reads side by side. */
const LISTS_AT_ONCE = 20;

/** The drop-down of a list field: the lists of the account (§4.3) with a title that contains `filter`, in any case. */
export async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const service = await currentService(this);
		const lists = await readEntries(service);
		const results = lists
			.filter(({ name }) => hasPart(name, filter))
			.map(({ id, name, contacts }) => ({ name: `${name} (${contacts})`, value: id }));
		return { results };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/**
 * The drop-down of Group ID: the groups among the contacts of the account's lists (§4.4), each once, with the title of
 * its list. @param token index of the list with which the page begins
 */
export async function searchGroups(
	this: ILoadOptionsFunctions,
	filter = '',
	token = '0',
): Promise<INodeListSearchResult> {
	try {
		const service = await currentService(this);
		const lists = await readRecently(service);
		const offered = new Set<string>();
		const results: INodeListSearchItems[] = [];
		let loaded = 0;
		for (const [index, list] of lists.entries()) {
			if (results.length >= PAGE_SIZE) return { results, paginationToken: String(index) };
			if (index === loaded) {
				// Few at first, because they often fill the page.
				const next = lists.slice(index, index + Math.min(index + 1, LISTS_AT_ONCE));
				await Promise.all(next.map(async ({ id }) => await readRecently(service, id)));
				loaded += next.length;
			}
			for (const { id, name } of await readRecently(service, list.id)) {
				if (offered.has(id)) continue;
				offered.add(id);
				const isOfPage = index >= Number(token) && hasPart(name, filter);
				if (isOfPage) results.push({ name: `${name} (${list.name})`, value: id });
			}
		}
		return { results };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/** A list of the account (§2.4), or a group among its contacts (§2.5). */
type ListEntry = Awaited<ReturnType<typeof readEntries>>[number];

/** The entries of the last minute, by the account and the list, because each letter that the user types is a search. */
const recentReads = new PromiseCache<ListEntry[]>(60_000);

const readRecently = async (service: Service, listId?: string): Promise<ListEntry[]> =>
	await recentReads.get(
		JSON.stringify([service.baseUrl, service.apiKey, listId]),
		async () => await readEntries(service, listId),
	);

/** The lists of the account, or the groups of one list. One without a name is shown by its ID. */
async function readEntries(service: Service, listId?: string) {
	const isOfLists = listId === undefined;
	const [idField, nameField] = isOfLists ? ['id', 'title'] : ['phone', 'name'];
	const elements = isOfLists
		? await allLists(service)
		: (await allContacts(service, listId)).filter(isGroupEntry);
	return elements.filter(isObject).flatMap((fields) => {
		const id = asText(fields[idField])?.trim();
		if (!id) return [];
		const name = asText(fields[nameField]) || id;
		return [{ id, name, contacts: asText(fields.contacts) ?? '?' }];
	});
}

const hasPart = (name: string, part: string) =>
	name.toLocaleLowerCase().includes(part.toLocaleLowerCase());
