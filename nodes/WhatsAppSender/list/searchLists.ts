import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toNodeError } from '../errors/errors';
import { requestSettings, type RequestOptions } from '../values/requestOptions';
import { allLists, LISTS } from '../service/lists';
import { serviceOf } from '../service/request';
import { asText } from '../values/checks';

/**
 * The drop-down of a list field: all lists of the account (§4.3) by title, with their number of
 * contacts. `filter` finds a part of the title, in any case.
 */
export async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const settings = requestSettings(this.getNodeParameter('requestOptions', {}) as RequestOptions);
		const lists = await allLists(this, await serviceOf(this), { ...LISTS, settings });
		return { results: lists.flatMap((entry) => listChoices(entry, filter.toLocaleLowerCase())) };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/** The choice that an entry of the response is, of any shape (§2.4); none where it has no id. */
function listChoices(entry: unknown, partOfTitle: string) {
	const { id, title, contacts } = (entry ?? {}) as Record<string, unknown>;
	const value = asText(id);
	const shown = asText(title) ?? value;
	if (value === undefined || !shown?.toLocaleLowerCase().includes(partOfTitle)) return [];
	return [{ name: `${shown} (${asText(contacts) ?? '?'})`, value }];
}
