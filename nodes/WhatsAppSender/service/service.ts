import {
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INodeCredentialTestResult,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { ConnectionError, InputError, RejectedError, WorkflowError } from '../errors/failures';
import { readCredential, requestSettings, type Send, sendRequest } from '../http/request';
import { addressOf } from '../values/address';
import { isTool } from '../values/expressions';
import { asText, quote, requiredId } from '../values/text';
import { AROUND, isWebAddress, quoteAddress } from '../values/webAddress';
import { normalizeCountryCode } from '../values/phone';
import { readResponse, requestTextsOf, type ServiceCall, type ServiceRequest } from './response';

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
	sendSigned: Send;
	/** Proxy, certificates and Timeout of its requests. */
	settings: Partial<IHttpRequestOptions>;
	/** When a tool call ends if Timeout is not set, in Unix milliseconds. */
	endsAt?: number;
}

/** How long a tool call of the routing takes at most: a client of n8n's MCP server waits a minute, and calls again. */
const TOOL_CALL_MS = 45_000;

/** When tool calls end, by their input, which is the same in all tries, and by the context of a try. */
const callEnds = new WeakMap<object, number>();

/** Starts the time of a tool call, which includes its turn, its lists and its tries. */
export function startCall(context: IExecutePaginationFunctions): void {
	if (!isTool(context.getNode())) return;
	const { json: call } = context.getInputData(0, NodeConnectionTypes.AiTool);
	const end = callEnds.get(call) ?? Date.now() + TOOL_CALL_MS;
	for (const key of [call, context]) callEnds.set(key, end);
}

/** The credential of an item. @param itemIndex ignored by the routing */
const credentialOf = async (context: Parameters<typeof readCredential>[0], itemIndex: number) =>
	await readCredential(context, 'whatsAppSenderApi', 'WhatsApp Sender API', itemIndex);

/** The API key of an item, for redacting, also if another field of its credential is invalid. */
export async function apiKeyOf(
	context: Parameters<typeof readCredential>[0],
	itemIndex = 0,
): Promise<string> {
	const { data } = await credentialOf(context, itemIndex);
	return asText(data.apiKey)?.trim() ?? '';
}

/** The service of an item's credential, with the item's Request Options. */
export async function serviceOf(
	context: Parameters<typeof readCredential>[0],
	requestOptions: unknown,
	itemIndex = 0,
): Promise<Service> {
	const settings = requestSettings(requestOptions);
	const { data, send } = await credentialOf(context, itemIndex);
	const endsAt = settings.timeout === undefined ? callEnds.get(context) : undefined;
	return { ...serviceIn(data, send, settings), endsAt };
}

/** The service of a credential, with validated values. */
function serviceIn(
	credential: ICredentialDataDecryptedObject,
	sendSigned: Send,
	settings: Service['settings'] = {},
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
		settings,
	};
}

/**
 * Sends a request to the service, signed by the credential, and never repeats it.
 *
 * @param call its `id` is put into the path
 * @param more of the request: its body, its query, or a path that n8n's routing has built, already encoded
 * @returns a success, without the API key
 * @throws RejectedError if the service refuses it, ConnectionError if nothing was sent, and
 * UnconfirmedError if a message may have been sent
 */
export async function requestService(
	{ baseUrl, apiKey, settings, sendSigned, endsAt = Infinity }: Service,
	call: ServiceCall,
	more: Partial<IHttpRequestOptions> = {},
) {
	const { method, url = pathOf(call) } = { ...call, url: undefined, ...more };
	const texts = requestTextsOf(call);
	const timeLeft = endsAt - Date.now();
	if (timeLeft <= 0) {
		const message = `There was no time left for this call. ${texts.sends?.notSent ?? ''}`;
		throw new ConnectionError(message.trim(), 'Use a shorter delay, or fewer parallel calls.');
	}
	const timeout = Number.isFinite(timeLeft) ? timeLeft : settings.timeout;
	const request = { ...settings, timeout, ...more, method, url: baseUrl + url };
	return readResponse(call, await sendRequest(sendSigned, request, [apiKey], texts));
}

const pathOf = ({ url, id = '' }: ServiceCall) => url.replace('{id}', encodeURIComponent(id));

const ofLists = { method: 'GET', key: 'header', success: 'list' } as const;

/** §4.3 */
export const LISTS: ServiceRequest = { ...ofLists, url: '/lists/' };

/** §4.4 */
export const CONTACTS: ServiceRequest = {
	...ofLists,
	url: '/lists/{id}',
	subject: { name: 'List', fix: 'choose the list again' },
};

/** All contact lists of the account, which the service sends in one response (§4.3). */
export const allLists = async (
	service: Service,
	request?: Partial<IHttpRequestOptions>,
): Promise<unknown[]> => await elementsOf(service, LISTS, request);

/** All contacts and groups of a list (§4.4). @param request a path that n8n's routing has built */
export async function allContacts(
	service: Service,
	listId: string,
	request?: Partial<IHttpRequestOptions>,
): Promise<unknown[]> {
	// Without it, the service returns a page.
	const forAll = { ...request, qs: { all: 'true' } };
	return await elementsOf(service, { ...CONTACTS, id: listId }, forAll);
}

/** `readResponse` accepts nothing but an array for these. */
async function elementsOf(...request: Parameters<typeof requestService>) {
	return (await requestService(...request)).data as unknown[];
}

/** The ID of a list, ready for the path. */
export function normalizeListId(field: string, value: unknown): string {
	const fix = 'choose a list, or enter its ID';
	const id = requiredId(field, value, fix);
	// "." and ".." change the path, even if they are encoded.
	if (/^\.\.?$/.test(id))
		throw new InputError(`${field} ${quote(id)} is not the ID of a list: ${fix}`);
	return id.toWellFormed();
}

/**
 * Whether an entry of a list is a group (§2.5): `is_group` is `true`, or what a spreadsheet or a form turns it
 * into on the way, or its `phone` is a group's ID with its ending.
 */
export function isGroupEntry(entry: unknown): boolean {
	const { is_group: mark, phone } = (entry ?? {}) as { is_group?: unknown; phone?: unknown };
	if (mark === true || /^\s*(true|1)\s*$/i.test(asText(mark) ?? '')) return true;
	return /@g\.us$/i.test(addressOf(phone).plain);
}

/** More options of n8n's older request helper, which the HTTP Request node still uses. */
type AnyRequestOptions = IHttpRequestOptions & {
	uri?: string;
	form?: IDataObject;
	formData?: IDataObject;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
};

/**
 * Adds the API key where the operation of a request expects it: in the body, else in the header `api-key` (§5).
 * The options stay unchanged. A redirect is not followed: the key must not go elsewhere.
 */
export async function signRequest(
	requests: ServiceRequest[],
	credential: ICredentialDataDecryptedObject,
	options: AnyRequestOptions,
): Promise<IHttpRequestOptions> {
	const baseUrl = normalizeBaseUrl(credential.baseUrl);
	const apiKey = normalizeApiKey(credential.apiKey);
	const root = `${baseUrl}/`;
	const path = String(options.url ?? options.uri ?? '').replace(/^\/+/, '');
	const url = URL.canParse(path, root) ? new URL(path, root) : undefined;
	const address = url && url.origin + url.pathname;
	if (!url || !address?.startsWith(root)) {
		throw new WorkflowError(
			`The API key is only sent to ${new URL(baseUrl).host}: this request goes to ${url?.host ?? 'an unknown host'}, outside the Base URL`,
			'Use the credential only for addresses under its Base URL.',
		);
	}

	const signed: AnyRequestOptions = {
		...options,
		url: url.href,
		uri: options.uri && url.href,
		baseURL: undefined,
		disableFollowRedirect: true,
		maxRedirects: 0,
		followRedirect: false,
		followAllRedirects: false,
	};

	const isFor = ({ method: own, url: ownPath }: ServiceRequest) =>
		options.method?.toUpperCase() === own && address === baseUrl + ownPath;
	const operation = requests.find(isFor);
	return operation?.key === 'body'
		? withKeyInBody(signed, apiKey, operation)
		: { ...signed, headers: { ...options.headers, 'api-key': apiKey } };
}

function normalizeApiKey(entered: unknown): string {
	const apiKey = asText(entered)?.trim() ?? '';
	const problem =
		(apiKey === '' && 'is empty') ||
		(/[^\x21-\x7e]/.test(apiKey) &&
			'contains spaces or characters that are not allowed in a key') ||
		// The node could not redact it: it would match ordinary words.
		(apiKey.length < 6 && 'has fewer than six characters');
	if (!problem) return apiKey;
	throw new WorkflowError(
		`The API Key of the WhatsApp Sender API credential ${problem}`,
		'Copy the API key into the credential again.',
	);
}

/** The service's address as typed into the credential, without spaces around it and slashes at its end. */
export function normalizeBaseUrl(typed: unknown): string {
	const errorFor = (problem: string) =>
		new WorkflowError(`Base URL ${problem}`, 'Base URL is in the WhatsApp Sender API credential.');
	const text = asText(typed)?.replace(AROUND, '') ?? '';
	if (!isWebAddress(text)) {
		throw errorFor(
			`${quoteAddress(text)} is not a web address: enter it with http:// or https://, e.g. https://api.example.com`,
		);
	}
	const { origin, host, pathname, search, hash, username, password } = new URL(text);
	if (search || hash || username || password) {
		throw errorFor(`of ${host} can only have an address and a path: remove any login, "?" and "#"`);
	}
	return origin + pathname.replace(/(?<!\/)\/+$/, '');
}

function withKeyInBody(
	options: AnyRequestOptions,
	apiKey: string,
	{ method, url }: ServiceRequest,
): AnyRequestOptions {
	const { body, form, formData } = options;
	if (body instanceof FormData) {
		// A new form, because the options stay unchanged; files in it are not read.
		const withKey = new FormData();
		withKey.append('api_key', apiKey);
		body.forEach((part, name) => withKey.append(name, part));
		return { ...options, body: withKey };
	}
	const field = formData ? 'formData' : form ? 'form' : 'body';
	const fields: unknown = options[field] ?? {};
	if (Object.prototype.toString.call(fields) === '[object Object]') {
		return { ...options, [field]: { api_key: apiKey, ...(fields as IDataObject) } };
	}
	throw new WorkflowError(
		`The API key could not be added to the body of ${method} ${url}: send the body as JSON fields or as form fields`,
	);
}

/** The Test button of the credential: requests the lists (§4.3). A declarative test would not check the response. */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data: credential = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { helpers } = this;
	try {
		const service = serviceIn(credential, async (request) => {
			const { headers, ...signed } = await signRequest([LISTS], credential, request);
			// n8n gives a credential test only this request helper.
			return await helpers.request({
				...(signed as Omit<IHttpRequestOptions, 'headers'>),
				headers,
				json: true,
				simple: false,
				resolveWithFullResponse: true,
			});
		});
		await allLists(service);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: testMessage(error as Error) };
	}
}

function testMessage(error: Error): string {
	if (!(error instanceof RejectedError)) return error.message;
	if (error.status === 404) return 'The API key is not valid, or the Base URL is wrong';
	// A success that is not a list. The panel shows no description, so the advice is in the message.
	return Number(error.status) < 300 ? `${error.message}. ${error.description}` : error.message;
}
