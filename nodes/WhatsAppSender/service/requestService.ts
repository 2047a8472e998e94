import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { redact } from '../errors/redact';
import { noResponse } from '../errors/requestErrors';
import { normalizeCountryCode } from '../values/countryCode';
import { withTimeLimit, type TimeLimit } from '../values/timeLimit';
import { normalizeApiKey } from './authentication';
import { normalizeBaseUrl } from './baseUrl';
import { rejectedError, unexpectedResponse, wordsOf, type ServiceOperation } from './errors';
import { parseResponse, type ServiceResponse } from './response';

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
}

/** A request as the routing describes it. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Below the Base URL, begins with a slash, already encoded. */
	url: string;
	qs?: IDataObject;
	body?: IDataObject | FormData;
	/** Proxy, certificates and Timeout. */
	settings?: Partial<IHttpRequestOptions>;
	/** By Timeout unless given. */
	timeLimit?: TimeLimit;
}

/** What a request is for, and which responses it accepts. */
export interface Expected {
	operation: ServiceOperation;
	isExpected: (response: ServiceResponse) => boolean;
}

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
 * @throws RejectedError for any status but a success, ConnectionError where nothing was sent, and
 * UnconfirmedError where a message may have been sent
 */
export async function requestService(
	context: ServiceContext,
	{ baseUrl, apiKey, credential }: Service,
	{ method, url, qs, body, settings, timeLimit }: ServiceRequest,
	expected: Expected,
): Promise<ServiceResponse> {
	const runs = context as IAllExecuteFunctions;
	const options: IHttpRequestOptions = {
		...settings,
		method,
		url: baseUrl + url,
		...(qs && { qs }),
		...(body && { body }),
		returnFullResponse: true,
		// The text of an error is in its body.
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	const request = withTimeLimit(options, timeLimit);
	const httpResponse = runs.helpers.httpRequestWithAuthentication.call(runs, CREDENTIAL, request, {
		credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential },
	});
	const { proxy } = request;
	try {
		return await handleResponse({ ...expected, apiKey, proxy }, baseUrl, httpResponse);
	} finally {
		request.timeLimit.end();
	}
}

/**
 * Waits for a response of the service, however it was requested, and parses it.
 *
 * @param url any below the Base URL, whose host errors name
 * @returns the response without the API key, which is a success
 * @throws as `requestService` does
 */
export async function handleResponse(
	{ operation, isExpected, apiKey, proxy }: Expected & { apiKey: string; proxy?: unknown },
	url: string,
	httpResponse: Promise<IN8nHttpFullResponse>,
): Promise<ServiceResponse> {
	const { host } = new URL(url);
	let response: ServiceResponse;
	try {
		// Redacted at once, so that nothing made of it can have the key in it.
		response = redact(parseResponse(await httpResponse), [apiKey]);
	} catch (error) {
		// n8n wraps the error of a request that the credential refuses to sign.
		const { cause } = error as Error;
		if (cause instanceof InputError) throw cause;
		throw noResponse(error, host, wordsOf(operation, Boolean(proxy)), [apiKey]);
	}
	if (response.status >= 300) throw rejectedError(operation, response);
	if (!isExpected(response)) throw unexpectedResponse(operation, response);
	return response;
}
