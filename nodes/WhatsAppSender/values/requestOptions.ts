import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { asText, isOn, quoted } from './checks';

/**
 * Request Options of the node, under Settings: n8n adds its own to a declarative node only where
 * the node has no `webhook`. Without Batching, which the delays replace.
 */
export const requestOptionsField: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	description: 'Settings of each request',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'allowUnauthorizedCerts',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
		{
			displayName: 'Proxy',
			name: 'proxy',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://myproxy:3128',
			description:
				'HTTP proxy to use. With a login, enter it like http://username:password@myproxy:3128.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10000,
			description: 'Milliseconds until the whole response must have arrived',
		},
	],
};

/** The longest time that a timer takes: 24 days. */
const LONGEST_TIME = 2 ** 31 - 1;
/** What n8n gives a declarative node: milliseconds without a sign of life. */
const DEFAULT_TIMEOUT = 300_000;

/** A request whose whole response has to arrive within a time: n8n's own time-out counts silence alone. */
export type TimedRequestOptions = IHttpRequestOptions & { totalTimeout?: number };

/**
 * The user's Request Options for one request: proxy, certificates and time-out.
 *
 * @param entered as the node stores them
 * @param timeLimit milliseconds for the whole response, where the user has set none
 */
export function requestSettings(
	entered: unknown,
	timeLimit?: number,
): Partial<TimedRequestOptions> {
	const { proxy, allowUnauthorizedCerts, timeout } = entered as Record<string, unknown>;
	const limit = timeLimitOf(timeout) ?? timeLimit;
	return {
		skipSslCertificateValidation: isOn('Ignore SSL Issues (Insecure)', allowUnauthorizedCerts),
		timeout: limit ?? DEFAULT_TIMEOUT,
		...(limit && { totalTimeout: limit }),
		...(proxy ? { proxy: proxyOf(String(proxy)) } : {}),
	};
}

/** Refused before the request: with a time that is none, it would end as soon as it has begun. */
function timeLimitOf(timeout: unknown): number | undefined {
	const millis = Number(asText(timeout ?? ''));
	if (millis === 0) return undefined;
	if (millis >= 1) return Math.min(millis, LONGEST_TIME);
	throw new InputError(
		`Timeout ${quoted(timeout)} is not a number of milliseconds: enter 1 or more`,
	);
}

function proxyOf(address: string): IHttpRequestOptions['proxy'] {
	// Without the scheme, `myproxy:3128` would be an address without a host.
	if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
		throw new InputError('Proxy is not a web address: enter it like http://127.0.0.1:3128');
	}
	const { hostname, port, protocol, username, password } = new URL(address);
	return {
		host: hostname,
		port: Number(port) || (protocol === 'https:' ? 443 : 80),
		protocol: protocol.replace(':', ''),
		...(username && { auth: { username: decoded(username), password: decoded(password) } }),
	};
}

/** A part of a login; one with a plain `%` in it is taken as it is written. */
function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** Ends a request at the stop button, its own signal, or when its whole response is not there in time. */
export function withinTime({ abortSignal, totalTimeout }: TimedRequestOptions) {
	const stopped = abortSignal as AbortSignal | undefined;
	if (!totalTimeout) return stopped;
	const timedOut = AbortSignal.timeout(Math.ceil(totalTimeout));
	return stopped ? AbortSignal.any([stopped, timedOut]) : timedOut;
}
