import type { IHttpRequestOptions, INodeParameters, INodeProperties } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import {
	asText,
	isEmptyValue,
	isOn,
	isWebAddress,
	lengthOfText,
	quote,
	refuseWhole,
} from '../values/input';

/** Under Settings: n8n adds its own only to a node without `webhook`. Without Batching, which the delays replace. */
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
			description: 'Maximum time in milliseconds for the complete response to arrive',
		},
		lengthOfText,
	],
};

/** The longest time that a timer takes: 24 days. */
const LONGEST_TIME = 2 ** 31 - 1;

/**
 * The user's Request Options for each request: proxy, certificates, and the milliseconds of Timeout.
 *
 * @param entered as n8n evaluates them for an item
 */
export function requestSettings(entered: unknown): Partial<IHttpRequestOptions> {
	const options = entered as INodeParameters;
	refuseWhole('Request Options', options);
	const settings: Partial<IHttpRequestOptions> = {};
	if ('allowUnauthorizedCerts' in options) {
		const field = 'Ignore SSL Issues (Insecure)';
		settings.skipSslCertificateValidation = isOn(field, options.allowUnauthorizedCerts);
	}
	if ('timeout' in options) settings.timeout = timeLimitOf(options.timeout);
	if ('proxy' in options) settings.proxy = proxyOf(options.proxy);
	return settings;
}

/** Refuses an invalid time before the request, which would end at once. */
function timeLimitOf(timeout: unknown): number | undefined {
	const millis = Number(asText(timeout ?? ''));
	if (millis === 0) return undefined;
	if (millis >= 1) return Math.min(millis, LONGEST_TIME);
	throw new InputError(
		`Timeout ${quote(timeout)} is not a number of milliseconds: enter 1 or more`,
	);
}

/** The address as text: n8n accepts it from its own HTTP Request node, too, although its type has the parts. */
function proxyOf(proxy: unknown): IHttpRequestOptions['proxy'] {
	if (asText(proxy)?.trim() === '') return undefined;
	// Without the scheme, `myproxy:3128` would be an address without a host.
	if (isWebAddress(String(proxy))) return proxy as never;
	const problem = isEmptyValue(proxy) ? ': the expression has no result' : ' is not a web address';
	throw new InputError(`Proxy${problem}: enter it like http://127.0.0.1:3128`);
}

/**
 * The time in which the whole response to a request must arrive. It begins when the limit is made. If the
 * user has set none, it begins anew with each piece of a file, so that a slow line fails no upload.
 *
 * It replaces n8n's own timer, which would cut a long upload, and ends neither a response that
 * trickles nor an HTTP 101.
 */
export class TimeLimit {
	/** Milliseconds if the user has set none. Tests shorten it. */
	static DEFAULT_TIME_LIMIT = 300_000;

	readonly #expired = new AbortController();
	#begunAt = performance.now();
	#timer?: AbortSignal;

	/** @param millis as the user has set them */
	constructor(private readonly millis?: number) {
		this.#check();
	}

	/** Aborts when the time is over. */
	get signal(): AbortSignal {
		return this.#expired.signal;
	}

	/** Restarts the time, because a piece of the file was read to be sent. */
	extend(): void {
		if (this.millis === undefined) this.#begunAt = performance.now();
	}

	/** Stops the timer when the request is over. */
	end(): void {
		this.#timer?.removeEventListener('abort', this.#check);
	}

	/** One timer serves all pieces of a file: when it ends, it checks the time of the last one. */
	readonly #check = () => {
		const millis = this.millis ?? TimeLimit.DEFAULT_TIME_LIMIT;
		const left = this.#begunAt + millis - performance.now();
		if (left <= 0) return this.#expired.abort();
		this.#timer = AbortSignal.timeout(Math.ceil(left));
		this.#timer.addEventListener('abort', this.#check);
	};
}

export type TimedRequestOptions = IHttpRequestOptions & { timeLimit?: TimeLimit };

/** A request with a time limit, by default its `timeout`, and with n8n's own timer off. */
export const withTimeLimit = ({ timeLimit, ...request }: TimedRequestOptions) => ({
	...request,
	timeout: 0,
	timeLimit: timeLimit ?? new TimeLimit(request.timeout),
});

/** Aborts a request: by the stop button, its own signal, or its time limit. */
export const signalOf = ({ abortSignal, timeLimit }: TimedRequestOptions): AbortSignal =>
	AbortSignal.any(
		[abortSignal as AbortSignal, timeLimit?.signal].filter((one) => one !== undefined),
	);
