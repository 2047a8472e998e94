import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import { RejectedError } from '../errors/nodeErrors';
import { redact } from '../errors/redact';
import { noResponse, rejectionText, retryAfterOf, unconfirmedError } from '../errors/requestErrors';
import { isOfProxy } from '../errors/responseText';
import { signalOf } from '../values/timeLimit';
import { readPolicy } from '../broadcast/policy';
import { sendAll } from '../broadcast/run';
import type { Message, Sender } from '../broadcast/sender';
import { isObject, oneOf } from '../values/checks';
import { parameterReader, type ReadParameter } from '../values/expressionError';
import type { OptionSource } from '../values/option';
import { timezoneOf } from '../values/timezone';
import { isTool } from '../values/tool';
import { refuseWrongMode } from './refuseWrongMode';
import { requireLogin } from './login';
import {
	contactOf,
	webhookRequest,
	type ReceiverRequest,
	type WebhookOptions,
} from './contactRequest';

const CREDENTIAL = 'whatsAppSenderWebhookApi';

/** A response without the secrets of the request. */
interface ReceiverResponse {
	status: number;
	statusText?: string;
	data: unknown;
	/** Milliseconds to wait before the next request. */
	retryAfter?: number;
}

/**
 * Webhook List (§4.5): posts a contact's name and phone to a URL of the user's, in turns. It runs
 * in place of the node's routing, so the service's credential is neither needed nor sent: the
 * receiver is someone else.
 */
export async function webhookList(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const first: OptionSource = {
		node,
		timezone: timezoneOf(this),
		parameter: parametersOf(this, 0),
		isShared: this.getInputData().length > 1 || isTool(node),
	};
	const sender: Sender = {
		prepare: async (index) => {
			refuseWrongMode(node);
			const { recipient, phone } = contactOf(parametersOf(this, index));
			const build = async () => await buildPosting(this, index, phone);
			return { recipient, person: recipient, meantPerson: recipient, build };
		},
	};
	return await sendAll(this, sender, readPolicy(first));
}

const parametersOf = (context: IExecuteFunctions, index: number): ReadParameter =>
	parameterReader((name, fallback) => context.getNodeParameter(name, index, fallback));

async function buildPosting(
	context: IExecuteFunctions,
	index: number,
	phone: string,
): Promise<Message> {
	const parameter = parametersOf(context, index);
	const options = parameter('Options', 'options', {}) as WebhookOptions;
	const request = webhookRequest(context.getNode(), parameter, phone, options);
	const credential = await credentialOf(context, index);
	const secrets = credential ? requireLogin(credential, request.url) : [];
	return {
		send: async () => await postContact(context, request, secrets, credential),
	};
}

async function credentialOf(
	context: IExecuteFunctions,
	index: number,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const entered = parametersOf(context, index)('Authentication', 'receiverAuthentication', 'none');
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
		response.retryAfter = retryAfterOf(status, httpResponse.headers);
	} catch (error) {
		throw noResponse(error, new URL(request.url).host, RECEIVER, secrets);
	} finally {
		request.timeLimit.end();
	}
	if (response.status >= 300) {
		throw Object.assign(rejectedBy(response), { retryAfter: response.retryAfter });
	}
	const { data } = response;
	return Array.isArray(data) ? data.map(asJson) : [asJson(data)];
}

function asJson(element: unknown): IDataObject {
	if (element === undefined || element === null || element === '') return { success: true };
	return isObject(element) ? element : { response: element as string };
}

const MAYBE = 'The contact may already have been sent';
const CHECK = 'Check whether the receiver got the contact before you send it again.';

const RECEIVER = {
	party: 'The webhook receiver',
	checkAddress: 'Check Webhook URL.',
	sends: { maybe: MAYBE, check: CHECK },
};

function rejectedBy({ status, statusText, data }: ReceiverResponse): Error {
	const text = rejectionText(status, [data, statusText], 'Webhook URL');
	const message = `The webhook receiver answered HTTP ${status}: ${text}`;
	if (isOfProxy(status, data)) {
		const check = `A proxy answered instead of the receiver. ${CHECK}`;
		return unconfirmedError(message, { maybe: MAYBE, check }, status);
	}
	const advice =
		status < 400
			? 'Set Webhook URL to the address it redirects to.'
			: 'Check Webhook URL, Authentication and the fields that the receiver expects.';
	return new RejectedError(message, advice, status);
}
