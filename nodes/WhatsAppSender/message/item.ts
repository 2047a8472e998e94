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

/** The items of a custom operation, by index. */
export function itemsOf(context: IExecuteFunctions): (index: number) => Item {
	const { helpers } = context;
	const items = context.getInputData();
	// n8n copies the node with all its parameters each time it is asked for it.
	const node = context.getNode();
	const timezone = context.getTimezone();
	return (index) => {
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
