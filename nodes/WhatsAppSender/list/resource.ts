import type { INodeProperties, INodePropertyRouting } from 'n8n-workflow';
import { LISTS } from '../service/lists';
import { getListContacts, getLists } from './operations';

/** §4.3 */
const routingOfLists: INodePropertyRouting = {
	request: LISTS,
	send: { paginate: true },
	operations: { pagination: getLists },
};

/** §4.4. The field List adds the URL, and Return All the query. */
const routingOfContacts: INodePropertyRouting = {
	request: { method: LISTS.method },
	send: { paginate: true },
	operations: { pagination: getListContacts },
};

export const listOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['list'] } },
	options: [
		{
			name: 'Get List Contacts',
			value: 'getListContacts',
			action: 'Get many list contacts',
			description: 'Retrieve the contacts and groups of a list, one item each',
			routing: routingOfContacts,
		},
		{
			name: 'Get Lists',
			value: 'getLists',
			action: 'Get many lists',
			description: 'Retrieve the contact lists of your account, one item each',
			routing: routingOfLists,
		},
	],
	default: 'getLists',
};
