import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import { readPolicy } from '../broadcast/policy';
import { sendAll } from '../broadcast/run';
import type { Message, Sender } from '../broadcast/sender';
import { RejectedError } from '../errors/nodeErrors';
import { redact } from '../errors/redact';
import { noResponse, rejectionText, retryAfterOf, unconfirmedError } from '../errors/requestErrors';
import { isOfProxy } from '../errors/responseText';
import { isObject } from '../values/checks';
import { parameterReader, type ReadParameter } from '../values/expressionError';
import { signalOf } from '../values/timeLimit';
import { timezoneOf } from '../values/timezone';
import { isTool } from '../values/tool';
import { contactOf, webhookRequest, type ReceiverRequest } from './contactRequest';
import { CREDENTIAL, credentialOf, requireLogin } from './login';

/** A response without the secrets of the request. */
interface ReceiverResponse {
	status: number;
	statusText?: string;
	data: unknown;
}

/**
 * Webhook List (§4.5): posts the name and phone of each contact to a URL. The receiver is someone else, so the
 * node does not read the service's credential.
 */
export async function webhookList(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const readerOf = (index: number): ReadParameter =>
		parameterReader((name, fallback) => this.getNodeParameter(name, index, fallback));
	const isShared = this.getInputData().length > 1 || isTool(node);
	const first = { node, timezone: timezoneOf(this), parameter: readerOf(0), isShared };
	const sender: Sender = {
		prepare: async (index) => {
			const source = { node, parameter: readerOf(index) };
			const { recipient, phone } = contactOf(source);
			const build = async (): Promise<Message> => {
				const request = webhookRequest(source, phone);
				const credential = await credentialOf(this, index, source.parameter);
				const secrets = credential ? requireLogin(credential, request.url) : [];
				return { send: async () => await postContact(this, request, secrets, credential) };
			};
			return { recipient, person: recipient, build };
		},
	};
	return await sendAll(this, sender, readPolicy(first));
}

/** Posts a contact. The receiver alone defines its response (§4.5), so it is the output. */
async function postContact(
	context: IExecuteFunctions,
	request: ReceiverRequest,
	secrets: string[],
	credential?: ICredentialDataDecryptedObject,
): Promise<IDataObject[]> {
	const { helpers } = context;
	const abortSignal = context.getExecutionCancelSignal();
	let response: ReceiverResponse;
	let retryAfter: number | undefined;
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
		// Redacted first, so that nothing made of it can contain a secret.
		response = redact({ status, statusText, data }, secrets);
		retryAfter = retryAfterOf(status, httpResponse.headers);
	} catch (error) {
		throw noResponse(error, new URL(request.url).host, RECEIVER, secrets);
	} finally {
		request.timeLimit.end();
	}
	if (response.status >= 300) throw Object.assign(rejectedBy(response), { retryAfter });
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
