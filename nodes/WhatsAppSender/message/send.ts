import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { reportFailure } from '../failure/report';
import { isAcknowledged, type ServiceAnswer } from '../service/answer';
import { addressTo, askService } from '../service/request';
import { compose, type Message, type SendOptions } from './compose';
import { concurrencyOf, pauseOf } from './pace';
import { Run } from './run';

/**
 * Sends one item's message (§4.1, §4.2), in its turn: fields → message → turn → answer → item.
 * The engine calls it for every item at once, in the place of the bare request.
 *
 * @returns the item's output, linked to it; an `error` item where On Error is "Continue"
 * @throws NodeOperationError for input, NodeApiError for answers and network faults
 */
export async function sendMessage(
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const run = Run.of(this);
	try {
		const options = this.getNodeParameter('options', {}) as SendOptions;
		return await run.take(this, concurrencyOf(options), async () => {
			const message = await compose(this, options);
			addressTo(request, '/send');
			const apiKey = await run.apiKey(this);
			return {
				pause: pauseOf(options),
				send: async () => [await sendAndReport(this, request, message, apiKey)],
			};
		});
	} catch (error) {
		const item = this.getItemIndex();
		return reportFailure(this, item, error, run.circumstances(item, error));
	}
}

async function sendAndReport(
	context: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
	message: Message,
	apiKey: string,
): Promise<INodeExecutionData> {
	const asked = { for: 'send', recipient: message.recipient.id } as const;
	request.options.body = message.body;
	// Nothing is reported as sent that the service did not acknowledge.
	const answer = await askService(context, request, { asked, isAnswer: isAcknowledged, apiKey });
	const simplify = context.getNodeParameter('simplify', true) as boolean;
	return {
		json: simplify ? simplified(message, answer) : (answer as unknown as IDataObject),
		pairedItem: { item: context.getItemIndex() },
	};
}

function simplified(
	{ recipient, scheduledFor }: Message,
	{ status, data }: ServiceAnswer,
): IDataObject {
	return {
		success: true,
		recipient: recipient.id,
		recipientType: recipient.type,
		status,
		response: data as string,
		...(scheduledFor && { scheduledFor }),
	};
}
