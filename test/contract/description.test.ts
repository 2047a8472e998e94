import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import {
	contacts,
	description,
	lists,
	sendAndWait,
	sendMedia,
	sendText,
	shown,
	shownOptions,
	upload,
	webhook,
} from './form';

const group = { ...sendText, recipientType: 'group' };
const interactive = { ...sendText, isInteractive: true };
const NO_CHOICE = '';

/** A row of the contract: where it shows, its name, its type, its default, its values to choose from. */
type Row = [INodeParameters, string, INodeProperties['type'], unknown, string];

/** What saved workflows store. */
const PARAMETERS: Row[] = [
	[{}, 'resource', 'options', 'message', 'list message webhook'],
	[{ resource: 'message' }, 'operation', 'options', 'sendText', 'sendAndWait sendMedia sendText'],
	[{ resource: 'list' }, 'operation', 'options', 'getLists', 'getListContacts getLists'],
	[{ resource: 'webhook' }, 'operation', 'options', 'webhookList', 'webhookList'],
	[sendText, 'recipientType', 'options', 'phone', 'contact group phone'],
	[sendText, 'phone', 'string', '', NO_CHOICE],
	[group, 'groupId', 'string', '', NO_CHOICE],
	[sendText, 'text', 'string', '', NO_CHOICE],
	[sendText, 'isInteractive', 'boolean', false, NO_CHOICE],
	[interactive, 'footer', 'string', '', NO_CHOICE],
	[interactive, 'buttons', 'json', '[]', NO_CHOICE],
	[sendText, 'simplify', 'boolean', true, NO_CHOICE],
	[sendMedia, 'mediaSource', 'options', 'url', 'binary url'],
	[sendMedia, 'mediaUrl', 'string', '', NO_CHOICE],
	[upload, 'recipientType', 'options', 'phone', 'contact phone'],
	[upload, 'phone', 'string', '', NO_CHOICE],
	[upload, 'binaryPropertyName', 'string', 'data', NO_CHOICE],
	[sendAndWait, 'recipientType', 'options', 'phone', 'group phone'],
	[sendAndWait, 'phone', 'string', '', NO_CHOICE],
	[{ ...sendAndWait, recipientType: 'group' }, 'groupId', 'string', '', NO_CHOICE],
	[sendAndWait, 'message', 'string', '', NO_CHOICE],
	[sendAndWait, 'responseType', 'options', 'approval', 'approval freeText'],
	[sendAndWait, 'approvalOptions', 'fixedCollection', {}, NO_CHOICE],
	[lists, 'returnAll', 'boolean', false, NO_CHOICE],
	[lists, 'limit', 'number', 50, NO_CHOICE],
	[contacts, 'returnAll', 'boolean', false, NO_CHOICE],
	[contacts, 'limit', 'number', 50, NO_CHOICE],
	[contacts, 'list', 'resourceLocator', { mode: 'list', value: '' }, NO_CHOICE],
	[contacts, 'include', 'options', 'all', 'all contacts groups'],
	[webhook, 'webhookUrl', 'string', '', NO_CHOICE],
	[webhook, 'name', 'string', '={{ $json.name }}', NO_CHOICE],
	[webhook, 'phone', 'string', '={{ $json.phone }}', NO_CHOICE],
	[webhook, 'phoneFormat', 'options', 'local', 'asIs international local'],
	[webhook, 'countryCode', 'string', '62', NO_CHOICE],
	[
		webhook,
		'receiverAuthentication',
		'options',
		'none',
		'basicAuth bearerAuth headerAuth none queryAuth',
	],
];

const OPTIONS: Row[] = [
	[sendText, 'sendAt', 'dateTime', '', NO_CHOICE],
	[sendText, 'sendAtUnit', 'options', 'seconds', 'milliseconds seconds'],
	[sendText, 'countryCode', 'string', '', NO_CHOICE],
	[sendText, 'minDelay', 'number', 0, NO_CHOICE],
	[sendText, 'maxDelay', 'number', 0, NO_CHOICE],
	[sendText, 'concurrency', 'number', 1, NO_CHOICE],
	[upload, 'fileName', 'string', '', NO_CHOICE],
	[sendAndWait, 'countryCode', 'string', '', NO_CHOICE],
	[sendAndWait, 'pageText', 'string', '', NO_CHOICE],
	[sendAndWait, 'pageTitle', 'string', '', NO_CHOICE],
	[webhook, 'minDelay', 'number', 0, NO_CHOICE],
	[webhook, 'maxDelay', 'number', 0, NO_CHOICE],
	[webhook, 'concurrency', 'number', 1, NO_CHOICE],
	[webhook, 'method', 'options', 'POST', 'PATCH POST PUT'],
	[webhook, 'nameField', 'string', 'name', NO_CHOICE],
	[webhook, 'phoneField', 'string', 'phone', NO_CHOICE],
	[webhook, 'timeout', 'number', 30000, NO_CHOICE],
];

function expectRow(found: INodeProperties[], [, name, type, byDefault, choice]: Row): void {
	const named = found.filter((property) => property.name === name);
	expect(named).toMatchObject([{ name, type, default: byDefault }]);
	const options = (named[0].options ?? []) as INodePropertyOptions[];
	expect(
		options
			.map(({ value }) => value)
			.sort()
			.join(' '),
	).toBe(choice);
}

describe('Saved workflows find', () => {
	test.each(PARAMETERS)('with %o the parameter %s (%s), by default %p [%s]', (...row) => {
		expectRow(shown(row[0]), row);
	});

	test.each(OPTIONS)('with %o the option %s (%s), by default %p [%s]', (...row) => {
		expectRow(shownOptions(row[0]), row);
	});

	test('the node and its credential by name', () => {
		expect(description).toMatchObject({
			displayName: 'WhatsApp Sender',
			name: 'whatsAppSender',
			version: 1,
		});
		expect(description).toMatchObject({ group: ['output'], usableAsTool: true });
		const { name, displayName, properties } = new WhatsAppSenderApi();
		expect({ name, displayName }).toEqual({
			name: 'whatsAppSenderApi',
			displayName: 'WhatsApp Sender API',
		});
		expect(properties).toMatchObject([
			{ name: 'whereToFind', type: 'notice' },
			{ name: 'apiKey', required: true, typeOptions: { password: true } },
			{ name: 'baseUrl', required: true, default: '', placeholder: 'e.g. https://api.example.com' },
		]);
	});
});

test.each([
	['message', 'sendText', 'Send Text', 'Send text message'],
	['message', 'sendMedia', 'Send Media', 'Send media message'],
	['list', 'getLists', 'Get Lists', 'Get many lists'],
	['list', 'getListContacts', 'Get List Contacts', 'Get many list contacts'],
	['webhook', 'webhookList', 'Webhook List', 'Send contact to webhook'],
])('%s → %s is shown as "%s" and found as "%s"', (resource, value, name, action) => {
	const { options } = shown({ resource }).find((property) => property.name === 'operation')!;
	expect(options).toContainEqual(expect.objectContaining({ value, name, action }));
});

test('The list is found by searching its title, or given by its ID', () => {
	const { modes } = shown(contacts).find(({ name }) => name === 'list')!;
	expect(modes).toMatchObject([
		{ name: 'list', displayName: 'From List', type: 'list', typeOptions: { searchable: true } },
		{ name: 'id', displayName: 'By ID', type: 'string' },
	]);
});

test('Messages at Once goes from 1 to 50, and required fields are marked', () => {
	const concurrency = shownOptions(sendText).find(({ name }) => name === 'concurrency');
	expect(concurrency?.typeOptions).toMatchObject({ minValue: 1, maxValue: 50 });
	for (const set of [sendText, group, sendMedia, upload, contacts, webhook]) {
		const required = shown(set)
			.filter((property) => property.required)
			.map(({ name }) => name);
		const wanted = [
			'phone',
			'groupId',
			'text',
			'mediaUrl',
			'binaryPropertyName',
			'list',
			'webhookUrl',
		];
		expect(required.sort()).toEqual(
			shown(set)
				.map(({ name }) => name)
				.filter((name) => wanted.includes(name))
				.sort(),
		);
	}
});
