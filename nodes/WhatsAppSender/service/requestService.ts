import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { redact } from '../errors/redact';
import { noResponse } from '../errors/requestErrors';
import { expressionError } from '../values/expressionError';
import { normalizeCountryCode } from '../values/numberingPlan';
import { requestSettings } from '../values/requestOptions';
import { withTimeLimit, type TimedRequestOptions } from '../values/timeLimit';
import { normalizeApiKey, normalizeBaseUrl } from './authentication';
import { rejectedError, unexpectedResponse, requestTextsOf, type ServiceOperation } from './errors';
import { IS_EXPECTED, isRejected, parseResponse, type ServiceResponse } from './response';

const CREDENTIAL = 'whatsAppSenderApi';

/** The service as the credential describes it for an item. */
export interface Service {
	/** Without a slash at the end. */
	baseUrl: string;
	/** Redacted in responses. */
	apiKey: string;
	/** For numbers that are written without one; empty if not set. */
	countryCode: string;
	credential: ICredentialDataDecryptedObject;
	/** Signs a request by the credential, and sends it. */
	sendSigned(request: TimedRequestOptions): Promise<IN8nHttpFullResponse>;
	/** Proxy, certificates and Timeout of its requests. */
	settings?: Partial<IHttpRequestOptions>;
}

/** The service of the node's credential, whose fields may be expressions. @param itemIndex ignored by the routing */
export async function serviceOf(
	context: IExecuteFunctions | IExecuteSingleFunctions | ILoadOptionsFunctions,
	itemIndex = 0,
): Promise<Service> {
	const runs = context as IExecuteFunctions;
	const data = await runs
		.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL, itemIndex)
		.catch((error: unknown) => {
			throw expressionError('The WhatsApp Sender API credential', error);
		});
	// Without it, n8n would use the credential of the first item.
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data };
	const send = runs.helpers.httpRequestWithAuthentication;
	return serviceIn(
		data,
		async (request) => await send.call(runs, CREDENTIAL, request, { credentialsDecrypted }),
	);
}

/** The service with the node's Request Options, for list operations and drop-downs. */
export async function serviceWithSettings(
	context: IExecuteSingleFunctions | ILoadOptionsFunctions,
): Promise<Service> {
	const settings = requestSettings(context.getNodeParameter('requestOptions', {}));
	return { ...(await serviceOf(context)), settings };
}

/** The service of a credential, with validated values. */
export function serviceIn(
	credential: ICredentialDataDecryptedObject,
	sendSigned: Service['sendSigned'],
): Service {
	return {
		baseUrl: normalizeBaseUrl(credential.baseUrl),
		apiKey: normalizeApiKey(credential.apiKey),
		countryCode: normalizeCountryCode(
			credential.countryCode,
			'Country Code of the WhatsApp Sender API credential',
			'Correct it in the credential.',
		),
		credential,
		sendSigned,
	};
}

/**
 * Sends a request to the service, signed by the credential, and never repeats it.
 *
 * @param request with a `url` below the Base URL, which begins with a slash and is already encoded
 * @returns a success, without the API key
 * @throws RejectedError if the service refuses it, ConnectionError if nothing was sent, and
 * UnconfirmedError if a message may have been sent
 */
export async function requestService(
	{ baseUrl, apiKey, settings, sendSigned }: Service,
	operation: ServiceOperation,
	request: TimedRequestOptions,
): Promise<ServiceResponse> {
	const timed = withTimeLimit({
		...settings,
		...request,
		url: baseUrl + request.url,
		returnFullResponse: true,
		// The text of an error is in its body.
		ignoreHttpStatusErrors: true,
	});
	let response: ServiceResponse;
	try {
		// Redacted first, so that no error or output can contain a secret.
		response = redact(parseResponse(await sendSigned(timed)), [apiKey]);
	} catch (error) {
		// n8n wraps the error if the credential refuses to sign the request.
		const { cause } = error as Error;
		if (cause instanceof InputError) throw cause;
		throw noResponse(error, new URL(baseUrl).host, requestTextsOf(operation), [apiKey]);
	} finally {
		timed.timeLimit.end();
	}
	if (isRejected(response)) {
		const error = rejectedError(operation, response);
		error.retryAfter = response.retryAfter;
		throw error;
	}
	if (!IS_EXPECTED[operation.name](response)) throw unexpectedResponse(operation, response);
	return response;
}
