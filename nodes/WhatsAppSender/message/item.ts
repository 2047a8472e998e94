import {
	type IBinaryData,
	type IDataObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
	NodeConnectionTypes,
	SEND_AND_WAIT_OPERATION,
} from 'n8n-workflow';
import type { RunContext } from '../broadcast/sender';
import { InputError } from '../errors/failures';
import {
	contactRecipient,
	groupRecipient,
	phoneRecipient,
	type Recipient,
} from '../service/recipient';
import { isGroupEntry, type Service, serviceOf } from '../service/service';
import {
	asText,
	enteredText,
	isOn,
	isTool,
	locatorOf,
	oneOf,
	type OptionSource,
	parameterReader,
	type ReadParameter,
	readOption,
	refuseWhole,
} from '../values/input';
import { needsCountry } from '../values/phone';
import { once } from '../values/promises';
import { timezoneOf } from '../values/schedule';
import { countryCode } from './recipientFields';

/** An input item with the node's parameters for it, the same in a custom operation and in the routing. */
export interface Item extends OptionSource {
	json: IDataObject;
	/** The service of the item's credential, read once. */
	service: () => Promise<Service>;
	/** @param field name of a binary field, or the binary object itself */
	binary: (field: string | IBinaryData) => IBinaryData;
	/** Names of the item's fields that contain files. */
	files: () => string[];
	/** The value of an expression, in double braces. */
	evaluate: (expression: string) => unknown;
	helpers: RunContext['helpers'];
}

/** The items of a custom operation, and the source of the options of the run. */
export function itemsOf(context: IExecuteFunctions) {
	const inputs = context.getInputData();
	// Once, because n8n copies the node with all its parameters for each call.
	const node = context.getNode();
	const itemAt = (index: number): Item => ({
		...itemOf(context, node, index, inputs[index]),
		parameter: parameterReader((name, fallback) => context.getNodeParameter(name, index, fallback)),
		binary: (field) => context.helpers.assertBinaryData(index, field),
	});
	return { itemAt, first: { ...itemAt(0), isShared: inputs.length > 1 || isTool(node) } };
}

/** The item of a tool call that the routing runs. */
export const itemOfRouting = (context: IExecuteSingleFunctions, node: INode): Item => ({
	...itemOf(
		context,
		node,
		context.getItemIndex(),
		context.getInputData(0, NodeConnectionTypes.AiTool),
	),
	parameter: parameterReader((name, fallback) => context.getNodeParameter(name, fallback)),
	binary: (field) => context.helpers.assertBinaryData(field as string),
});

const itemOf = (context: RunContext, node: INode, index: number, input: INodeExecutionData) => ({
	json: input.json,
	node,
	timezone: timezoneOf(context),
	service: once(async () => await serviceOf(context, index)),
	files: () => fileFieldsOf(input),
	evaluate: (expression: string) => context.evaluateExpression(expression, index),
	helpers: context.helpers,
});

/** n8n can keep files in the JSON. */
const fileFieldsOf = ({ json, binary }: INodeExecutionData): string[] =>
	Object.entries({ ...json, ...binary })
		.filter(([, value]) => typeof (value as IBinaryData | null)?.mimeType === 'string')
		.map(([name]) => name);

/** An item's values of the parameters that decide which other fields the form shows. */
export type Choices = ReturnType<typeof choicesOf>;

/** @throws WorkflowError for a choice that the form does not offer */
export function choicesOf(item: Item) {
	refuseWhole('Options', item.node.parameters.options);
	const operation = String(item.node.parameters.operation);
	const types = ['phone', 'group'];
	if (operation !== SEND_AND_WAIT_OPERATION) types.push('contact');
	const sendTo = item.parameter('Send To', 'recipientType', 'phone');
	const source = item.parameter('Media Source', 'mediaSource', 'url');
	const isInteractive = item.parameter('Interactive Message', 'isInteractive', false);
	return {
		resource: 'message',
		operation,
		recipientType: oneOf(types, 'Send To', sendTo),
		mediaSource: oneOf(['url', 'binary'], 'Media Source', source),
		isInteractive: isOn('Interactive Message', isInteractive),
	};
}

/** Reads the country of an item's numbers once: the option's, else the credential's; empty if neither is set. */
export const countryOf = (item: Item): (() => Promise<string>) =>
	once(async () => readOption(item, countryCode) || (await item.service()).countryCode);

/**
 * Who receives the message of an item.
 *
 * @throws InputError if it is invalid, or if an upload would go to a group (§2.3)
 */
export async function recipientOf(
	item: Item,
	{ recipientType, mediaSource }: Choices,
	country: () => Promise<string>,
): Promise<Recipient> {
	const isGroup = recipientType === 'group';
	const entered = enteredRecipient(item, recipientType, (label, name, fallback) =>
		enteredText(item, label, name, fallback, true),
	);
	const code = !isGroup && needsCountry(entered) ? await country() : '';
	if (recipientType === 'phone') return phoneRecipient(entered, code);
	const recipient = isGroup ? groupRecipient(entered) : contactRecipient(item.json, code);
	if (recipient.type === 'phone' || mediaSource === 'url') return recipient;
	const problem = isGroup ? 'Send To is Group' : 'The contact is a group';
	throw new InputError(
		`${problem}, but uploads can only go to a phone number: set Media Source to URL`,
	);
}

function enteredRecipient({ json }: Item, recipientType: unknown, read: ReadParameter): unknown {
	if (recipientType === 'contact') return json.phone;
	if (recipientType === 'group') return locatorOf(read('Group ID', 'groupId', '')).value;
	return read('Phone', 'phone', '');
}

/** A recipient that cannot be read, for the output: the value as it is written. */
export function recipientAsEntered(item: Item): Recipient {
	let type: Recipient['type'] = 'phone';
	try {
		const sendTo = item.parameter('Send To', 'recipientType', 'phone');
		if (sendTo === 'group' || (sendTo === 'contact' && isGroupEntry(item.json))) type = 'group';
		return { type, id: asText(enteredRecipient(item, sendTo, item.parameter)) ?? '' };
	} catch {
		return { type, id: '' };
	}
}
