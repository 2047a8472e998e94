import {
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';

export const description: INodeTypeDescription = new WhatsAppSender().description;
const node = { typeVersion: 1 };

/** The properties that the editor shows with these values. */
function displayed(
	values: INodeParameters,
	properties = description.properties,
	root?: INodeParameters,
): INodeProperties[] {
	return properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, node, description, root),
	);
}

/** The values of the form, with all that is not set at its default, as the editor has them. */
const withDefaults = (set: INodeParameters): INodeParameters =>
	NodeHelpers.getNodeParameters(description.properties, set, true, false, node, description)!;

export const shown = (set: INodeParameters) => displayed(withDefaults(set));

/** The same while the user changes the form: the editor keeps all that was set, shown or not. */
export function shownWhileEdited(set: INodeParameters): INodeProperties[] {
	const defaults = description.properties.map(({ name, default: value }) => [name, value]);
	return displayed({ ...Object.fromEntries(defaults), ...set });
}

/** What the editor offers under Options. */
export function shownOptions(set: INodeParameters): INodeProperties[] {
	const values = withDefaults(set);
	const { options } = shown(set).find(({ name }) => name === 'options')!;
	const stored = (options as INodeProperties[]).filter(isStored);
	return displayed(values.options as INodeParameters, stored, values);
}

export const sendText = { resource: 'message', operation: 'sendText' };
export const sendMedia = { resource: 'message', operation: 'sendMedia' };
export const sendAndWait = { resource: 'message', operation: 'sendAndWait' };
export const upload = { ...sendMedia, mediaSource: 'binary' };
export const lists = { resource: 'list', operation: 'getLists' };
export const contacts = { resource: 'list', operation: 'getListContacts' };
export const webhook = { resource: 'webhook', operation: 'webhookList' };

/** What a saved workflow stores of a field, and what the editor needs to offer it. */
export function fieldLine(field: INodeProperties): string {
	const { type, required, default: byDefault, typeOptions } = field;
	const choices = type === 'options' ? (field.options as Array<{ value: string }>) : field.modes;
	const names = choices?.map((choice) => ('value' in choice ? choice.value : choice.name)).sort();
	return [
		`${type}${required ? ', required' : ''}, by default ${JSON.stringify(byDefault)}`,
		...(names ? [names.join(' | ')] : []),
		...(typeOptions ? [JSON.stringify(typeOptions)] : []),
	].join(', ');
}

/** Every field that a form shows, once; those of one name are numbered. */
export const fields = new Map<string, string>();

function nameOf(field: INodeProperties): string {
	const line = fieldLine(field);
	const isFree = (name: string) => [undefined, line].includes(fields.get(name));
	let name = field.name;
	for (let at = 2; !isFree(name); at++) name = `${field.name}/${at}`;
	fields.set(name, line);
	return name;
}

/** Whether a saved workflow stores it as a parameter of its form. */
export const isStored = ({ type, isNodeSetting }: INodeProperties) =>
	!['hidden', 'notice', 'credentials'].includes(type) && !isNodeSetting;

/** The fields of a form in their order, with those under Options. */
export function formOf(set: INodeParameters, form = shown): string {
	const names = form(set).filter(isStored).map(nameOf);
	const options = names.includes('options') ? shownOptions(set) : [];
	return `${names.join(' ')}: ${options.map(nameOf).join(' ')}`;
}

export const group = { recipientType: 'group' };
export const contact = { recipientType: 'contact' };

/** Every field shows in one of these. */
export const FORMS: Array<[string, INodeParameters]> = [
	['Send Text', sendText],
	['a group', { ...sendText, ...group }],
	['a contact from a list', { ...sendText, ...contact }],
	['an interactive message', { ...sendText, isInteractive: true }],
	['Send Media by URL', sendMedia],
	['Send Media by upload', upload],
	['an upload to a contact', { ...upload, ...contact }],
	['Send and Wait for Response', sendAndWait],
	['a question to a group', { ...sendAndWait, ...group, responseType: 'freeText' }],
	['Get Lists', lists],
	['all lists', { ...lists, returnAll: true }],
	['Get List Contacts', contacts],
	['all contacts', { ...contacts, returnAll: true }],
	['Webhook List', webhook],
	['a phone that is not changed', { ...webhook, phoneFormat: 'asIs' }],
];
// In one order, whichever tests run: the first field of a name has no number.
for (const [, parameters] of FORMS) formOf(parameters);
