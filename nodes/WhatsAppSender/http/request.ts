import {
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IN8nHttpFullResponse,
	type INodeParameters,
	type INodeProperties,
	OperationalError,
} from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { expressionError } from '../values/expressions';
import { isOn, optionsField, refuseWhole, textField } from '../values/formFields';
import { LONGEST_TIMER_MS } from '../values/promises';
import { asText, quote } from '../values/text';
import { isWebAddress } from '../values/webAddress';
import { noResponse, type RequestTexts } from './failedRequest';
import { redact } from './redact';
import { responseText } from './words';

/** Under Settings: n8n adds its own only to a node without `webhook`. Without Batching, which the delays replace. */
export const requestOptionsField: INodeProperties = {
	...optionsField([
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'allowUnauthorizedCerts',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
		textField('Proxy', 'proxy', {
			placeholder: 'e.g. http://myproxy:3128',
			description:
				'HTTP proxy to use. With a login, enter it like http://username:password@myproxy:3128.',
		}),
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10000,
			description:
				'Maximum time in milliseconds until the response begins, including the upload of a file',
		},
	]),
	displayName: 'Request Options',
	name: 'requestOptions',
	description: 'Settings of each request',
	isNodeSetting: true,
};

/**
 * The user's Request Options for each request: proxy, certificates, and the milliseconds of Timeout.
 *
 * @param entered as n8n evaluates them for an item
 */
export function requestSettings(entered: unknown): Partial<IHttpRequestOptions> {
	const options = entered as INodeParameters;
	refuseWhole('Request Options', options);
	const { allowUnauthorizedCerts: isInsecure = false } = options;
	return {
		skipSslCertificateValidation: isOn('Ignore SSL Issues (Insecure)', isInsecure) || undefined,
		timeout: 'timeout' in options ? timeoutOf(options.timeout) : undefined,
		proxy: 'proxy' in options ? proxyOf(options.proxy) : undefined,
	};
}

/** Refuses an invalid time, because the request would time out immediately. */
function timeoutOf(timeout: unknown): number | undefined {
	const millis = Number(asText(timeout ?? ''));
	if (millis === 0) return undefined;
	if (millis >= 1) return Math.min(millis, LONGEST_TIMER_MS);
	throw new InputError(
		`Timeout ${quote(timeout)} is not a number of milliseconds: enter 1 or more`,
	);
}

function proxyOf(entered: unknown): IHttpRequestOptions['proxy'] {
	const address = asText(entered)?.trim();
	if (address === '') return undefined;
	// Without the scheme, `myproxy:3128` would be an address without a host.
	if (address === undefined || !isWebAddress(address)) {
		throw new InputError('Proxy is not a web address: enter it like http://127.0.0.1:3128');
	}
	const { protocol, hostname: host, port, username, password } = new URL(address);
	const defaultPort = protocol === 'https:' ? 443 : 80;
	return { protocol, host, port: Number(port || defaultPort), auth: { username, password } };
}

/** Sends a request with one of n8n's request helpers. */
export type Send = (request: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/**
 * A credential of the node for an item, whose fields may be expressions.
 *
 * @param label its name for the user
 * @param itemIndex ignored by the routing
 * @returns its fields, and a function that signs a request with them and sends it
 */
export async function readCredential(
	context: IExecuteFunctions | IExecuteSingleFunctions | ILoadOptionsFunctions,
	type: string,
	label: string,
	itemIndex: number,
): Promise<{ data: ICredentialDataDecryptedObject; send: Send }> {
	const data = await context
		.getCredentials<ICredentialDataDecryptedObject>(type, itemIndex)
		.catch((error: unknown) => {
			throw expressionError(`The ${label} credential`, error);
		});
	// Without it, n8n would use the credential of the first item.
	const credentialsDecrypted = { id: '', name: '', type, data };
	const { httpRequestWithAuthentication: request } = context.helpers;
	return {
		data,
		send: async (options) => await request.call(context, type, options, { credentialsDecrypted }),
	};
}

/** n8n's default for a request. */
const DEFAULT_TIMEOUT_MS = 300_000;
/** The slowest upload that does not time out: 50 kB a second. */
const SLOWEST_BYTES_PER_MS = 50;

/** Milliseconds until the response must begin if the user has set none. A file has the time that it needs. */
function defaultTimeout(body: unknown): number {
	const parts = body instanceof FormData ? [...body.values()] : [];
	const bytes = parts.reduce((sum, part) => sum + (part instanceof File ? part.size : 0), 0);
	return Math.min(DEFAULT_TIMEOUT_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_MS), LONGEST_TIMER_MS);
}

/**
 * Sends a request once, and never repeats it.
 *
 * @param request whose `timeout` is the user's
 * @returns a response of any status, without the secrets
 * @throws ConnectionError if it was not sent, UnconfirmedError if it may have been
 */
export async function sendRequest(
	send: Send,
	request: IHttpRequestOptions,
	secrets: string[],
	texts: RequestTexts,
): Promise<IN8nHttpFullResponse> {
	try {
		const { body, headers, statusCode, statusMessage } = await send({
			...request,
			timeout: request.timeout ?? defaultTimeout(request.body),
			returnFullResponse: true,
			// The text of an error is in its body.
			ignoreHttpStatusErrors: true,
			// A redirect could take secrets elsewhere, and turns a POST into a GET.
			disableFollowRedirect: true,
		});
		if (statusCode === 407) throw refusedByProxy(body);
		// Redacted first, so that no error or output can contain a secret.
		return await redact({ body, headers, statusCode, statusMessage }, secrets);
	} catch (error) {
		throw await noResponse(error, new URL(request.url).host, texts, secrets);
	}
}

/** A proxy that wants a login has sent nothing on. */
const refusedByProxy = (body: unknown): Error =>
	new OperationalError(
		`the proxy refused it (HTTP 407): ${responseText(body) || 'no reason given'}`,
		{
			description:
				"Check the login of the proxy, under Request Options in Settings or in n8n's environment.",
		},
	);
