import type { IHttpRequestOptions } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { quoted } from '../errors/words';
import { requiredId } from '../values/required';
import { requestService, type Service, type ServiceContext } from './request';
import { isList } from './response';

type Options = Partial<IHttpRequestOptions>;

/** All contact lists of the account, which the service sends in one response (§4.3). */
export async function allLists(
	context: ServiceContext,
	service: Service,
	options: Options = {},
): Promise<unknown[]> {
	const expected = { operation: { name: 'lists' }, isExpected: isList } as const;
	const request = { ...options, qs: {} };
	const { data } = await requestService(context, service, '/lists/', request, expected);
	return data as unknown[];
}

/** All contacts and groups of a list (§4.4). */
export async function allContacts(
	context: ServiceContext,
	service: Service,
	listId: string,
	options: Options = {},
): Promise<unknown[]> {
	const expected = { operation: { name: 'contacts', listId }, isExpected: isList } as const;
	const request = { ...options, qs: { all: 'true' } };
	const { data } = await requestService(context, service, pathOf(listId), request, expected);
	return data as unknown[];
}

/**
 * The first page of a list, of a size and shape that §4.4 does not show.
 *
 * @returns an empty array where the page is not an array
 */
export async function firstContacts(
	context: ServiceContext,
	service: Service,
	listId: string,
	options: Options = {},
): Promise<unknown[]> {
	const expected = { operation: { name: 'contacts', listId }, isExpected: () => true } as const;
	const request = { ...options, qs: {} };
	const { data } = await requestService(context, service, pathOf(listId), request, expected);
	return Array.isArray(data) ? data : [];
}

const pathOf = (listId: string) => `/lists/${encodeURIComponent(listId)}`;

/**
 * The ID of a list, ready for the path.
 *
 * @throws InputError where there is none, or where it would lead to another path
 */
export function normalizeListId(field: string, value: unknown): string {
	const id = requiredId(field, value, 'choose one, or enter its ID');
	// As a step of a path these lead elsewhere, however they are encoded.
	if (id === '.' || id === '..') {
		throw new InputError(`${field} ${quoted(id)} is not the ID of a list`);
	}
	return id.toWellFormed();
}
