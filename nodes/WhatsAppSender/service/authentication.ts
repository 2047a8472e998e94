import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { signalOf, type TimedRequestOptions } from '../values/timeLimit';
import { normalizeBaseUrl } from './baseUrl';

/** More options of n8n's older request helper, which the HTTP Request node still uses. */
type AnyRequestOptions = TimedRequestOptions & {
	uri?: string;
	form?: IDataObject;
	/** With `append`, it is a form of the form-data package: parts can only be added. */
	formData?: IDataObject & { append?: (name: string, value: string) => void };
	followRedirect?: boolean;
	followAllRedirects?: boolean;
};

/**
 * Signs a request as §5 says: `POST /send` carries `api_key` in its body, every other request the
 * header `api-key`. The given options stay unchanged, so that only the request that is sent has the key.
 *
 * A signed request follows no redirect: the key must not travel to another place.
 */
export async function signRequest(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const options: AnyRequestOptions = request;
	const baseUrl = normalizeBaseUrl(credential.baseUrl);
	const apiKey = normalizeApiKey(credential.apiKey);
	const url = absoluteUrl(options, baseUrl);
	const address = url && url.origin + url.pathname;
	if (!url || !address?.startsWith(`${baseUrl}/`)) {
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
	return isPost && address === `${baseUrl}/send`
		? withKeyInBody(signed, apiKey)
		: { ...signed, headers: { ...options.headers, 'api-key': apiKey } };
}

/** The API key without the spaces around it. */
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

function absoluteUrl({ url, uri, baseURL }: AnyRequestOptions, baseUrl: string): URL | undefined {
	const target = String(url ?? uri ?? '');
	if (/^[a-z][a-z\d+.-]*:/i.test(target)) return URL.canParse(target) ? new URL(target) : undefined;
	const base = baseURL === undefined ? baseUrl : normalizeBaseUrl(baseURL);
	return new URL(`${base}/${target.replace(/^\/+/, '')}`);
}

function withKeyInBody(options: AnyRequestOptions, apiKey: string): AnyRequestOptions {
	const { body, form, formData } = options;
	if (typeof formData?.append === 'function') {
		formData.append('api_key', apiKey);
		return options;
	}
	if (formData) return { ...options, formData: { api_key: apiKey, ...formData } };
	if (form) return { ...options, form: { api_key: apiKey, ...form } };
	if (body instanceof FormData) {
		// A new form, because the given one stays unchanged; files in it are not read.
		const withKey = new FormData();
		withKey.append('api_key', apiKey);
		body.forEach((part, name) => withKey.append(name, part));
		return { ...options, body: withKey };
	}
	if (body === undefined || isPlainObject(body)) {
		return { ...options, body: { api_key: apiKey, ...body } };
	}
	throw new InputError(
		'The API key could not be added to the body of POST /send: send the body as JSON fields or as form fields',
	);
}

function isPlainObject(value: unknown): value is IDataObject {
	return Object.prototype.toString.call(value) === '[object Object]';
}
