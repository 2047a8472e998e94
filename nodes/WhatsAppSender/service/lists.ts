import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { quoted, requiredId } from '../values/checks';
import type { Operation } from './errors';
import { requestService, type Expected, type Service, type ServiceContext } from './request';
import { isList } from './response';

type Options = Partial<IHttpRequestOptions>;

/** A field for one of the account's contact lists: found by its title, or entered by its ID. */
export const listField = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a list...',
			typeOptions: { searchListMethod: 'searchLists', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
		},
	],
} satisfies Partial<INodeProperties>;

/** All contact lists of the account, which the service sends in one response (§4.3). */
export async function allLists(context: ServiceContext, service: Service, options: Options = {}) {
	const request = { ...options, qs: {} };
	return (await dataOf(context, service, { name: 'lists' }, request)) as unknown[];
}

/** All contacts and groups of a list (§4.4). */
export async function allContacts(
	context: ServiceContext,
	service: Service,
	listId: string,
	options: Options,
): Promise<unknown[]> {
	const request = { ...options, qs: { all: 'true' } };
	return (await dataOf(context, service, { name: 'contacts', listId }, request)) as unknown[];
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
	options: Options,
): Promise<unknown[]> {
	const request = { ...options, qs: {} };
	const data = await dataOf(context, service, { name: 'contacts', listId }, request, () => true);
	return Array.isArray(data) ? data : [];
}

type ListOperation = Exclude<Operation, { name: 'send' }>;

async function dataOf(
	context: ServiceContext,
	service: Service,
	operation: ListOperation,
	options: Options,
	isExpected: Expected['isExpected'] = isList,
): Promise<unknown> {
	const id = operation.name === 'lists' ? '' : encodeURIComponent(operation.listId);
	const expected = { operation, isExpected };
	return (await requestService(context, service, `/lists/${id}`, options, expected)).data;
}

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
