import { NodeHelpers, SEND_AND_WAIT_OPERATION, type INodeProperties } from 'n8n-workflow';
import { isOn, oneOf } from '../values/checks';
import { messageFields } from './fields';
import type { Item } from './item';

/** Parameters that decide which other fields the form shows, evaluated for an item. */
export interface Choices {
	resource: string;
	operation: string;
	recipientType: string;
	mediaSource: string;
	isInteractive: boolean;
}

/** What the user entered, by the path of its parameter, with the body field that it becomes. */
export type MappedValues = Record<string, { property: string; value: unknown }>;

/** A parameter of the form, after the collection that it is in. */
type FormField = INodeProperties[];

/** All fields of the form that have a `routing.send`. */
const MAPPED_FIELDS: FormField[] = messageFields
	.flatMap((field): FormField[] => [
		[field],
		...(field.type === 'collection' ? (field.options as INodeProperties[]) : []).map((option) => [
			field,
			option,
		]),
	])
	.filter((field) => propertyOf(field) !== undefined);

/** e.g. `phone`, `options.sendAt` */
const pathOf = (field: FormField) => field.map(({ name }) => name).join('.');

/** The body field (§2.2, §2.3) that a field of the form becomes. */
function propertyOf(field: FormField | undefined): string | undefined {
	return field?.at(-1)?.routing?.send?.property;
}

/** The body field that the field `path` becomes, also where the form does not show it. */
export function bodyField(path: string): string {
	return propertyOf(MAPPED_FIELDS.find((field) => pathOf(field) === path)) as string;
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
 * @param isNeeded by the path of a parameter
 * @throws where an expression fails
 */
export function mappedValues(
	item: Item,
	choices: Choices,
	isNeeded: (path: string) => boolean,
): MappedValues {
	const values: MappedValues = {};
	for (const field of MAPPED_FIELDS) {
		const path = pathOf(field);
		if (!isNeeded(path) || !field.every((definition) => isShown(definition, choices, item)))
			continue;
		const value = item.parameter(path, field.at(-1)?.default);
		values[path] = { property: propertyOf(field) as string, value };
	}
	return values;
}

function isShown(field: INodeProperties, choices: Choices, { node }: Item): boolean {
	const parameters = { ...choices };
	return NodeHelpers.displayParameter(parameters, field, node, null, parameters);
}
