import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { asText, isOn, quoted } from './checks';

/** n8n's Request Options, under Settings, as the node stores them. */
export interface RequestOptions {
	proxy?: unknown;
	allowUnauthorizedCerts?: unknown;
	timeout?: unknown;
}

/** The longest time that a timer takes: 24 days. */
const LONGEST_TIME = 2 ** 31 - 1;
/** What n8n gives a declarative node. */
const DEFAULT_TIMEOUT = 300_000;

/** A request whose whole response has to arrive within a time: n8n's own time-out counts silence alone. */
export type TimedRequestOptions = IHttpRequestOptions & { totalTimeout?: number };

/**
 * The user's Request Options for one request: proxy, certificates and time-out.
 *
 * @throws InputError where the proxy is not an address, and where a switch is neither on nor off
 */
export function requestSettings({
	proxy,
	allowUnauthorizedCerts,
	timeout,
}: RequestOptions): Partial<TimedRequestOptions> {
	const limit = Number(timeout) || undefined;
	return {
		skipSslCertificateValidation: isOn('Ignore SSL Issues (Insecure)', allowUnauthorizedCerts),
		timeout: limit ?? DEFAULT_TIMEOUT,
		...(limit && { totalTimeout: limit }),
		...(proxy ? { proxy: proxyOf(String(proxy)) } : {}),
	};
}

function proxyOf(address: string): IHttpRequestOptions['proxy'] {
	if (!URL.canParse(address))
		throw new InputError('Proxy is not a web address: enter it like http://127.0.0.1:3128');
	const { hostname, port, protocol, username, password } = new URL(address);
	return {
		host: hostname,
		port: Number(port) || (protocol === 'https:' ? 443 : 80),
		protocol: protocol.replace(':', ''),
		...(username && {
			auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
		}),
	};
}

/**
 * A time limit in milliseconds.
 *
 * @throws InputError where it is not a number from 1 on
 */
export function milliseconds(field: string, value: unknown, absent: number): number {
	if (value === undefined || value === null || value === '') return absent;
	const number = Math.floor(Number(asText(value)));
	if (!(number >= 1)) {
		throw new InputError(
			`${field} ${quoted(value)} is not a number of milliseconds: enter 1 or more`,
		);
	}
	return Math.min(number, LONGEST_TIME);
}

/** The stop button's signal, with a time limit for the whole response. */
export function withinTime(stopped: AbortSignal | undefined, limit: number | undefined) {
	if (!limit || !(limit > 0)) return stopped;
	const timedOut = AbortSignal.timeout(Math.min(Math.ceil(limit), LONGEST_TIME));
	return stopped ? AbortSignal.any([stopped, timedOut]) : timedOut;
}

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
