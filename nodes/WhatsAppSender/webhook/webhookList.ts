import type {
	IDataObject,
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import { networkErrorIn } from '../errors/networkError';
import { takeTurnsUntilCanceled } from '../turns/canceled';
import { delayOf } from '../turns/delay';
import { requestSettings, withinTime, type RequestOptions } from '../values/requestOptions';
import { authenticationOf, type Authenticated } from './authentication';
import { phoneOf, webhookRequest, type WebhookOptions, type WebhookRequest } from './request';
import { itemsOfResponse, receiverError } from './response';

/**
 * Webhook List (§4.5): posts a contact's name and phone to a URL of the user's, in turns. It runs
 * in place of the node's routing, so the service's credential is neither needed nor sent: the
 * receiver is someone else.
 *
 * @returns the receiver's responses, linked to their items; an `error` item where On Error is "Continue"
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function webhookList(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await takeTurnsUntilCanceled(this, async (index) => {
		const phone = phoneOf(this, index);
		return {
			recipient: phone,
			build: async () => {
				const options = this.getNodeParameter('options', index, {}) as WebhookOptions;
				const request = webhookRequest(this, index, phone, options);
				const authentication = await authenticationOf(this, index, request.url);
				return {
					delay: delayOf(options),
					send: async (warning) => {
						const output = await postContact(this, index, request, authentication);
						// Beside the output, which is the receiver's response and nothing else.
						if (warning) this.addExecutionHints({ message: warning, location: 'outputPane' });
						return output;
					},
				};
			},
		};
	});
}

async function postContact(
	context: IExecuteFunctions,
	index: number,
	request: WebhookRequest,
	{ request: { headers, ...authentication }, secrets }: Authenticated,
): Promise<INodeExecutionData[]> {
	const settings = context.getNodeParameter('requestOptions', index, {}) as RequestOptions;
	let response: IN8nHttpFullResponse;
	try {
		response = await context.helpers.httpRequest({
			...requestSettings(settings),
			...request,
			...authentication,
			headers: withHeaders(request.headers, headers),
			abortSignal: withinTime(context.getExecutionCancelSignal(), request.timeout),
		});
	} catch (error) {
		const networkError = networkErrorIn(error);
		throw networkError ? receiverError(new URL(request.url).host, networkError) : error;
	}
	return itemsOfResponse(response, index, secrets);
}

/** Names of headers are the same in any case; those of the authentication win. */
function withHeaders(own: IDataObject = {}, authentication: IDataObject = {}): IDataObject {
	const taken = Object.keys(authentication).map((name) => name.toLowerCase());
	const rest = Object.entries(own).filter(([name]) => !taken.includes(name.toLowerCase()));
	return { ...Object.fromEntries(rest), ...authentication };
}
