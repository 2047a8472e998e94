import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { InputError, RejectedError } from '../errors/failures';
import { noResponse } from '../http/failedRequest';
import { redact } from '../http/redact';
import { requestSettings, type TimedRequestOptions, withTimeLimit } from '../http/request';
import { asText, expressionError, quote, requiredId } from '../values/input';
import { normalizeCountryCode } from '../values/phone';
import { normalizeApiKey, normalizeBaseUrl, signRequest } from './authentication';
import {
	IS_EXPECTED,
	isRejected,
	parseResponse,
	rejectedError,
	requestTextsOf,
	type ServiceOperation,
	type ServiceResponse,
	unexpectedResponse,
} from './response';

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

/** §4.3 */
export const LISTS = { method: 'GET', url: '/lists/' } as const;

/** §4.4. Without it, the service returns a page. */
export const ALL_CONTACTS = { all: 'true' };

/** All contact lists of the account, which the service sends in one response (§4.3). */
export const allLists = async (service: Service, request: IHttpRequestOptions = LISTS) =>
	await elementsOf(service, { name: 'lists' }, request);

/** All contacts and groups of a list (§4.4). @param request for a page of the list */
export async function allContacts(
	service: Service,
	listId: string,
	request = contactsOf(listId),
): Promise<unknown[]> {
	const forAll = { ...request, qs: { ...request.qs, ...ALL_CONTACTS } };
	return await elementsOf(service, { name: 'contacts', listId }, forAll);
}

/** The elements of a response; empty if a page is no array. */
export async function elementsOf(...request: Parameters<typeof requestService>) {
	const { data } = await requestService(...request);
	return Array.isArray(data) ? (data as unknown[]) : [];
}

/** The request for a page of a list, for code outside the routing. */
export const contactsOf = (listId: string): IHttpRequestOptions => ({
	...LISTS,
	url: LISTS.url + encodeURIComponent(listId),
});

/** The ID of a list, ready for the path. */
export function normalizeListId(field: string, value: unknown): string {
	const id = requiredId(field, value, 'choose a list, or enter its ID');
	// "." and ".." change the path, even if they are encoded.
	if (/^\.\.?$/.test(id)) throw new InputError(`${field} ${quote(id)} is not the ID of a list`);
	return id.toWellFormed();
}

/**
 * Whether an entry of a list is a group (§2.5): `is_group` is `true`, or what a spreadsheet or a
 * form turns it into on the way. The `phone` of a group entry is the group's id.
 */
export function isGroupEntry(entry: unknown): boolean {
	const { is_group: mark } = (entry ?? {}) as { is_group?: unknown };
	return mark === true || /^\s*(true|1)\s*$/i.test(asText(mark) ?? '');
}

/** The Test button of the credential: requests the lists (§4.3). A declarative test would not check the response. */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data: credential = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { helpers } = this;
	try {
		const service = serviceIn(credential, async (request) => {
			const { headers, ...signed } = await signRequest(credential, request);
			// n8n gives a credential test only this request helper, which ignores the signal.
			const httpResponse = helpers.request({
				...(signed as Omit<IHttpRequestOptions, 'headers'>),
				headers,
				json: true,
				simple: false,
				resolveWithFullResponse: true,
			});
			return await Promise.race([httpResponse, expired(signed.abortSignal as AbortSignal)]);
		});
		await allLists(service);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: testMessage(error as Error) };
	}
}

/** Rejects when the signal aborts, like an aborted request. */
const expired = async (signal: AbortSignal) =>
	await new Promise<never>((_, reject) => {
		const error = Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
		signal.addEventListener('abort', () => reject(error));
	});

function testMessage(error: Error): string {
	if (!(error instanceof RejectedError)) return error.message;
	if (error.status === 404) return 'The API key is not valid, or the Base URL is wrong';
	// A success that is not a list. The panel shows no description, so the advice is in the message.
	return Number(error.status) < 300 ? `${error.message}. ${error.description}` : error.message;
}
