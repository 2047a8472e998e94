import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { requestService, type Service } from '../service/request';
import { isAcknowledged, type ServiceResponse } from '../service/response';
import { requestSettings, type RequestOptions } from '../values/requestOptions';
import { isOn } from '../values/checks';
import type { Message } from './buildMessage';
import type { Item, ItemContext } from './item';

/**
 * Sends one message, once (§4.1, §4.2).
 *
 * @param warning about an earlier attempt, for the output
 * @returns the item's output, linked to it
 * @throws RequestError where the service did not acknowledge it
 */
export async function sendMessage(
	context: ItemContext,
	service: Service,
	item: Item,
	message: Message,
	warning?: string,
): Promise<INodeExecutionData[]> {
	// Before the request, because a failing expression must not hide that a message was sent.
	const isSimplified = isOn('Simplify', item.parameter('simplify', true));
	const settings = requestSettings(item.parameter('requestOptions', {}) as RequestOptions);
	const response = await requestService(
		context,
		service,
		'/send',
		{ ...settings, method: 'POST', body: message.body },
		{
			operation: { name: 'send', recipient: message.recipient.id },
			isExpected: isAcknowledged,
		},
	);
	const json = isSimplified ? simplified(message, response) : (response as unknown as IDataObject);
	return [{ json: { ...json, ...(warning && { warning }) }, pairedItem: { item: item.index } }];
}

function simplified(
	{ recipient, scheduledFor }: Message,
	{ status, data }: ServiceResponse,
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
