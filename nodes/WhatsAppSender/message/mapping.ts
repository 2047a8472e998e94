import {
	NodeHelpers,
	SEND_AND_WAIT_OPERATION,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';
import { isOn, oneOf } from '../values/checks';
import { messageFields } from './fields';
import { hasOption, type Item } from './item';

/** Parameters that decide which other fields the form shows, evaluated for an item. */
export interface Choices {
	resource: string;
	operation: string;
	recipientType: string;
	mediaSource: string;
	isInteractive: boolean;
}

/** A field of the form, behind the collection that it is in. */
type FormField = INodeProperties[];

/** The body field (§2.2, §2.3) that a field of the form becomes. */
const propertyOf = (field: FormField) => field.at(-1)?.routing?.send?.property;

/** Fields that become body fields, by their path, e.g. `phone` or `options.sendAt`. */
const MAPPED_FIELDS = messageFields
	.flatMap((field): FormField[] => {
		const options = field.type === 'collection' ? (field.options as INodeProperties[]) : [];
		return [[field], ...options.map((option) => [field, option])];
	})
	.filter((field) => propertyOf(field) !== undefined)
	.map((field) => ({ path: field.map(({ name }) => name).join('.'), field }));

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
 * Maps what the user entered to body fields, as n8n's routing does it, but in the item's turn.
 *
 * @param known values by path that are not read from the form, whether it shows their field or not
 * @returns the values of all fields that the form shows, by path, with the body field of each
 * @throws where an expression fails
 */
export function mappedValues(
	item: Item,
	choices: Choices,
	known: Record<string, unknown>,
): Record<string, { property: string; value: unknown }> {
	const values: ReturnType<typeof mappedValues> = {};
	for (const { path, field } of MAPPED_FIELDS) {
		if (!(path in known) && !isShown(field, choices, item.node)) continue;
		const value = path in known ? known[path] : item.parameter(path, field.at(-1)?.default);
		values[path] = { property: propertyOf(field) as string, value };
	}
	return values;
}

/** Whether the form shows a field; one of a collection only where it has been added. */
function isShown(field: FormField, choices: Choices, node: INode): boolean {
	const [, option] = field;
	if (option && !hasOption(node, option.name)) return false;
	const shownBy = { ...choices };
	return field.every((part) => NodeHelpers.displayParameter(shownBy, part, node, null, shownBy));
}
