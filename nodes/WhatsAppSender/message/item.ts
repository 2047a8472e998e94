import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { serviceOf, type Service } from '../service/request';
import { isTool } from '../turns/tool';
import type { RunContext } from '../turns/turn';
import { isNothing, isOn } from '../values/checks';
import { refuseBraces, refuseWholeOptions } from '../values/entered';
import { timezoneOf } from '../values/timezone';
import { messageFields } from './fields';

/** An input item with the node's parameters for it, the same in a custom operation and in the routing. */
export interface Item {
	index: number;
	json: IDataObject;
	node: INode;
	/** IANA name of the workflow's time zone. */
	timezone: string;
	/** @throws where its expression fails */
	parameter: (name: string, fallback: unknown) => unknown;
	/** The service of the item's credential, read once. */
	service: () => Promise<Service>;
	/** @param field name of a binary field, or the binary object itself */
	binary: (field: string | IBinaryData) => IBinaryData;
	/** Names of the item's fields that hold files. */
	files: () => string[];
	/** The value of an expression, in double braces. */
	evaluate: (expression: string) => unknown;
	helpers: RunContext['helpers'];
}

/** The items of a custom operation, with the node that they all have. */
export function itemsOf(context: IExecuteFunctions) {
	const { helpers } = context;
	const items = context.getInputData();
	// n8n copies the node with all its parameters each time it is asked for it.
	const node = context.getNode();
	const timezone = timezoneOf(context);
	const at = (index: number): Item => {
		let service: Promise<Service> | undefined;
		return {
			index,
			json: items[index].json,
			node,
			timezone,
			parameter: checked(node, (name, by) => context.getNodeParameter(name, index, by)),
			service: async () => await (service ??= serviceOf(context, index)),
			binary: (field) => helpers.assertBinaryData(index, field),
			files: () => filesIn(items[index]),
			evaluate: (expression) => context.evaluateExpression(expression, index),
			helpers,
		};
	};
	return { node, at };
}

/** The item of a routing request. */
export function itemOfRouting(context: IExecuteSingleFunctions): Item {
	const { helpers } = context;
	const node = context.getNode();
	const input = context.getInputData(0, isTool(node) ? NodeConnectionTypes.AiTool : undefined);
	let service: Promise<Service> | undefined;
	return {
		index: context.getItemIndex(),
		json: input.json,
		node,
		timezone: timezoneOf(context),
		parameter: checked(node, (name, by) => context.getNodeParameter(name, by)),
		service: async () => await (service ??= serviceOf(context)),
		binary: (field) => helpers.assertBinaryData(field as string),
		files: () => filesIn(input),
		evaluate: (expression) => context.evaluateExpression(expression, context.getItemIndex()),
		helpers,
	};
}

/** Fields whose text is sent, beside the options of words. */
const SENT = ['buttons', 'footer', 'groupId', 'mediaUrl', 'message', 'phone', 'text'];

const checked =
	(node: INode, read: Item['parameter']): Item['parameter'] =>
	(name, fallback) => {
		if (SENT.includes(name)) refuseBraces(labelOf(name), node.parameters[name]);
		return read(name, fallback);
	};

/** n8n 2.x can keep files in the JSON. */
const filesIn = ({ json, binary }: INodeExecutionData): string[] =>
	Object.entries({ ...json, ...binary })
		.filter(([, value]) => typeof (value as IBinaryData | null)?.mimeType === 'string')
		.map(([name]) => name);

/** Whether any of some options has been added to the node. */
export function hasOption({ parameters }: INode, ...names: string[]): boolean {
	const options = parameters.options as IDataObject | undefined;
	return names.some((name) => options?.[name] !== undefined);
}

const OPTIONS = messageFields
	.filter(({ name }) => name === 'options')
	.flatMap(({ options }) => options as INodeProperties[]);
const LABELS = new Map(
	[...messageFields, ...OPTIONS].map(({ name, displayName }) => [name, displayName]),
);

/** The label of a field or an option. */
export const labelOf = (name: string): string => String(LABELS.get(name));

const A_LIST = 'the ID of a list; under Numbers, [] for nobody';

/** What an expression may return instead of nothing; a switch, `false`. */
const INSTEAD: Record<string, string> = {
	concurrency: '1 to send the messages one by one',
	countryCode: 'a country code, e.g. 62',
	delay: 'a number of seconds, 0 for no delay',
	limitWaitTime: 'an amount and a unit, or a date and time',
	maxPerExecution: 'a number of messages',
	neverSendTo: A_LIST,
	onlySendTo: A_LIST,
	sendAt: '{{ $now }} to send the message now',
	sendHours: 'times like 09:00, and days',
	testPhone: 'a phone number',
	textFormat: 'asEntered or markdown',
};

/** Options of words, which have their default instead. */
const WORDS = ['fileName', 'linkText', 'pageText', 'pageTitle'];

/**
 * The value of an option for an item. Only an option that has been added is evaluated, because
 * n8n takes time for each.
 *
 * @returns `undefined` where it has not been added, and for words that an expression does not give
 * @throws where its expression fails, and InputError where that of any other option has no result:
 * n8n makes nothing of an error inside an expression
 */
export function optionOf({ node, parameter }: Item, name: string): unknown {
	refuseWholeOptions(node);
	if (!hasOption(node, name)) return undefined;
	const stored = (node.parameters.options as IDataObject)[name];
	if (WORDS.includes(name)) refuseBraces(labelOf(name), stored);
	const value = parameter(`options.${name}`, '') ?? null;
	if (!lacksResult(stored, value)) return value;
	if (WORDS.includes(name)) return undefined;
	const instead = INSTEAD[name] ?? 'false to turn it off';
	// A model reads what it is to pass, and knows no expressions.
	const fix = isTool(node) ? instead.replace('{{ $now }}', new Date().toISOString()) : instead;
	const message = `${labelOf(name)}: the expression has no result. Return ${fix}`;
	throw new InputError(message, undefined, { mends: 'workflow' });
}

/** @throws as `optionOf` does, and InputError for a switch that is neither on nor off */
export const isOptionOn = (item: Item, name: string): boolean =>
	isOn(labelOf(name), optionOf(item, name));

/** Whether an expression in what the user entered has no result. */
function lacksResult(entered: unknown, value: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=') && isNothing(value);
	if (typeof entered !== 'object' || entered === null) return false;
	return Object.entries(entered).some(([key, part]) =>
		lacksResult(part, (value as IDataObject | null)?.[key]),
	);
}
