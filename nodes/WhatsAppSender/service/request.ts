import type {
	IAllExecuteFunctions,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { networkErrorIn } from '../errors/networkError';
import { redact } from '../errors/redact';
import { normalizeBaseUrl } from './baseUrl';
import { connectionError, rejectedError, unexpectedResponse, type Operation } from './errors';
import { parseResponse, type ServiceResponse } from './response';

export type ServiceContext = IExecuteFunctions | IExecuteSingleFunctions | ILoadOptionsFunctions;

/** The service as the credential describes it. */
export interface Service {
	/** Without a slash at the end. */
	baseUrl: string;
	/** To be redacted where the service repeats it. */
	apiKey: string;
}

/** What a request is for, and which responses it accepts. */
export interface Expected {
	operation: Operation;
	isExpected: (response: ServiceResponse) => boolean;
}

/**
 * The service of the node's credential.
 *
 * @throws InputError where its Base URL is not a web address
 */
export async function serviceOf(context: ServiceContext): Promise<Service> {
	const { baseUrl, apiKey } = await context.getCredentials('whatsAppSenderApi');
	return { baseUrl: normalizeBaseUrl(baseUrl), apiKey: String(apiKey) };
}

/**
 * Sends a request to the service, signed by the credential, and never repeats it.
 *
 * @param path below the Base URL, begins with a slash, already encoded
 * @throws RequestError for any status but a success, for an unexpected response, and for none
 */
export async function requestService(
	context: ServiceContext,
	{ baseUrl, apiKey }: Service,
	path: string,
	options: Partial<IHttpRequestOptions>,
	expected: Expected,
): Promise<ServiceResponse> {
	const { helpers } = context as IAllExecuteFunctions;
	const request: IHttpRequestOptions = {
		...options,
		baseURL: undefined,
		url: baseUrl + path,
		returnFullResponse: true,
		// The text of an error is in its body.
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	return await handleResponse({ ...expected, apiKey, proxy: options.proxy }, baseUrl, async () =>
		parseResponse(
			await helpers.httpRequestWithAuthentication.call(
				context as IAllExecuteFunctions,
				'whatsAppSenderApi',
				request,
			),
		),
	);
}

/**
 * Waits for a response of the service, however it was requested.
 *
 * @throws RequestError for any status but a success, for an unexpected response, and for none
 */
export async function handleResponse(
	{ operation, isExpected, apiKey, proxy }: Expected & { apiKey: string; proxy?: unknown },
	url: string,
	send: () => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
	let response: ServiceResponse;
	try {
		// Redacted at once, so that nothing made of it can have the key in it.
		response = redact(await send(), [apiKey.trim()]);
	} catch (error) {
		const networkError = networkErrorIn(error);
		if (networkError) {
			throw connectionError(operation, new URL(url).host, networkError, Boolean(proxy));
		}
		// n8n wraps the error of a request that the credential refuses to sign.
		const { cause } = error as Error;
		throw cause instanceof InputError ? cause : error;
	}
	if (response.status >= 300) throw rejectedError(operation, response);
	if (!isExpected(response)) throw unexpectedResponse(operation, response);
	return response;
}
