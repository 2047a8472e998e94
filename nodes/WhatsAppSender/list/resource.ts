import type { INodeProperties, INodePropertyRouting } from 'n8n-workflow';
import { keepWholeAnswer } from '../service/answer';
import { getListContacts } from './getListContacts';
import { getLists } from './getLists';

type Pagination = NonNullable<INodePropertyRouting['operations']>['pagination'];

/** §4.3, §4.4. A list's id joins the path, and `all` the query, where they are known: in `pagination`. */
const getFromLists = (pagination: Pagination): INodePropertyRouting => ({
	request: { method: 'GET', url: '/lists/' },
	send: { paginate: true },
	output: { postReceive: [keepWholeAnswer] },
	operations: { pagination },
});

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
			routing: getFromLists(getListContacts),
		},
		{
			name: 'Get Lists',
			value: 'getLists',
			action: 'Get many lists',
			description: 'Retrieve the contact lists of your account, one item each',
			routing: getFromLists(getLists),
		},
	],
	default: 'getLists',
};
