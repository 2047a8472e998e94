import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { serviceOf, type Service } from '../service/requestService';
import { isTool } from '../turns/tool';
import type { RunContext } from '../turns/sender';
import { isOn } from '../values/checks';
import { type Option, requireResult } from '../values/option';
import { refuseBraces } from '../values/fixedOrExpression';
import { timezoneOf } from '../values/timezone';

/** An input item with the node's parameters for it, the same in a custom operation and in the routing. */
export interface Item {
	index: number;
	json: IDataObject;
	node: INode;
	/** IANA name of the workflow's time zone. */
	timezone: string;
	/** The options that have been added, as they are stored. */
	options: IDataObject;
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
	const options = optionsIn(node);
	const timezone = timezoneOf(context);
	const at = (index: number): Item => {
		let service: Promise<Service> | undefined;
		return {
			index,
			json: items[index].json,
			node,
			timezone,
			options,
			parameter: (name, fallback) => context.getNodeParameter(name, index, fallback),
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
		options: optionsIn(node),
		parameter: (name, fallback) => context.getNodeParameter(name, fallback),
		service: async () => await (service ??= serviceOf(context)),
		binary: (field) => helpers.assertBinaryData(field as string),
		files: () => filesIn(input),
		evaluate: (expression) => context.evaluateExpression(expression, context.getItemIndex()),
		helpers,
	};
}

/** n8n 2.x can keep files in the JSON. */
const filesIn = ({ json, binary }: INodeExecutionData): string[] =>
	Object.entries({ ...json, ...binary })
		.filter(([, value]) => typeof (value as IBinaryData | null)?.mimeType === 'string')
		.map(([name]) => name);

/** The options as the node stores them: only those that have been added. */
const optionsIn = ({ parameters }: INode) => Object(parameters.options ?? {}) as IDataObject;

export const hasOption = (node: INode, { name }: Option): boolean => name in optionsIn(node);

/**
 * The value of an option for an item. Only an option that has been added is evaluated, because
 * n8n takes time for each.
 *
 * @returns `undefined` where it has not been added, and for words that an expression does not give
 * @throws where its expression fails, and as `requireResult` does
 */
export function optionOf({ node, options, parameter }: Item, option: Option): unknown {
	const { name, displayName, instead } = option;
	const stored = options[name];
	if (stored === undefined) return undefined;
	if (instead === undefined) refuseBraces(displayName, stored);
	const value = parameter(`options.${name}`, '') ?? null;
	return requireResult(option, stored, value, isTool(node));
}

/**
 * Whether a switch has been added and is on.
 *
 * @throws as `optionOf` does, and WorkflowError for one that is neither on nor off
 */
export const isOptionOn = (item: Item, option: Option): boolean =>
	option.name in item.options && isOn(option.displayName, optionOf(item, option));
