import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toNodeError } from '../errors/nodeError';
import { asText } from '../values/checks';
import { allLists } from '../service/lists';
import { serviceOf } from '../service/request';

/** A contact list (§2.4), as far as the drop-down shows it. */
interface ContactList {
	id: string;
	title: string;
	/** Their number. */
	contacts: string;
}

/**
 * The drop-down of a list field: all lists of the account (§4.3) by title, with their number of
 * contacts. `filter` finds a part of the title, in any case.
 *
 * @throws NodeApiError where the lists cannot be read; the editor shows its message
 */
export async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const part = filter.toLocaleLowerCase();
		const lists = (await allLists(this, await serviceOf(this)))
			.flatMap(listOf)
			.filter(({ title }) => title.toLocaleLowerCase().includes(part));
		return {
			results: lists.map(({ id, title, contacts }) => ({
				name: `${title} (${contacts})`,
				value: id,
			})),
		};
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/** The list that an entry of the response is, of any shape; none where it has no id. */
function listOf(entry: unknown): ContactList[] {
	if (typeof entry !== 'object' || entry === null) return [];
	const { id, title, contacts } = entry as Record<string, unknown>;
	const value = asText(id);
	if (value === undefined) return [];
	return [{ id: value, title: asText(title) ?? value, contacts: asText(contacts) ?? '?' }];
}
