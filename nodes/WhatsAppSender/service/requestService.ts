import type {
	IAllExecuteFunctions,
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
import { normalizeCountryCode } from '../values/countryCode';
import { withTimeLimit, type TimedRequestOptions } from '../values/timeLimit';
import { normalizeApiKey } from './authentication';
import { normalizeBaseUrl } from './baseUrl';
import { rejectedError, unexpectedResponse, wordsOf, type ServiceOperation } from './errors';
import { isAcknowledged, isList, parseResponse, type ServiceResponse } from './response';

export type ServiceContext = IExecuteFunctions | IExecuteSingleFunctions | ILoadOptionsFunctions;

const CREDENTIAL = 'whatsAppSenderApi';

/** The service as the credential describes it for an item. */
export interface Service {
	/** Without a slash at the end. */
	baseUrl: string;
	/** To be redacted where the service repeats it. */
	apiKey: string;
	/** Of numbers that are written without one; empty where none is set. */
	countryCode: string;
	/** Signs the requests: without it, n8n would take the credential of the first item. */
	credential: ICredentialDataDecryptedObject;
	/** Proxy, certificates and Timeout of its requests. */
	settings?: Partial<IHttpRequestOptions>;
}

/** The responses that a request accepts. §4.4 does not show what a page looks like. */
const IS_EXPECTED = { send: isAcknowledged, lists: isList, contacts: isList, page: () => true };

/**
 * The service of the node's credential, whose fields may be expressions.
 *
 * @param itemIndex of the item; the routing knows it by itself
 */
export async function serviceOf(context: ServiceContext, itemIndex = 0): Promise<Service> {
	return serviceIn(await (context as IExecuteFunctions).getCredentials(CREDENTIAL, itemIndex));
}

/** The service of a credential: its values as they are sent, and as they are redacted. */
export function serviceIn(credential: ICredentialDataDecryptedObject): Service {
	return {
		baseUrl: normalizeBaseUrl(credential.baseUrl),
		apiKey: normalizeApiKey(credential.apiKey),
		countryCode: normalizeCountryCode(
			credential.countryCode,
			'Country Code of the WhatsApp Sender API credential',
			'Correct it in the credential.',
		),
		credential,
	};
}

/**
 * Sends a request to the service, signed by the credential, and never repeats it.
 *
 * @param request with a `url` below the Base URL, which begins with a slash and is already encoded
 * @throws RejectedError for any status but a success, ConnectionError where nothing was sent, and
 * UnconfirmedError where a message may have been sent
 */
export async function requestService(
	context: ServiceContext,
	service: Service,
	operation: ServiceOperation,
	{ timeLimit, ...request }: TimedRequestOptions,
): Promise<ServiceResponse> {
	const { baseUrl, settings, credential } = service;
	const runs = context as IAllExecuteFunctions;
	const options: IHttpRequestOptions = {
		...settings,
		...request,
		url: baseUrl + request.url,
		returnFullResponse: true,
		// The text of an error is in its body.
		ignoreHttpStatusErrors: true,
	};
	const timed = withTimeLimit(options, timeLimit);
	const httpResponse = runs.helpers.httpRequestWithAuthentication.call(runs, CREDENTIAL, timed, {
		credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential },
	});
	try {
		return await handleResponse(service, operation, httpResponse, Boolean(settings?.proxy));
	} finally {
		timed.timeLimit.end();
	}
}

/**
 * Waits for a response of the service, however it was requested, and parses it.
 *
 * @returns the response without the API key, which is a success
 * @throws as `requestService` does
 */
export async function handleResponse(
	{ baseUrl, apiKey }: Pick<Service, 'baseUrl' | 'apiKey'>,
	operation: ServiceOperation,
	httpResponse: Promise<IN8nHttpFullResponse>,
	overProxy = false,
): Promise<ServiceResponse> {
	let response: ServiceResponse;
	try {
		// Redacted at once, so that nothing made of it can have the key in it.
		response = redact(parseResponse(await httpResponse), [apiKey]);
	} catch (error) {
		// n8n wraps the error of a request that the credential refuses to sign.
		const { cause } = error as Error;
		if (cause instanceof InputError) throw cause;
		throw noResponse(error, new URL(baseUrl).host, wordsOf(operation, overProxy), [apiKey]);
	}
	if (response.status >= 300) throw rejectedError(operation, response);
	if (!IS_EXPECTED[operation.name](response)) throw unexpectedResponse(operation, response);
	return response;
}
