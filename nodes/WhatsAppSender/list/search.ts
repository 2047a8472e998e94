import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { toNodeError } from '../errors/nodeErrors';
import { allContacts, allLists, isGroupEntry } from '../service/lists';
import { serviceWithSettings, type Service } from '../service/requestService';
import { asText } from '../values/checks';

/** A list of the account, as far as its entry says (§2.4). */
interface List {
	id: string;
	title: string;
	contacts?: string;
}

/** Groups that the drop-down shows before it asks for more. */
const PAGE_SIZE = 20;
const KEPT_MS = 60_000;

/** The drop-down of a list field: the lists of the account (§4.3) with a title that contains `filter`, in any case. */
export async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const lists = await readLists(await serviceWithSettings(this));
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
 * @param token of the page before: which list comes next, and the groups that were offered
 */
export async function searchGroups(
	this: ILoadOptionsFunctions,
	filter = '',
	token = '{"list":0,"offered":[]}',
): Promise<INodeListSearchResult> {
	try {
		const service = await serviceWithSettings(this);
		const lists = await readRecently(service, 'lists', async () => await readLists(service));
		const page = JSON.parse(token) as { list: number; offered: string[] };
		const offered = new Set(page.offered);
		const results: INodeListSearchItems[] = [];
		let { list } = page;
		for (; list < lists.length && results.length < PAGE_SIZE; list++) {
			const { id, title } = lists[list];
			const read = async () => await readGroups(service, id);
			for (const { name, value } of await readRecently(service, `list ${id}`, read)) {
				if (offered.has(value) || !hasPart(name, filter)) continue;
				offered.add(value);
				results.push({ name: `${name} (${title})`, value });
			}
		}
		const paginationToken = JSON.stringify({ list, offered: [...offered] });
		return { results, ...(list < lists.length && { paginationToken }) };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/** What was read in the last minute, by the account and what it was. */
const recentReads = new Map<string, { until: number; value: Promise<unknown> }>();

/** Reads something at most once a minute, because each letter that the user types is a search. A failure is not kept. */
async function readRecently<T>(
	{ baseUrl, apiKey }: Service,
	what: string,
	read: () => Promise<T>,
): Promise<T> {
	const now = Date.now();
	for (const [key, { until }] of recentReads) if (until <= now) recentReads.delete(key);
	const key = JSON.stringify([baseUrl, apiKey, what]);
	const recent = recentReads.get(key);
	if (recent) return (await recent.value) as T;
	const value = read();
	recentReads.set(key, { until: now + KEPT_MS, value });
	value.catch(() => recentReads.delete(key));
	return await value;
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
