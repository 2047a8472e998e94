import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import {
	contacts,
	description,
	lists,
	sendAndWait,
	sendMedia,
	sendText,
	shown,
	shownOptions,
	shownWhileEdited,
	upload,
	webhook,
} from './form';

const names = (properties: INodeProperties[]) => properties.map(({ name }) => name).sort();
const fields = (set: INodeParameters, form = shown) =>
	names(
		form(set).filter(
			({ type, name, isNodeSetting }) =>
				type !== 'hidden' &&
				type !== 'notice' &&
				!isNodeSetting &&
				!['resource', 'operation'].includes(name),
		),
	);

const noPhone = ['isInteractive', 'options', 'recipientType', 'simplify', 'text'];
const message = [...noPhone, 'phone'];
const question = ['message', 'options', 'recipientType', 'responseType'];
const noPhoneUpload = [
	'binaryPropertyName',
	'mediaSource',
	'options',
	'recipientType',
	'simplify',
	'text',
];
const uploadForm = [...noPhoneUpload, 'phone'];
const turns = ['concurrency', 'maxDelay', 'minDelay'];
const limits = ['eachRecipientOnce', 'neverSendTo'];
const schedule = ['sendAt', 'sendAtUnit'];
const receiver = [
	'name',
	'phone',
	'phoneFormat',
	'receiverAuthentication',
	'webhookUrl',
	'options',
];

describe('The form shows', () => {
	test.each<[string, INodeParameters, string[]]>([
		['Send Text', sendText, message],
		['a group', { ...sendText, recipientType: 'group' }, [...noPhone, 'groupId']],
		['a contact from a list', { ...sendText, recipientType: 'contact' }, noPhone],
		[
			'an interactive message',
			{ ...sendText, isInteractive: true },
			[...message, 'buttons', 'footer'],
		],
		['Send Media by URL', sendMedia, [...message, 'mediaSource', 'mediaUrl']],
		['Send Media by upload', upload, uploadForm],
		['an upload after a group', { ...upload, recipientType: 'group' }, noPhoneUpload],
		['an upload to a contact', { ...upload, recipientType: 'contact' }, noPhoneUpload],
		['an upload after buttons', { ...upload, isInteractive: true }, uploadForm],
		['Send Text after an upload', { ...upload, ...sendText }, message],
		[
			'Send Text to a group after an upload',
			{ ...upload, ...sendText, recipientType: 'group' },
			[...noPhone, 'groupId'],
		],
		['Send and Wait for Response', sendAndWait, [...question, 'approvalOptions', 'phone']],
		[
			'a question to a group, answered with a text',
			{ ...sendAndWait, recipientType: 'group', responseType: 'freeText' },
			[...question, 'groupId'],
		],
		['Get Lists', lists, ['limit', 'returnAll']],
		['all lists', { ...lists, returnAll: true }, ['returnAll']],
		['Get List Contacts', contacts, ['include', 'limit', 'list', 'returnAll']],
		['all contacts', { ...contacts, returnAll: true }, ['include', 'list', 'returnAll']],
		['Webhook List', webhook, [...receiver, 'countryCode']],
		['a phone that is not changed', { ...webhook, phoneFormat: 'asIs' }, receiver],
	])('what belongs to %s, and nothing else', (_form, parameters, expected) => {
		expect(fields(parameters)).toEqual([...expected].sort());
		expect(fields(parameters, shownWhileEdited)).toEqual([...expected].sort());
	});

	test.each<[string, INodeParameters, string[]]>([
		['Send Text', sendText, [...turns, ...schedule, 'countryCode', ...limits]],
		[
			'Send Text after an upload',
			{ ...upload, ...sendText },
			[...turns, ...schedule, 'countryCode', ...limits],
		],
		['Send Media by URL', sendMedia, [...turns, ...schedule, 'countryCode', ...limits]],
		[
			'Send and Wait for Response',
			sendAndWait,
			['countryCode', 'limitWaitTime', 'pageText', 'pageTitle'],
		],
		['an upload', upload, [...turns, 'countryCode', 'fileName', ...limits]],
		[
			'Webhook List',
			webhook,
			[...turns, 'fields', 'headers', 'method', 'nameField', 'phoneField', 'timeout'],
		],
	])('under Options of %s what belongs to it', (_form, parameters, expected) => {
		expect(names(shownOptions(parameters))).toEqual([...expected].sort());
	});

	test.each<[string, INodeParameters, string[]]>([
		['Send Text', sendText, ['whatsAppSenderApi']],
		['Send Media', sendMedia, ['whatsAppSenderApi']],
		['Get Lists', lists, ['whatsAppSenderApi']],
		['Get List Contacts', contacts, ['whatsAppSenderApi']],
		['Webhook List', { ...webhook, receiverAuthentication: 'none' }, []],
		['Basic Auth', { ...webhook, receiverAuthentication: 'basicAuth' }, ['httpBasicAuth']],
		['Bearer Auth', { ...webhook, receiverAuthentication: 'bearerAuth' }, ['httpBearerAuth']],
		['Header Auth', { ...webhook, receiverAuthentication: 'headerAuth' }, ['httpHeaderAuth']],
		['Query Auth', { ...webhook, receiverAuthentication: 'queryAuth' }, ['httpQueryAuth']],
		[
			'Get Lists after a webhook',
			{ ...lists, receiverAuthentication: 'basicAuth' },
			['whatsAppSenderApi'],
		],
	])('for %s the credential that it needs', (_form, parameters, expected) => {
		const values = { authentication: 'whatsAppSenderApi', ...parameters };
		const needed = description.credentials!.filter((credential) =>
			NodeHelpers.displayParameter(values, credential, { typeVersion: 1 }, description),
		);
		expect(needed.map(({ name }) => name)).toEqual(expected);
	});
});
