import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import { readPolicy } from '../broadcast/policy';
import { sendAll } from '../broadcast/run';
import type { Message, Pending } from '../broadcast/sender';
import { RejectedError, type UnconfirmedError } from '../errors/nodeErrors';
import { redact } from '../errors/redact';
import { noResponse, rejectionText, retryAfterOf, unconfirmedError } from '../errors/requestErrors';
import { isOfProxy } from '../errors/responseText';
import { isObject } from '../values/checks';
import { parameterReader } from '../values/expressionError';
import { signalOf } from '../values/timeLimit';
import { timezoneOf } from '../values/timezone';
import { isTool } from '../values/tool';
import { contactOf, contactRequest, type ReceiverRequest } from './contactRequest';
import { CREDENTIAL, credentialOf, secretsFor } from './login';

/** A response without the secrets of the request. */
interface ReceiverResponse {
	status: number;
	statusText?: string;
	data: unknown;
	/** Milliseconds that the receiver asks to wait. */
	retryAfter?: number;
}

/**
 * Webhook List (§4.5): posts the name and phone of each contact to a URL. The receiver is someone else, so the
 * node does not read the service's credential.
 */
export async function webhookList(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const sourceOf = (index: number) => ({
		node,
		parameter: parameterReader((name, fallback) => this.getNodeParameter(name, index, fallback)),
	});
	const isShared = this.getInputData().length > 1 || isTool(node);
	const policy = readPolicy({ ...sourceOf(0), timezone: timezoneOf(this), isShared });
	const prepare = async (index: number): Promise<Pending> => {
		const source = sourceOf(index);
		const { recipient, phone } = contactOf(source);
		const build = async (): Promise<Message> => {
			const request = contactRequest(source, phone);
			const credential = await credentialOf(this, index, source.parameter);
			const secrets = credential ? secretsFor(credential, request.url) : [];
			return { send: async () => await postContact(this, request, secrets, credential) };
		};
		return { recipient, person: recipient, build };
	};
	return await sendAll(this, { prepare }, policy);
}

/** Posts a contact. @returns the receiver's response, which becomes the output (§4.5) */
async function postContact(
	context: IExecuteFunctions,
	request: ReceiverRequest,
	secrets: string[],
	credential?: ICredentialDataDecryptedObject,
): Promise<IDataObject[]> {
	const { httpRequest, httpRequestWithAuthentication } = context.helpers;
	const abortSignal = context.getExecutionCancelSignal();
	let response: ReceiverResponse;
	try {
		const httpResponse: IN8nHttpFullResponse = credential
			? await httpRequestWithAuthentication.call(context, CREDENTIAL, request, {
					credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential },
				})
			: await httpRequest({ ...request, abortSignal: signalOf({ ...request, abortSignal }) });
		const { statusCode: status, statusMessage: statusText, body: data, headers } = httpResponse;
		const retryAfter = retryAfterOf(status, headers);
		// Redacted first, so that no error or output can contain a secret.
		response = redact({ status, statusText, data, retryAfter }, secrets);
	} catch (error) {
		throw noResponse(error, new URL(request.url).host, RECEIVER, secrets);
	} finally {
		request.timeLimit.end();
	}
	if (response.status >= 300) {
		const error = rejectedBy(response);
		error.retryAfter = response.retryAfter;
		throw error;
	}
	return [response.data].flat().map(asJson);
}

function asJson(element: unknown): IDataObject {
	if (element === undefined || element === null || element === '') return { success: true };
	return isObject(element) ? element : { response: element as string };
}

const WHAT_TO_CHECK = 'Check whether the receiver got the contact before you send it again.';
const SENDS = {
	mayHaveBeenSent: 'The contact may already have been sent',
	whatToCheck: WHAT_TO_CHECK,
};
const RECEIVER = {
	server: 'The webhook receiver',
	checkAddress: 'Check Webhook URL.',
	sends: SENDS,
};

function rejectedBy({
	status,
	statusText,
	data,
}: ReceiverResponse): RejectedError | UnconfirmedError {
	const text = rejectionText(status, [data, statusText], 'Webhook URL');
	const message = `The webhook receiver answered HTTP ${status}: ${text}`;
	if (isOfProxy(status, data)) {
		const whatToCheck = `A proxy answered instead of the receiver. ${WHAT_TO_CHECK}`;
		return unconfirmedError(message, { ...SENDS, whatToCheck }, status);
	}
	const advice =
		status < 400
			? 'Set Webhook URL to the address it redirects to.'
			: 'Check Webhook URL, Authentication and the fields that the receiver expects.';
	return new RejectedError(message, advice, status);
}
