import {
	type IBinaryData,
	type IDataObject,
	type INodeExecutionData,
	NodeConnectionTypes,
	SEND_AND_WAIT_OPERATION,
} from 'n8n-workflow';
import type { RunContext } from '../broadcast/sender';
import { type Service, serviceOf } from '../service/service';
import { isOn, oneOf, type OptionSource, parameterReader, refuseWhole } from '../values/input';
import { once } from '../values/promises';
import { timezoneOf } from '../values/schedule';

/** An input item with the node's parameters for it, the same in a custom operation and in the routing. */
export interface Item extends OptionSource {
	input: INodeExecutionData;
	json: IDataObject;
	/** The service of the item's credential, with the item's Request Options; read once. */
	service: () => Promise<Service>;
	/** @param field name of a binary field, or the binary object itself */
	binary: (field: string | IBinaryData) => IBinaryData;
	/** The value of an expression, in double braces. */
	evaluate: (expression: string) => unknown;
	helpers: RunContext['helpers'];
}

/** The items of a run, and the source of its options. A tool call that the routing runs has one item, its `call`. */
export function itemsOf(context: RunContext) {
	const isRouting = 'getItemIndex' in context;
	const inputs = isRouting
		? [context.getInputData(0, NodeConnectionTypes.AiTool)]
		: context.getInputData();
	// Once, because n8n copies the node with all its parameters for each call.
	const node = context.getNode();
	const timezone = timezoneOf(context);
	const itemAt = (index: number): Item => {
		const itemIndex = isRouting ? context.getItemIndex() : index;
		const parameter = parameterReader((name, fallback) =>
			isRouting
				? context.getNodeParameter(name, fallback)
				: context.getNodeParameter(name, index, fallback),
		);
		return {
			node,
			timezone,
			parameter,
			input: inputs[index],
			json: inputs[index].json,
			service: once(async () => {
				const requestOptions = parameter('Request Options', 'requestOptions', {});
				return await serviceOf(context, requestOptions, itemIndex);
			}),
			binary: (field) =>
				isRouting
					? context.helpers.assertBinaryData(field as string)
					: context.helpers.assertBinaryData(index, field),
			evaluate: (expression) => context.evaluateExpression(expression, itemIndex),
			helpers: context.helpers,
		};
	};
	return { itemAt, count: inputs.length, call: isRouting ? inputs[0].json : undefined };
}

/** An item's values of the parameters that decide which other fields the form shows. */
export type Choices = ReturnType<typeof choicesOf>;

/** @throws WorkflowError for a choice that the form does not offer */
export function choicesOf({ node, parameter }: Item) {
	refuseWhole('Options', node.parameters.options);
	const operation = String(node.parameters.operation);
	const types = ['phone', 'group', ...(operation === SEND_AND_WAIT_OPERATION ? [] : ['contact'])];
	const sendTo = parameter('Send To', 'recipientType', 'phone');
	const source = parameter('Media Source', 'mediaSource', 'url');
	const isInteractive = parameter('Interactive Message', 'isInteractive', false);
	return {
		resource: 'message',
		operation,
		recipientType: oneOf(types, 'Send To', sendTo),
		mediaSource: oneOf(['url', 'binary'], 'Media Source', source),
		isInteractive: isOn('Interactive Message', isInteractive),
	};
}
