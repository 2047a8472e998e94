import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { WhatsAppSenderWebhookApi } from '../../credentials/WhatsAppSenderWebhookApi.credentials';
import {
	contact,
	description,
	fieldLine,
	fields,
	formOf,
	FORMS,
	group,
	namesOf,
	lists,
	sendMedia,
	sendText,
	shown,
	shownOptions,
	shownWhileEdited,
	upload,
	webhook,
} from './form';

const login = { receiverAuthentication: 'credential' };

describe('The form', () => {
	// What saved workflows store must stay. A change here is a change for each of them: look, then `-u`.
	test.each(FORMS)('shows what belongs to %s, and nothing else', (_form, parameters) => {
		expect(formOf(parameters)).toMatchSnapshot();
		expect(formOf(parameters, shownWhileEdited)).toBe(formOf(parameters));
	});

	test('has fields that saved workflows find by name, each in one of these forms', () => {
		expect(Object.fromEntries(fields)).toMatchSnapshot();
		const inForms = FORMS.flatMap(([, set]) => namesOf(set).flat());
		// Not of a fixed collection's fields, which the editor shows with it.
		const isInner = (name: string) => /^[^.[]+\./.test(name.replace('options.', ''));
		const names = [...fields.keys()].filter((name) => !isInner(name));
		expect([...new Set(inForms)].sort()).toEqual(names.sort());
	});

	test('shows no field of another resource in a new one', () => {
		expect(formOf({ resource: 'new', operation: 'new' })).toBe('resource: ');
	});

	test.each<[string, INodeParameters, INodeParameters]>([
		['a group in an upload', { ...upload, ...group }, { ...upload, ...contact }],
		['buttons in an upload', { ...upload, isInteractive: true }, upload],
		['an upload in Send Text', { ...upload, ...sendText }, sendText],
		['an upload in a group', { ...upload, ...sendText, ...group }, { ...sendText, ...group }],
	])('keeps nothing of %s', (_left, parameters, expected) => {
		expect(formOf(parameters)).toBe(formOf(expected));
		expect(formOf(parameters, shownWhileEdited)).toBe(formOf(expected));
	});

	test.each<[string, INodeParameters, string[]]>([
		['Send Text', sendText, ['whatsAppSenderApi']],
		['Get Lists', lists, ['whatsAppSenderApi']],
		['Webhook List', { ...webhook, receiverAuthentication: 'none' }, []],
		['a receiver with a login', { ...webhook, ...login }, ['whatsAppSenderWebhookApi']],
		['Get Lists after a webhook', { ...lists, ...login }, ['whatsAppSenderApi']],
	])('for %s asks for the credential that it needs', (_form, parameters, expected) => {
		const values = { authentication: 'whatsAppSenderApi', ...parameters };
		const needed = description.credentials!.filter((credential) =>
			NodeHelpers.displayParameter(values, credential, { typeVersion: 1 }, description),
		);
		expect(needed.map(({ name }) => name)).toEqual(expected);
	});

	test('has options that are on as soon as they are added, which a model hears are off until then', () => {
		const on = shownOptions(sendMedia).filter((option) => option.default === true);
		expect(on.map(({ name }) => name)).toEqual(['dryRun', 'eachRecipientOnce']);
		for (const { builderHint } of on)
			expect(builderHint?.propertyHint).toMatch(/^Off unless added/);
	});

	test('shows no empty text', () => {
		const texts = /"(displayName|description|placeholder|action|\w*[Hh]int|\w*Tooltip)":""/;
		expect(JSON.stringify(description)).not.toMatch(texts);
	});

	test('has options in alphabetical order', () => {
		for (const [form, set] of FORMS) {
			if (!shown(set).some(({ name }) => name === 'options')) continue;
			const names = shownOptions(set).map(({ displayName }) => displayName);
			expect([form, names]).toEqual([form, [...names].sort((a, b) => a.localeCompare(b))]);
		}
	});

	test('has drop-downs of lists and of groups that can be searched', () => {
		const text = JSON.stringify(description.properties);
		const dropDowns = text.match(/\{"searchListMethod":"\w+","searchable":true\}/g) ?? [];
		expect(dropDowns).toHaveLength(text.split('"searchListMethod"').length - 1);
		expect(new Set(dropDowns).size).toBe(2);
	});

	// A field that prevents a message stays, because n8n drops what a hidden one has.
	test('has no upload as a tool of an AI Agent, not even where it is saved', () => {
		const names = ['Upload', 'binaryPropertyName', 'fileName'];
		const fields = description.properties.flatMap((field) => [field, ...(field.options ?? [])]);
		const ofItems = fields.filter(({ name }) => names.includes(name)) as INodeProperties[];
		const shownAs = (name: string) => {
			const type = { ...description, name };
			const isShown = (field: INodeProperties) =>
				NodeHelpers.displayParameter(upload, field, { typeVersion: 1 }, type, upload);
			return [...new Set(ofItems.filter(isShown).map((field) => field.name))];
		};
		expect(shownAs(description.name).sort()).toEqual(names.sort());
		expect(shownAs(`${description.name}Tool`)).toEqual([]);
	});

	test('is the one of a node and its credentials that saved workflows find by name', () => {
		const { displayName, name, version, group: groups, usableAsTool } = description;
		expect(JSON.stringify({ displayName, name, version, groups, usableAsTool })).toMatchSnapshot();
		for (const credential of [new WhatsAppSenderApi(), new WhatsAppSenderWebhookApi()]) {
			const own = credential.properties.map((field) => [field.name, fieldLine(field)]);
			const shownAs = `${credential.displayName} (${credential.name})`;
			expect({ [shownAs]: Object.fromEntries(own) }).toMatchSnapshot();
		}
	});
});
