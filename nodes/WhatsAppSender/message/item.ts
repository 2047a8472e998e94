import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { RunContext } from '../broadcast/sender';
import { serviceOf, type Service } from '../service/requestService';
import { parameterReader } from '../values/expressionError';
import type { OptionSource } from '../values/option';
import { timezoneOf } from '../values/timezone';
import { isTool } from '../values/tool';

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

/** Calls `read` once, and returns the same value from then on. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
	let value: Promise<T> | undefined;
	return async () => await (value ??= read());
}
