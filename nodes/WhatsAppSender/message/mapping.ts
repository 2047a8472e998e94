import { NodeHelpers, SEND_AND_WAIT_OPERATION, type INodeProperties } from 'n8n-workflow';
import { isOn, oneOf } from '../values/checks';
import { messageFields } from './fields';
import type { Item } from './item';

/** Values of the form by the body field that they are mapped to, as the user entered them. */
export type MappedValues = Record<string, unknown>;

/** Parameters that decide which other fields the form shows, evaluated for an item. */
export interface Choices {
	resource: string;
	operation: string;
	recipientType: string;
	mediaSource: string;
	isInteractive: boolean;
}

interface MappedField {
	/** e.g. `phone`, `options.sendAt` */
	path: string;
	/** Body field (§2.2, §2.3). */
	property: string;
	/** The parameter, after the collection that it is in. */
	definitions: INodeProperties[];
}

/** All fields of the form that have a `routing.send`. */
const MAPPED_FIELDS = messageFields.flatMap((field) => [
	...mappedField([field]),
	...(field.type === 'collection' ? (field.options as INodeProperties[]) : []).flatMap((option) =>
		mappedField([field, option]),
	),
]);

function mappedField(definitions: INodeProperties[]): MappedField[] {
	const property = definitions.at(-1)?.routing?.send?.property;
	const path = definitions.map(({ name }) => name).join('.');
	return property ? [{ path, property, definitions }] : [];
}

/** @throws where an expression fails, and InputError where a switch is neither on nor off */
export function choicesOf(item: Item): Choices {
	const operation = String(item.node.parameters.operation);
	const isMedia = operation === 'sendMedia';
	return {
		resource: 'message',
		operation,
		recipientType: oneOf(
			operation === SEND_AND_WAIT_OPERATION ? ['phone', 'group'] : ['phone', 'group', 'contact'],
			'Send To',
			item.parameter('recipientType', 'phone'),
		),
		mediaSource: isMedia
			? oneOf(['url', 'binary'], 'Media Source', item.parameter('mediaSource', 'url'))
			: 'url',
		isInteractive: isOn('Interactive Message', item.parameter('isInteractive', false)),
	};
}

/**
 * Maps the fields that the form shows to body fields, by their `routing.send`, as n8n's routing
 * does it, but in the item's turn.
 *
 * @param wanted body fields to map
 * @throws where an expression fails
 */
export function mappedValues(
	item: Item,
	choices: Choices,
	wanted: (property: string) => boolean,
): MappedValues {
	const values: MappedValues = {};
	for (const { path, property, definitions } of MAPPED_FIELDS) {
		if (!wanted(property) || !definitions.every((field) => isShown(field, choices, item))) continue;
		values[property] = item.parameter(path, definitions.at(-1)?.default);
	}
	return values;
}

function isShown(field: INodeProperties, choices: Choices, { node }: Item): boolean {
	const parameters = { ...choices };
	return NodeHelpers.displayParameter(parameters, field, node, null, parameters);
}
