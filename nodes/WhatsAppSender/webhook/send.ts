import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import { ConnectionError, RejectedError, UnconfirmedError } from '../errors/errors';
import { networkErrorIn } from '../errors/networkError';
import { redact } from '../errors/redact';
import { isOfProxy, responseText } from '../errors/responseText';
import { signalOf } from '../values/timeLimit';
import { delayOf } from '../values/delay';
import { takeTurns } from '../turns/run';
import type { Message } from '../turns/turn';
import { isObject, oneOf } from '../values/checks';
import { requireLogin } from './login';
import { contactOf, webhookRequest, type ReceiverRequest, type WebhookOptions } from './request';

const CREDENTIAL = 'whatsAppSenderWebhookApi';

/** A response without the secrets of the request. */
interface ReceiverResponse {
	status: number;
	statusText?: string;
	data: unknown;
}

/**
 * Webhook List (§4.5): posts a contact's name and phone to a URL of the user's, in turns. It runs
 * in place of the node's routing, so the service's credential is neither needed nor sent: the
 * receiver is someone else.
 */
export async function webhookList(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await takeTurns(this, {
		begin: async (index) => {
			const { recipient, phone } = contactOf(this, index);
			return {
				recipient,
				person: recipient,
				build: async () => await buildPosting(this, index, phone),
			};
		},
	});
}

async function buildPosting(
	context: IExecuteFunctions,
	index: number,
	phone: string,
): Promise<Message> {
	const options = context.getNodeParameter('options', index, {}) as WebhookOptions;
	const request = webhookRequest(context, index, phone, options);
	const credential = await credentialOf(context, index);
	const secrets = credential ? requireLogin(credential, request.url) : [];
	return {
		delay: delayOf(options.delay),
		async send(warning) {
			// Beside the output, which is the receiver's response and nothing else; nothing may fail behind it.
			if (warning) context.addExecutionHints({ message: warning, location: 'outputPane' });
			return await postContact(context, request, secrets, credential);
		},
	};
}

async function credentialOf(
	context: IExecuteFunctions,
	index: number,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const entered = context.getNodeParameter('receiverAuthentication', index, 'none');
	const authentication = oneOf(['none', 'credential'], 'Authentication', entered);
	if (authentication === 'none') return undefined;
	return await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL, index);
}

/**
 * The receiver alone defines its response (§4.5): a JSON object passes unchanged, an array becomes
 * items, anything else `response`, and an empty response `success`.
 */
async function postContact(
	context: IExecuteFunctions,
	request: ReceiverRequest,
	secrets: string[],
	credential?: ICredentialDataDecryptedObject,
): Promise<IDataObject[]> {
	const { helpers } = context;
	const abortSignal = context.getExecutionCancelSignal();
	let response: ReceiverResponse;
	try {
		const httpResponse: IN8nHttpFullResponse = credential
			? await helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, request, {
					credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential },
				})
			: await helpers.httpRequest({
					...request,
					abortSignal: signalOf({ ...request, abortSignal }),
				});
		const { statusCode: status, statusMessage: statusText, body: data } = httpResponse;
		// Redacted at once, so that nothing made of it can have a secret in it.
		response = redact({ status, statusText, data }, secrets);
	} catch (error) {
		throw receiverError(new URL(request.url).host, error, secrets);
	} finally {
		request.timeLimit.end();
	}
	if (response.status >= 300) throw rejectedBy(response);
	const { data } = response;
	return Array.isArray(data) ? data.map(asJson) : [asJson(data)];
}

function asJson(element: unknown): IDataObject {
	if (element === undefined || element === null || element === '') return { success: true };
	return isObject(element) ? element : { response: element as string };
}

function rejectedBy({ status, statusText, data }: ReceiverResponse): Error {
	const answered = `The webhook receiver answered HTTP ${status}`;
	if (status < 400) {
		const message = `${answered}: it redirects to another address, correct the Webhook URL`;
		return new RejectedError(message, 'Set Webhook URL to the address it redirects to.', status);
	}
	const text = responseText(data) || responseText(statusText) || 'no reason given';
	const message = `${answered}: ${text}`;
	if (isOfProxy(status, data)) return unconfirmed(message, status);
	const advice = 'Check Webhook URL, Authentication and the fields that the receiver expects.';
	return new RejectedError(message, advice, status);
}

/** Once there was a connection, the contact may have arrived. */
function receiverError(host: string, error: unknown, secrets: string[]): Error {
	const { connected = true, reason } = networkErrorIn(error) ?? {};
	if (!connected) {
		const message = `The webhook receiver at ${host} could not be reached: ${reason}`;
		return new ConnectionError(message, 'Check Webhook URL.');
	}
	if (reason) return unconfirmed(`No answer from ${host}: ${reason}`);
	const problem = redact((error as Error).message, secrets);
	return unconfirmed(`The response of ${host} could not be read: ${problem}`);
}

/** @param status of a proxy's answer */
function unconfirmed(message: string, status?: number): Error {
	const reason = status ? 'A proxy answered instead of the receiver. ' : '';
	return new UnconfirmedError(
		`${message}. The contact may already have been sent`,
		`${reason}Check whether the receiver got the contact before you send it again.`,
		status,
	);
}
