import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import { handleItemError, InputError, UnconfirmedError } from '../errors/errors';
import { dryRunOutput, preview } from '../turns/preview';
import { earlierAttempt } from '../turns/progress';
import type { Reservation } from '../turns/reservations';
import { RunState } from '../turns/runState';
import { canPreview, prepare, skippedOutput } from '../turns/steps';
import { takeTurns } from '../turns/takeTurns';
import { isTool } from '../turns/tool';
import { itemOfRouting, itemsOf } from './item';
import { messageSteps, type Endpoint } from './steps';

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
		return await takeTurns(this, messageSteps(this, endpoint, itemsOf(this)));
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
	const steps = messageSteps(this, { method, url } as Endpoint, {
		node: item.node,
		at: () => item,
	});
	const state = RunState.of(this);
	const { reservations, unconfirmedCalls } = state;
	const earlier = unconfirmedCalls.get(item.json) ?? [];
	const linked = (json: IDataObject) => [{ json, pairedItem: { item: item.index } }];
	let reservation: Reservation | undefined;
	let isReached = false;
	let sentTo: string | undefined;
	try {
		refuseSeveralItems(this);
		if (canPreview(steps) && steps.preview.isDryRun(item.index)) {
			return linked(dryRunOutput(await preview(steps, state, item.index, state.dryReservations)));
		}
		const turn = await steps.begin(item.index);
		const isRetry = earlier.includes(turn.recipient);
		const { skip, ready } = await prepare(steps, turn, reservations, isRetry);
		if (skip) return linked(skippedOutput(turn, skip.reason, earlierAttempt(earlier)));
		reservation = ready.reservation;
		sentTo = turn.recipient;
		const output = await steps.send(turn, ready.request, earlierAttempt(earlier));
		isReached = true;
		return output;
	} catch (error) {
		isReached = error instanceof UnconfirmedError;
		const named = isReached ? sentTo : undefined;
		if (named) unconfirmedCalls.set(item.json, [...new Set([...earlier, named])]);
		return handleItemError(this, error, earlierAttempt(earlier, named));
	} finally {
		if (reservation) reservations.settle(reservation, isReached);
	}
}

/** The routing starts all items at once, so several would neither keep their order nor stop. */
function refuseSeveralItems(context: IExecutePaginationFunctions): void {
	const { data, node } = context.getExecuteData();
	const isSingle = isTool(context.getNode()) || node.executeOnce;
	const items = isSingle ? 1 : (data.main?.[0]?.length ?? 1);
	if (items < 2) return;
	throw new InputError(
		`This version of n8n cannot send ${items} items in turns: use Loop Over Items with a batch size of 1 before this node`,
	);
}
