import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { serviceOf, type Service } from '../service/request';
import { isTool } from '../turns/tool';

/** What runs the node: a custom operation, or the routing. */
export type ItemContext = IExecuteFunctions | IExecuteSingleFunctions;

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
	binaryOf: (field: string | IBinaryData) => IBinaryData;
	bytesOf: (field: string | IBinaryData) => Promise<Buffer>;
	store: Pick<IExecuteFunctions['helpers'], 'getBinaryMetadata' | 'getBinaryStream'>;
}

/** The input items, with the node that they all have. */
export interface Items {
	node: INode;
	at: (index: number) => Item;
}

/** The items of a custom operation. */
export function itemsOf(context: IExecuteFunctions): Items {
	const { helpers } = context;
	const items = context.getInputData();
	// n8n copies the node with all its parameters each time it is asked for it.
	const node = context.getNode();
	const timezone = context.getTimezone();
	const at = (index: number): Item => {
		let service: Promise<Service> | undefined;
		return {
			index,
			json: items[index].json,
			node,
			timezone,
			parameter: (name, fallback) => context.getNodeParameter(name, index, fallback),
			service: async () => await (service ??= serviceOf(context, index)),
			binaryOf: (field) => helpers.assertBinaryData(index, field),
			bytesOf: async (field) => await helpers.getBinaryDataBuffer(index, field),
			store: helpers,
		};
	};
	return { node, at };
}

/** The item of a routing request. */
export function itemOfRouting(context: IExecuteSingleFunctions): Item {
	const { helpers } = context;
	const node = context.getNode();
	const input = isTool(node) ? NodeConnectionTypes.AiTool : undefined;
	return {
		index: context.getItemIndex(),
		json: context.getInputData(0, input).json,
		node,
		timezone: context.getTimezone(),
		parameter: (name, fallback) => context.getNodeParameter(name, fallback),
		service: async () => await serviceOf(context),
		binaryOf: (field) => helpers.assertBinaryData(field as string),
		bytesOf: async (field) => await helpers.getBinaryDataBuffer(field as string),
		store: helpers,
	};
}

/** Whether any of some options has been added to the node. */
export function hasOption({ parameters }: INode, ...names: string[]): boolean {
	const options = parameters.options as IDataObject | undefined;
	return names.some((name) => options?.[name] !== undefined);
}

/**
 * The value of an option for an item. Only an option that has been added is evaluated, because
 * n8n takes time for each.
 *
 * @returns `undefined` where it has not been added, `null` for an expression without a result
 * @throws where its expression fails
 */
export function optionOf({ node, parameter }: Item, name: string): unknown {
	return hasOption(node, name) ? (parameter(`options.${name}`, '') ?? null) : undefined;
}
