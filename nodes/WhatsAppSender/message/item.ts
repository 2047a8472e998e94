import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { serviceOf, type Service } from '../service/requestService';
import { isTool } from '../values/tool';
import type { RunContext } from '../broadcast/sender';
import { parameterReader } from '../values/expressionError';
import type { OptionSource } from '../values/option';
import { timezoneOf } from '../values/timezone';

/** An input item with the node's parameters for it, the same in a custom operation and in the routing. */
export interface Item extends OptionSource {
	index: number;
	json: IDataObject;
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

/** The items of a custom operation, the node that they all have, and what options of the run are read from. */
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
			parameter: parameterReader((name, fallback) =>
				context.getNodeParameter(name, index, fallback),
			),
			service: async () => await (service ??= serviceOf(context, index)),
			binary: (field) => helpers.assertBinaryData(index, field),
			files: () => filesIn(items[index]),
			evaluate: (expression) => context.evaluateExpression(expression, index),
			helpers,
		};
	};
	return { node, at, first: { ...at(0), isShared: items.length > 1 || isTool(node) } };
}

/** The item of a routing request: the call of a tool. */
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
		parameter: parameterReader((name, fallback) => context.getNodeParameter(name, fallback)),
		service: async () => await (service ??= serviceOf(context)),
		binary: (field) => helpers.assertBinaryData(field as string),
		files: () => filesIn(input),
		evaluate: (expression) => context.evaluateExpression(expression, context.getItemIndex()),
		helpers,
	};
}

/** n8n can keep files in the JSON. */
const filesIn = ({ json, binary }: INodeExecutionData): string[] =>
	Object.entries({ ...json, ...binary })
		.filter(([, value]) => typeof (value as IBinaryData | null)?.mimeType === 'string')
		.map(([name]) => name);
