import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { WhatsAppSenderWebhookApi } from '../../credentials/WhatsAppSenderWebhookApi.credentials';
import {
	description,
	fieldLine,
	fieldLines,
	fieldsWhileEdited,
	formOf,
	FORMS,
	getLists,
	namesOf,
	optionsOf,
	sendMedia,
	sendText,
	toContact,
	toGroup,
	upload,
	webhookList,
} from './form';

const login = { receiverAuthentication: 'credential' };

describe('The form', () => {
	// Saved workflows store these names and values. If a line changes or goes, saved workflows lose it: `-u` is right only for
	// a new line, or new words.
	test.each(FORMS)('shows the fields of %s, and no other', (_form, parameters) => {
		expect(formOf(parameters)).toMatchSnapshot();
		expect(formOf(parameters, fieldsWhileEdited(parameters))).toBe(formOf(parameters));
	});

	test('has fields that saved workflows find by name, each in one of these forms', () => {
		expect(Object.fromEntries(fieldLines)).toMatchSnapshot();
		const inForms = FORMS.flatMap(([, set]) => namesOf(set).flat());
		// The editor shows the fields of a fixed collection together with it.
		const isInner = (name: string) => /^[^.[]+\./.test(name.replace('options.', ''));
		const names = [...fieldLines.keys()].filter((name) => !isInner(name));
		expect([...new Set(inForms)].sort()).toEqual(names.sort());
	});

	test('shows no field of another resource in a new one', () => {
		expect(formOf({ resource: 'new', operation: 'new' })).toBe('resource: ');
	});

	test.each<[string, INodeParameters, INodeParameters]>([
		['a group in an upload', { ...upload, ...toGroup }, { ...upload, ...toContact }],
		['buttons in an upload', { ...upload, isInteractive: true }, upload],
		['an upload in Send Text', { ...upload, ...sendText }, sendText],
		['an upload to a group', { ...upload, ...sendText, ...toGroup }, { ...sendText, ...toGroup }],
	])('hides what is left of %s', (_left, parameters, expected) => {
		expect(formOf(parameters)).toBe(formOf(expected));
		expect(formOf(parameters, fieldsWhileEdited(parameters))).toBe(formOf(expected));
	});

	test.each<[string, INodeParameters, string[]]>([
		['Send Text', sendText, ['whatsAppSenderApi']],
		['Get Lists', getLists, ['whatsAppSenderApi']],
		['Webhook List', { ...webhookList, receiverAuthentication: 'none' }, []],
		['a receiver with a login', { ...webhookList, ...login }, ['whatsAppSenderWebhookApi']],
		['Get Lists after a webhook', { ...getLists, ...login }, ['whatsAppSenderApi']],
	])('for %s asks for the credential that it needs', (_form, parameters, expected) => {
		const values = { authentication: 'whatsAppSenderApi', ...parameters };
		const needed = description.credentials!.filter((credential) =>
			NodeHelpers.displayParameter(values, credential, { typeVersion: 1 }, description),
		);
		expect(needed.map(({ name }) => name)).toEqual(expected);
	});

	test('tells a model that options with the default true are off until they are added', () => {
		const on = optionsOf(sendMedia).filter((option) => option.default === true);
		expect(on.map(({ name }) => name)).toEqual(['dryRun', 'eachRecipientOnce']);
		for (const { builderHint } of on)
			expect(builderHint?.propertyHint).toMatch(/^Off unless added/);
	});

	test('shows no empty text', () => {
		const texts = /"(displayName|description|placeholder|action|\w*[Hh]int|\w*Tooltip)":""/;
		expect(JSON.stringify(description)).not.toMatch(texts);
	});

	test('describes each option', () => {
		const options = FORMS.flatMap(([, form]) => optionsOf(form));
		expect(options.filter((option) => !option.description)).toEqual([]);
	});

	test('has options in alphabetical order', () => {
		for (const [form, set] of FORMS) {
			const names = optionsOf(set).map(({ displayName }) => displayName);
			expect([form, names]).toEqual([form, [...names].sort((a, b) => a.localeCompare(b))]);
		}
	});

	test('has searchable drop-downs for lists and for groups', () => {
		const text = JSON.stringify(description.properties);
		const dropDowns = text.match(/\{"searchListMethod":"\w+","searchable":true\}/g) ?? [];
		expect(dropDowns).toHaveLength(text.split('"searchListMethod"').length - 1);
		expect(new Set(dropDowns).size).toBe(2);
	});

	// The options that prevent a message stay: n8n drops the value of a hidden option.
	test('offers no upload and no contact to an AI Agent, even if a saved node has one', () => {
		const names = ['binaryPropertyName', 'fileName', 'Upload', 'Contact From a List'];
		const fields = description.properties.flatMap((field) => [field, ...(field.options ?? [])]);
		const hidden = fields.filter(({ name }) => names.includes(name)) as INodeProperties[];
		const namesIn = (name: string) => {
			const type = { ...description, name };
			const offered = hidden.filter((field) =>
				NodeHelpers.displayParameter(upload, field, { typeVersion: 1 }, type, upload),
			);
			return [...new Set(offered.map((field) => field.name))].sort();
		};
		expect(namesIn(description.name)).toEqual([...names].sort());
		expect(namesIn(`${description.name}Tool`)).toEqual([]);
	});

	test('belongs to a node and credentials that saved workflows find by name', () => {
		const { displayName, name, version, group, usableAsTool } = description;
		expect(JSON.stringify({ displayName, name, version, group, usableAsTool })).toMatchSnapshot();
		for (const credential of [new WhatsAppSenderApi(), new WhatsAppSenderWebhookApi()]) {
			const own = credential.properties.map((field) => [field.name, fieldLine(field)]);
			const title = `${credential.displayName} (${credential.name})`;
			expect({ [title]: Object.fromEntries(own) }).toMatchSnapshot();
		}
	});
});
