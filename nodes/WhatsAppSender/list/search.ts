import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { toNodeError } from '../errors/failures';
import { allContacts, allLists, isGroupEntry, type Service, serviceOf } from '../service/service';
import { asText, isObject } from '../values/input';
import { PromiseCache } from '../values/promises';

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
		const service = await serviceOf(this, this.getNodeParameter('requestOptions', {}));
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
 * The drop-down of Group ID: the groups among the contacts of the account's lists (§4.4), each once,
 * with the title of its list. Up to 20 lists are read side by side, until a page is full.
 *
 * @param filter finds a part of the name, in any case
 * @param token index of the list with which the page begins
 */
export async function searchGroups(
	this: ILoadOptionsFunctions,
	filter = '',
	token = '0',
): Promise<INodeListSearchResult> {
	try {
		const service = await serviceOf(this, this.getNodeParameter('requestOptions', {}));
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
