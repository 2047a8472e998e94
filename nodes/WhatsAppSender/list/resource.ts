import type { INodeProperties } from 'n8n-workflow';
import { keepWholeAnswer } from '../service/answer';
import { getListContacts } from './getListContacts';
import { getLists } from './getLists';

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
			description: 'Get the contacts and groups of a list, one item each',
			// §4.4; the list's id joins the path in `getListContacts`, and `all` is up to what is needed.
			routing: {
				request: { method: 'GET', url: '/lists/' },
				send: { paginate: true },
				output: { postReceive: [keepWholeAnswer] },
				operations: { pagination: getListContacts },
			},
		},
		{
			name: 'Get Lists',
			value: 'getLists',
			action: 'Get many lists',
			description: 'Get the contact lists of your account, one item each',
			// §4.3
			routing: {
				request: { method: 'GET', url: '/lists/' },
				send: { paginate: true },
				output: { postReceive: [keepWholeAnswer] },
				operations: { pagination: getLists },
			},
		},
	],
	default: 'getLists',
};
