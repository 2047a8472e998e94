import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toNodeError } from '../errors/errors';
import { requestSettings, type RequestOptions } from '../values/requestOptions';
import { allContacts, allLists, contactsOf, isGroupEntry, LISTS } from '../service/lists';
import { serviceOf } from '../service/request';
import { asText } from '../values/checks';

/** Groups that the drop-down shows before it asks for more. */
const PAGE_SIZE = 20;

/** Where the next page begins: the place of a list, and the groups that have been shown. */
interface Page {
	list: number;
	shown: string[];
}

/**
 * The drop-down of Group ID: the groups among the contacts of the account's lists (§4.4), each once,
 * with the title of its list. Lists are read one after the other, until a page is full.
 *
 * @param filter finds a part of the name, in any case
 * @param token of the page before
 */
export async function searchGroups(
	this: ILoadOptionsFunctions,
	filter = '',
	token = '{"list":0,"shown":[]}',
): Promise<INodeListSearchResult> {
	try {
		const settings = requestSettings(this.getNodeParameter('requestOptions', {}) as RequestOptions);
		const service = await serviceOf(this);
		const lists = await allLists(this, service, { ...LISTS, settings });
		const { list: first, shown } = JSON.parse(token) as Page;
		const known = new Set(shown);
		const results: INodeListSearchResult['results'] = [];
		let list = first;
		for (; list < lists.length && results.length < PAGE_SIZE; list++) {
			const { id, title } = (lists[list] ?? {}) as Record<string, unknown>;
			const listId = asText(id);
			if (listId === undefined) continue;
			const entries = await allContacts(this, service, listId, contactsOf(listId, settings));
			for (const { name, value } of groupsIn(entries, filter.toLocaleLowerCase())) {
				if (known.has(value)) continue;
				known.add(value);
				results.push({ name: `${name} (${asText(title) ?? listId})`, value });
			}
		}
		const next: Page = { list, shown: [...known] };
		return { results, ...(list < lists.length && { paginationToken: JSON.stringify(next) }) };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/** The groups of a list as choices, of any shape (§2.5); none of what has no ID. */
function groupsIn(entries: unknown[], partOfName: string) {
	return entries.filter(isGroupEntry).flatMap((entry) => {
		const { name, phone } = entry as Record<string, unknown>;
		const value = asText(phone)?.trim();
		const shown = asText(name) || value;
		return value && shown?.toLocaleLowerCase().includes(partOfName) ? [{ name: shown, value }] : [];
	});
}
