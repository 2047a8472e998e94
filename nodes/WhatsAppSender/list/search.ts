import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { toNodeError } from '../errors/nodeErrors';
import { requestSettings } from '../values/requestOptions';
import { allContacts, allLists, isGroupEntry } from '../service/lists';
import { serviceOf, type Service } from '../service/requestService';
import { asText } from '../values/checks';
import { readRecently } from './recentReads';

/** A list of the account, as far as its entry says (§2.4). */
interface List {
	id: string;
	title: string;
	contacts?: string;
}

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
		const lists = await readLists(await serviceFor(this));
		const results = lists
			.filter(({ title }) => hasPart(title, filter))
			.map(({ id, title, contacts = '?' }) => ({ name: `${title} (${contacts})`, value: id }));
		return { results };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/**
 * The drop-down of Group ID: the groups among the contacts of the account's lists (§4.4), each once,
 * with the title of its list. Lists are read one after the other, until a page is full.
 *
 * @param filter finds a part of the name, in any case
 * @param token of the page before: which list comes next, and the groups that it has shown
 */
export async function searchGroups(
	this: ILoadOptionsFunctions,
	filter = '',
	token = '{"list":0,"shown":[]}',
): Promise<INodeListSearchResult> {
	try {
		const service = await serviceFor(this);
		const lists = await readRecently(service, 'lists', async () => await readLists(service));
		const page = JSON.parse(token) as { list: number; shown: string[] };
		const shown = new Set(page.shown);
		const results: INodeListSearchItems[] = [];
		let { list } = page;
		for (; list < lists.length && results.length < PAGE_SIZE; list++) {
			const { id, title } = lists[list];
			const groups = await readRecently(
				service,
				`list ${id}`,
				async () => await readGroups(service, id),
			);
			for (const { name, value } of groups) {
				if (shown.has(value) || !hasPart(name, filter)) continue;
				shown.add(value);
				results.push({ name: `${name} (${title})`, value });
			}
		}
		const paginationToken = JSON.stringify({ list, shown: [...shown] });
		return { results, ...(list < lists.length && { paginationToken }) };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

async function serviceFor(context: ILoadOptionsFunctions): Promise<Service> {
	const entered = context.getNodeParameter('requestOptions', {});
	const settings = requestSettings(entered, context.getNode().parameters);
	return { ...(await serviceOf(context)), settings };
}

/** The lists of the account that have an ID; one without a title has it as its title. */
async function readLists(service: Service): Promise<List[]> {
	const entries = await allLists(service);
	return entries.flatMap((entry) => {
		const { id, title, contacts } = (entry ?? {}) as Record<string, unknown>;
		const value = asText(id);
		if (value === undefined) return [];
		return [{ id: value, title: asText(title) ?? value, contacts: asText(contacts) }];
	});
}

/** The groups of a list; one without a name has its ID as its name. */
async function readGroups(service: Service, listId: string) {
	const entries = (await allContacts(service, listId)).filter(isGroupEntry);
	return entries.flatMap((entry) => {
		const { phone, name } = entry as Record<string, unknown>;
		const value = asText(phone)?.trim();
		return value ? [{ name: asText(name) || value, value }] : [];
	});
}

const hasPart = (name: string, part: string) =>
	name.toLocaleLowerCase().includes(part.toLocaleLowerCase());
