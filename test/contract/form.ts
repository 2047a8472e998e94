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
const { properties } = description;
const node = { typeVersion: 1 };

/** The fields that n8n displays with these values. */
const displayed = (values: INodeParameters, from = properties, root?: INodeParameters) =>
	from.filter((field) => NodeHelpers.displayParameter(values, field, node, description, root));

/** The values of the form; a field that is not set has its default, as in the editor. */
const withDefaults = (set: INodeParameters): INodeParameters =>
	NodeHelpers.getNodeParameters(properties, set, true, false, node, description)!;

/** The fields that the editor shows for a saved node. */
export const fieldsOf = (set: INodeParameters) => displayed(withDefaults(set));

/** The fields while the user changes the form: the editor then keeps the values of hidden fields, too. */
export function fieldsWhileEdited(set: INodeParameters): INodeProperties[] {
	const defaults = properties.map(({ name, default: value }) => [name, value]);
	// Several fields can have one name. `withDefaults` has the default of the one that shows.
	return displayed({ ...Object.fromEntries(defaults), ...withDefaults(set), ...set });
}

/** The options that the editor offers; none if the form has no field Options. */
export function optionsOf(set: INodeParameters): INodeProperties[] {
	const values = withDefaults(set);
	const field = fieldsOf(set).find(({ name }) => name === 'options');
	const options = ((field?.options ?? []) as INodeProperties[]).filter(isStored);
	return displayed(values.options as INodeParameters, options, values);
}

export const sendText = { resource: 'message', operation: 'sendText' };
export const sendMedia = { resource: 'message', operation: 'sendMedia' };
export const sendAndWait = { resource: 'message', operation: 'sendAndWait' };
export const upload = { ...sendMedia, mediaSource: 'binary' };
export const getLists = { resource: 'list', operation: 'getLists' };
export const getContacts = { resource: 'list', operation: 'getListContacts' };
export const webhookList = { resource: 'webhook', operation: 'webhookList' };
export const toGroup = { recipientType: 'group' };
export const toContact = { recipientType: 'contact' };

/** Every field shows in one of these. */
export const FORMS: Array<[string, INodeParameters]> = [
	['Send Text', sendText],
	['a group', { ...sendText, ...toGroup }],
	['a contact from a list', { ...sendText, ...toContact }],
	['an interactive message', { ...sendText, isInteractive: true }],
	['Send Media by URL', sendMedia],
	['Send Media by upload', upload],
	['an upload to a contact', { ...upload, ...toContact }],
	['Send and Wait for Response', sendAndWait],
	['a question to a group', { ...sendAndWait, ...toGroup, responseType: 'freeText' }],
	['Get Lists', getLists],
	['all lists', { ...getLists, returnAll: true }],
	['Get List Contacts', getContacts],
	['some contacts', { ...getContacts, returnAll: false }],
	['Webhook List', webhookList],
	['a phone that is not changed', { ...webhookList, phoneFormat: 'asIs' }],
];

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

/** Every stored field at any depth, with its path: `options.sendHours.hours.from`. */
export function withPaths(
	fields: INodeProperties[],
	before = '',
): Array<[string, INodeProperties]> {
	return fields.filter(isStored).flatMap((field): Array<[string, INodeProperties]> => {
		const { type, options = [] } = field;
		const path = before + field.name;
		const groups = type === 'fixedCollection' ? (options as INodePropertyCollection[]) : [];
		const inner = type === 'collection' ? (options as INodeProperties[]) : [];
		return [
			[path, field],
			...withPaths(inner, `${path}.`),
			...groups.flatMap(({ name, values }) => withPaths(values, `${path}.${name}.`)),
		];
	});
}
export const storedFields = withPaths(properties);

/** The path of a field. If fields of different kinds have this path, its choices or its default are added. */
function nameOf(field: INodeProperties, path = field.name): string {
	const kinds = storedFields.filter(([other]) => other === path).map(([, kind]) => fieldLine(kind));
	if (new Set(kinds).size === 1) return path;
	const { default: byDefault } = field;
	const value = typeof byDefault === 'string' ? byDefault : JSON.stringify(byDefault);
	return `${path}[${choicesOf(field) ?? value}]`;
}

/** The line of every stored field, by its name. */
export const fieldLines = new Map(
	storedFields.map(([path, field]) => [nameOf(field, path), fieldLine(field)]),
);

/** The names of the stored fields of a form, in order, and of its options. */
export const namesOf = (set: INodeParameters, fields = fieldsOf(set)): [string[], string[]] => [
	fields.filter(isStored).map((field) => nameOf(field)),
	optionsOf(set).map((option) => nameOf(option, `options.${option.name}`)),
];

/** The same as one line. */
export function formOf(set: INodeParameters, fields = fieldsOf(set)): string {
	const [names, options] = namesOf(set, fields).map((part) => part.join(' '));
	return `${names}: ${options.replaceAll('options.', '')}`;
}
