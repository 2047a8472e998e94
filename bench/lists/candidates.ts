import { node, SENDER_TYPE } from '../../rig/workflows/nodes';
import type { Credentials, Steps } from '../instruments/n8n';

/** A way to get the contacts of the list that has so many. */
export interface Reader {
	name: string;
	steps: (contacts: number, serviceUrl: string, credentials: Credentials) => Steps;
}

const get = (name: string, settings: (contacts: number) => object): Reader => ({
	name,
	steps: (contacts, _url, credentials) => {
		const list = { __rl: true, mode: 'id', value: `contacts-${contacts}` };
		const operation = { resource: 'list', operation: 'getListContacts', list };
		return {
			nodes: [
				node('Contacts', SENDER_TYPE, { ...operation, ...settings(contacts) }, { credentials }),
			],
		};
	},
});

export const thisNode = get('this node', () => ({ returnAll: true }));

export const contactsOnly = get('this node, Include: Contacts Only', () => ({
	returnAll: true,
	include: 'contacts',
}));

/** The limit is the whole list, so that the number of items is the same. */
export const limited = get('this node, Limit', (contacts) => ({
	returnAll: false,
	limit: contacts,
}));

export const httpRequest: Reader = {
	name: 'HTTP Request and Split Out',
	steps: (contacts, serviceUrl) => ({
		nodes: [
			node(
				'Request',
				'n8n-nodes-base.httpRequest',
				{
					url: `${serviceUrl}/lists/contacts-${contacts}?all=true`,
					sendHeaders: true,
					headerParameters: { parameters: [{ name: 'api-key', value: 'key-of-the-benchmark' }] },
					options: {},
				},
				{ typeVersion: 4.2 },
			),
			node('Contacts', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'data', options: {} }),
		],
	}),
};
