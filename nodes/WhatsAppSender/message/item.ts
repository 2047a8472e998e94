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

/** One of the items of a custom operation. */
export function itemAt(context: IExecuteFunctions, index: number): Item {
	const { helpers } = context;
	let service: Promise<Service> | undefined;
	return {
		index,
		json: context.getInputData()[index].json,
		node: context.getNode(),
		timezone: context.getTimezone(),
		parameter: (name, fallback) => context.getNodeParameter(name, index, fallback),
		service: async () => await (service ??= serviceOf(context, index)),
		binaryOf: (field) => helpers.assertBinaryData(index, field),
		bytesOf: async (field) => await helpers.getBinaryDataBuffer(index, field),
		store: helpers,
	};
}

/** The item of a routing request. */
export function itemOfRouting(context: IExecuteSingleFunctions): Item {
	const { helpers } = context;
	return {
		index: context.getItemIndex(),
		json: context.getInputData(
			0,
			isTool(context.getNode()) ? NodeConnectionTypes.AiTool : undefined,
		).json,
		node: context.getNode(),
		timezone: context.getTimezone(),
		parameter: (name, fallback) => context.getNodeParameter(name, fallback),
		service: async () => await serviceOf(context),
		binaryOf: (field) => helpers.assertBinaryData(field as string),
		bytesOf: async (field) => await helpers.getBinaryDataBuffer(field as string),
		store: helpers,
	};
}
