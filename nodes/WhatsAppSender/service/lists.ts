import type { IHttpRequestOptions } from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { asText, quote, requiredId } from '../values/checks';
import { requestService, type Service } from './requestService';

/** §4.3 */
export const LISTS = { method: 'GET', url: '/lists/' } as const;

/** §4.4. Without it, the service returns a page. */
export const ALL_CONTACTS = { all: 'true' };

/** All contact lists of the account, which the service sends in one response (§4.3). */
export const allLists = async (service: Service, request: IHttpRequestOptions = LISTS) =>
	await elementsOf(service, { name: 'lists' }, request);

/** All contacts and groups of a list (§4.4). @param request for a page of the list */
export async function allContacts(
	service: Service,
	listId: string,
	request = contactsOf(listId),
): Promise<unknown[]> {
	const forAll = { ...request, qs: { ...request.qs, ...ALL_CONTACTS } };
	return await elementsOf(service, { name: 'contacts', listId }, forAll);
}

/** The elements of a response; empty if a page is no array. */
export async function elementsOf(...request: Parameters<typeof requestService>) {
	const { data } = await requestService(...request);
	return Array.isArray(data) ? (data as unknown[]) : [];
}

/** The request for a page of a list, for code outside the routing. */
export const contactsOf = (listId: string): IHttpRequestOptions => ({
	...LISTS,
	url: LISTS.url + encodeURIComponent(listId),
});

/** The ID of a list, ready for the path. */
export function normalizeListId(field: string, value: unknown): string {
	const id = requiredId(field, value, 'choose a list, or enter its ID');
	// "." and ".." change the path, even if they are encoded.
	if (/^\.\.?$/.test(id)) throw new InputError(`${field} ${quote(id)} is not the ID of a list`);
	return id.toWellFormed();
}

/**
 * Whether an entry of a list is a group (§2.5): `is_group` is `true`, or what a spreadsheet or a
 * form turns it into on the way. The `phone` of a group entry is the group's id.
 */
export function isGroupEntry(entry: unknown): boolean {
	const { is_group: mark } = (entry ?? {}) as { is_group?: unknown };
	return mark === true || /^\s*(true|1)\s*$/i.test(asText(mark) ?? '');
}
