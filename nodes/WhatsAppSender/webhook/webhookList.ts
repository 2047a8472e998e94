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
import { isOfGateway, responseText } from '../errors/responseText';
import { withinTime, type TimedRequestOptions } from '../http/settings';
import { delayOf } from '../turns/pace';
import { takeTurns } from '../turns/takeTurns';
import { oneOf } from '../values/checks';
import { requireLogin, secretsOf } from './authentication';
import { contactOf, webhookRequest, type WebhookOptions } from './request';

const CREDENTIAL = 'whatsAppSenderWebhookApi';

/** A contact to post, with the login of its receiver where it has one. */
type Posting = TimedRequestOptions & { login?: ICredentialDataDecryptedObject };

/**
 * Webhook List (§4.5): posts a contact's name and phone to a URL of the user's, in turns. It runs
 * in place of the node's routing, so the service's credential is neither needed nor sent: the
 * receiver is someone else.
 *
 * @returns the receiver's responses, linked to their items; an `error` item where On Error is "Continue"
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function webhookList(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await takeTurns(this, {
		begin: async (index) => ({ index, ...contactOf(this, index) }),

		build: async ({ index, phone }) => {
			const options = this.getNodeParameter('options', index, {}) as WebhookOptions;
			const request = webhookRequest(this, index, phone, options);
			const login = await loginOf(this, index);
			if (login) requireLogin(login, request.url);
			return { request: { ...request, login }, delay: delayOf(options) };
		},

		send: async ({ index }, posting, warning) => {
			const output = await postContact(this, index, posting);
			// Beside the output, which is the receiver's response and nothing else.
			if (warning) this.addExecutionHints({ message: warning, location: 'outputPane' });
			return output;
		},
	});
}

/** The login of the item's receiver; none where it needs none. */
async function loginOf(
	context: IExecuteFunctions,
	index: number,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const entered = context.getNodeParameter('receiverAuthentication', index, 'none');
	const authentication = oneOf(['none', 'credential'], 'Authentication', entered);
	if (authentication === 'none') return undefined;
	return await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL, index);
}

async function postContact(
	context: IExecuteFunctions,
	index: number,
	{ login, ...request }: Posting,
): Promise<INodeExecutionData[]> {
	const { helpers } = context;
	const secrets = login ? secretsOf(login) : [];
	const stopped = context.getExecutionCancelSignal();
	try {
		const response: IN8nHttpFullResponse = login
			? await helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, request, {
					credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: login },
				})
			: await helpers.httpRequest({
					...request,
					abortSignal: withinTime(stopped, request.totalTimeout),
				});
		return itemsOfResponse(response, index, secrets);
	} catch (error) {
		throw receiverError(new URL(request.url).host, error, secrets);
	}
}

/**
 * The receiver alone defines its response (§4.5): JSON passes unchanged, an array becomes items,
 * plain text `response`, and an empty response `success`. What is secret in it is redacted.
 *
 * @throws RejectedError for any status but a success, UnconfirmedError for one of a gateway
 */
function itemsOfResponse(
	response: IN8nHttpFullResponse,
	index: number,
	secrets: string[],
): INodeExecutionData[] {
	const { statusCode } = response;
	const [body, statusMessage] = redact([response.body, response.statusMessage], secrets);
	if (statusCode >= 300) throw rejectedBy(statusCode, body, statusMessage);
	const elements: unknown[] = Array.isArray(body) ? body : [body];
	return elements.map((element) => ({ json: asJson(element), pairedItem: { item: index } }));
}

function asJson(element: unknown): IDataObject {
	if (element === undefined || element === null || element === '') return { success: true };
	return typeof element === 'object' ? (element as IDataObject) : { response: element as string };
}

function rejectedBy(status: number, body: unknown, statusMessage: unknown): Error {
	const answered = `The webhook receiver answered HTTP ${status}`;
	if (status < 400) {
		const message = `${answered}: it redirects to another address, correct the Webhook URL`;
		return new RejectedError(message, 'Set Webhook URL to the address it redirects to.', status);
	}
	const text = responseText(body) || responseText(statusMessage) || 'no reason given';
	const message = `${answered}: ${text}`;
	if (isOfGateway(status, body)) return unconfirmed(message, status);
	const advice = 'Check Webhook URL, Authentication and the fields that the receiver expects.';
	return new RejectedError(message, advice, status);
}

/**
 * The error of a request whose response was a rejection, never came, or broke while it was read.
 * Once there was a connection, the contact may have arrived.
 */
function receiverError(host: string, error: unknown, secrets: string[]): Error {
	if (error instanceof RejectedError || error instanceof UnconfirmedError) return error;
	const { connected = true, reason } = networkErrorIn(error) ?? {};
	if (!connected) {
		const message = `The webhook receiver at ${host} could not be reached: ${reason}`;
		return new ConnectionError(message, 'Check Webhook URL.');
	}
	if (reason) return unconfirmed(`No answer from ${host}: ${reason}`);
	const problem = redact((error as Error).message, secrets);
	return unconfirmed(`The response of ${host} could not be read: ${problem}`);
}

const unconfirmed = (message: string, status?: number) =>
	new UnconfirmedError(
		`${message}. The contact may already have been sent`,
		'Check whether the receiver got the contact before you send it again.',
		status,
	);
