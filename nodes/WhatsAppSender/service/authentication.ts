import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { signalOf, type TimedRequestOptions } from '../http/request';
import { asText, isWebAddress, quote, quoteAddress } from '../values/input';

/** More options of n8n's older request helper, which the HTTP Request node still uses. */
type AnyRequestOptions = TimedRequestOptions & {
	uri?: string;
	form?: IDataObject;
	formData?: IDataObject;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
};

/**
 * Signs a request as §5 says: `POST /send` carries `api_key` in its body, every other request the header
 * `api-key`. The options stay unchanged. A redirect is not followed: the key must not go to another address.
 */
export async function signRequest(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const options: AnyRequestOptions = request;
	const baseUrl = normalizeBaseUrl(credential.baseUrl);
	const apiKey = normalizeApiKey(credential.apiKey);
	const root = `${baseUrl}/`;
	const path = String(options.url ?? options.uri ?? '').replace(/^\/+/, '');
	const url = URL.canParse(path, root) ? new URL(path, root) : undefined;
	const address = url && url.origin + url.pathname;
	if (!url || !address?.startsWith(root)) {
		throw new InputError(
			`The API key is only sent to ${new URL(baseUrl).host}: this request goes to ${url?.host ?? 'an unknown host'}, outside the Base URL`,
			'Use the credential only for addresses under its Base URL.',
		);
	}

	const signed: AnyRequestOptions = {
		...options,
		url: url.href,
		baseURL: undefined,
		// Set here, because n8n replaces an earlier signal by the stop button's.
		abortSignal: signalOf(options),
		disableFollowRedirect: true,
		maxRedirects: 0,
		followRedirect: false,
		followAllRedirects: false,
	};
	if (options.uri !== undefined) signed.uri = url.href;

	const isPost = options.method?.toUpperCase() === 'POST';
	return isPost && address === `${root}send`
		? withKeyInBody(signed, apiKey)
		: { ...signed, headers: { ...options.headers, 'api-key': apiKey } };
}

export function normalizeApiKey(entered: unknown): string {
	const apiKey = String(entered ?? '').trim();
	if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
	throw new InputError(
		apiKey
			? 'The API Key of the WhatsApp Sender API credential contains spaces or characters that are not allowed in a key'
			: 'The API Key of the WhatsApp Sender API credential is empty',
		'Copy the API key into the credential again.',
	);
}

/** The service's own paths (§4), pasted with the address: `/send`, `/lists/`, or a list by its UUID (§2.4). */
const OWN_PATH = /\/(?:send|lists(?:\/[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})?)$/;

/**
 * The service's address as typed into the credential, without spaces around it and slashes at its end.
 *
 * @returns the address without a slash at its end, e.g. `https://api.example.com/v1`
 */
export function normalizeBaseUrl(typed: unknown): string {
	const errorFor = (problem: string) =>
		new InputError(`Base URL ${problem}`, 'Base URL is in the WhatsApp Sender API credential.');
	const text = asText(typed)?.trim() ?? '';
	if (!isWebAddress(text)) {
		throw errorFor(
			`${quoteAddress(text)} is not a web address: enter it with http:// or https://, e.g. https://api.example.com`,
		);
	}
	const url = new URL(text);
	if (url.search || url.hash || url.username || url.password) {
		throw errorFor(
			`of ${url.host} can only have an address and a path: remove any login, "?" and "#"`,
		);
	}
	const path = url.pathname.replace(/\/+$/, '');
	const [ownPath] = OWN_PATH.exec(path) ?? [];
	if (ownPath) {
		throw errorFor(
			`of ${url.host} ends in ${quote(ownPath)}, which the node adds itself: remove it`,
		);
	}
	return url.origin + path;
}

function withKeyInBody(options: AnyRequestOptions, apiKey: string): AnyRequestOptions {
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
	throw new InputError(
		'The API key could not be added to the body of POST /send: send the body as JSON fields or as form fields',
	);
}
