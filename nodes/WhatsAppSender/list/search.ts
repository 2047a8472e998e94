import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toNodeError } from '../errors/nodeErrors';
import { requestSettings } from '../values/requestOptions';
import { allContacts, allLists, isGroupEntry } from '../service/lists';
import { serviceOf } from '../service/requestService';
import { asText } from '../values/checks';

/** An entry of a response, which may be of any shape (§2.4, §2.5). */
type Entry = Record<string, unknown>;

/** Groups that the drop-down shows before it asks for more. */
const PAGE_SIZE = 20;

/**
 * The drop-down of a list field: all lists of the account (§4.3) by title, with their number of
 * contacts. `filter` finds a part of the title, in any case.
 */
export async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const { lists } = await readLists(this);
		const choices = lists.flatMap(({ id, title, contacts }) => {
			const value = asText(id);
			const name = asText(title) ?? value;
			if (value === undefined || !hasPart(name, filter)) return [];
			return [{ name: `${name} (${asText(contacts) ?? '?'})`, value }];
		});
		return { results: choices };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/**
 * The drop-down of Group ID: the groups among the contacts of the account's lists (§4.4), each once,
 * with the title of its list. Lists are read one after the other, until a page is full.
 *
 * @param filter finds a part of the name, in any case
 * @param token of the page before: which list comes next, and the groups that have been shown
 */
export async function searchGroups(
	this: ILoadOptionsFunctions,
	filter = '',
	token = '{"list":0,"shown":[]}',
): Promise<INodeListSearchResult> {
	try {
		const { lists, service } = await readLists(this);
		const page = JSON.parse(token) as { list: number; shown: string[] };
		const shown = new Set(page.shown);
		const results: INodeListSearchResult['results'] = [];
		let { list } = page;
		for (; list < lists.length && results.length < PAGE_SIZE; list++) {
			const { id, title } = lists[list];
			const listId = asText(id);
			if (listId === undefined) continue;
			const groups = (await allContacts(service, listId)).filter(isGroupEntry) as Entry[];
			for (const group of groups) {
				const value = asText(group.phone)?.trim();
				const name = asText(group.name) || value;
				if (!value || shown.has(value) || !hasPart(name, filter)) continue;
				shown.add(value);
				results.push({ name: `${name} (${asText(title) ?? listId})`, value });
			}
		}
		const paginationToken = JSON.stringify({ list, shown: [...shown] });
		return { results, ...(list < lists.length && { paginationToken }) };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/** The lists of the account, and the service that has them. */
async function readLists(context: ILoadOptionsFunctions) {
	const entered = context.getNodeParameter('requestOptions', {});
	const settings = requestSettings(entered, context.getNode().parameters);
	const service = { ...(await serviceOf(context)), settings };
	const entries = await allLists(service);
	return { lists: entries.map((entry) => (entry ?? {}) as Entry), service };
}

const hasPart = (name = '', part: string) =>
	name.toLocaleLowerCase().includes(part.toLocaleLowerCase());
