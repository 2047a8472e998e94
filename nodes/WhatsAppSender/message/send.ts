import type {
	DeclarativeRestApiSettings,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { takeTurns } from '../turns/run';
import { isTool } from '../turns/tool';
import { itemOfRouting, itemsOf } from './item';
import { messageSender } from './message';
import type { Endpoint } from './request';

/**
 * Send Text and Send Media: sends the messages of all items in turns, in place of the routing,
 * which evaluates the expressions of all items before it sends the first one.
 *
 * @param routing of the operation, which says where to send to
 * @returns one output item per input item, linked to it, sent or skipped
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export const sendInTurns = (routing: INodePropertyRouting) =>
	async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const endpoint = routing.request as Endpoint;
		return await takeTurns(this, messageSender(this, endpoint, itemsOf(this)));
	};

/**
 * Sends one message where n8n runs the routing of the node: AI Agents up to version 2.2 do. The
 * fields are mapped again, because the engine shows all fields whose display depends on an expression.
 *
 * @returns the item's output, linked to it
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function sendByRouting(
	this: IExecutePaginationFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const item = itemOfRouting(this);
	const { method, url } = options;
	const endpoint = { method, url } as Endpoint;
	const { begin, ...sender } = messageSender(this, endpoint, {
		node: item.node,
		at: () => item,
	});
	const [output] = await takeTurns(this, {
		...sender,
		call: item.json,
		begin: async (index) => {
			refuseSeveralItems(this);
			return await begin(index);
		},
	});
	return output;
}

/** The routing starts all items at once, so several would neither keep their order nor stop. */
function refuseSeveralItems(context: IExecutePaginationFunctions): void {
	const { data, node } = context.getExecuteData();
	const isSingle = isTool(context.getNode()) || node.executeOnce;
	const items = isSingle ? 1 : (data.main?.[0]?.length ?? 1);
	if (items < 2) return;
	throw new InputError(
		`This version of n8n cannot send ${items} items one by one: use Loop Over Items with a batch size of 1 before this node`,
	);
}
