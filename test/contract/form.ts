import {
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
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
	// Of several fields with one name, the default is that of the one that shows.
	return displayed({ ...Object.fromEntries(defaults), ...withDefaults(set), ...set });
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

/** The values or modes that a field offers. */
function choicesOf({ type, options, modes }: INodeProperties): string | undefined {
	const isChoice = ['options', 'multiOptions'].includes(type);
	const choices = isChoice ? (options as INodePropertyOptions[]) : modes;
	const names = choices?.map((choice) => ('value' in choice ? choice.value : choice.name));
	return names?.sort().join(' | ');
}

/** What a saved workflow stores of a field, and what the editor needs to offer it. */
export function fieldLine(field: INodeProperties): string {
	const { type, required, default: byDefault, typeOptions } = field;
	return [
		`${type}${required ? ', required' : ''}, by default ${JSON.stringify(byDefault)}`,
		...[choicesOf(field) ?? []].flat(),
		...(typeOptions ? [JSON.stringify(typeOptions)] : []),
	].join(', ');
}

/** Whether a saved workflow stores it as a parameter of its form. */
export const isStored = ({ type, isNodeSetting }: INodeProperties) =>
	!['hidden', 'notice', 'credentials'].includes(type) && !isNodeSetting;

/** The fields within a field, of a collection or of each group of a fixed one, by their paths. */
function innerOf({ type, options = [] }: INodeProperties, path: string): Array<[string, Inner]> {
	if (type === 'collection') return [[path, options as INodeProperties[]]];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).map((group) => [
		`${path}.${group.name}`,
		group.values,
	]);
}

type Inner = INodeProperties[];

/** Every stored field of the description at any depth, by its path: `options.sendHours.hours.from`. */
const storedFields = (fields: INodeProperties[], before = ''): Array<[string, INodeProperties]> =>
	fields.filter(isStored).flatMap((field): Array<[string, INodeProperties]> => {
		const path = before + field.name;
		const inner = innerOf(field, path).flatMap(([at, values]) => storedFields(values, `${at}.`));
		return [[path, field], ...inner];
	});
const all = storedFields(description.properties);

/** The path of a field; where there are several kinds, with what this one shows. */
function nameOf(field: INodeProperties, path = field.name): string {
	const kinds = all.filter(([other]) => other === path).map(([, kind]) => fieldLine(kind));
	if (new Set(kinds).size === 1) return path;
	const { default: byDefault } = field;
	const value = typeof byDefault === 'string' ? byDefault : JSON.stringify(byDefault);
	return `${path}[${choicesOf(field) ?? value}]`;
}

/** Every stored field, once. */
export const fields = new Map(all.map(([path, field]) => [nameOf(field, path), fieldLine(field)]));

/** The stored fields of a form in their order, and those under Options. */
export function namesOf(set: INodeParameters, form = shown): [fields: string[], options: string[]] {
	const stored = form(set).filter(isStored);
	const options = stored.some(({ name }) => name === 'options') ? shownOptions(set) : [];
	return [
		stored.map((field) => nameOf(field)),
		options.map((option) => nameOf(option, `options.${option.name}`)),
	];
}

/** The same as one line. */
export function formOf(set: INodeParameters, form = shown): string {
	const [names, options] = namesOf(set, form).map((part) => part.join(' '));
	return `${names}: ${options.replaceAll('options.', '')}`;
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
	['some contacts', { ...contacts, returnAll: false }],
	['Webhook List', webhook],
	['a phone that is not changed', { ...webhook, phoneFormat: 'asIs' }],
];
