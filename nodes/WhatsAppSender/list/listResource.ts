import type { INodeProperties } from 'n8n-workflow';
import { listField, operationField } from '../formFields';
import { LISTS } from '../service/lists';
import { getListContacts, getLists } from './operations';

export const listOperations = operationField('list', 'getLists', [
	{
		name: 'Get List Contacts',
		value: 'getListContacts',
		action: 'Get many list contacts',
		description: 'Retrieve the contacts and groups of a list, one item each',
		// §4.4. The field List adds the URL.
		routing: {
			request: { method: LISTS.method },
			send: { paginate: true },
			operations: { pagination: getListContacts },
		},
	},
	{
		name: 'Get Lists',
		value: 'getLists',
		action: 'Get many lists',
		description: 'Retrieve the contact lists of your account, one item each',
		// §4.3
		routing: {
			request: LISTS,
			send: { paginate: true },
			operations: { pagination: getLists },
		},
	},
]);

const ofContacts = { resource: ['list'], operation: ['getListContacts'] };

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const listFields: INodeProperties[] = [
	{
		displayName: 'List',
		name: 'list',
		...listField,
		required: true,
		builderHint: { propertyHint: 'Use mode "id" with the "id" that Get Lists returns' },
		routing: {
			request: {
				url: `=${LISTS.url}{{ encodeURIComponent(String($value).trim().toWellFormed()) }}`,
			},
		},
		displayOptions: { show: ofContacts },
	},
	// All by default, so that a broadcast does not silently stop after 50 contacts.
	{ ...returnAll, default: true, displayOptions: { show: ofContacts } },
	{ ...returnAll, displayOptions: { show: { resource: ['list'], operation: ['getLists'] } } },
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { resource: ['list'], returnAll: [false] } },
	},
	{
		displayName: 'Include',
		name: 'include',
		type: 'options',
		options: [
			{ name: 'Contacts and Groups', value: 'all' },
			{ name: 'Contacts Only', value: 'contacts' },
			{ name: 'Groups Only', value: 'groups' },
		],
		default: 'all',
		displayOptions: { show: ofContacts },
	},
];
