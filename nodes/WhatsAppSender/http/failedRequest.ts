import type { IDataObject } from 'n8n-workflow';
import { ConnectionError, UnconfirmedError } from '../errors/failures';
import { oneLine } from '../values/input';
import { redact } from './redact';

const LONGEST_WAIT = 15 * 60_000;

/** Texts for the errors of a request. */
export interface RequestTexts {
	/** e.g. `The service`. */
	server: string;
	/** What to do if there is no connection. */
	checkAddress: string;
	/** For a request that sends something. */
	sends?: { mayHaveBeenSent: string; whatToCheck: string; notSent?: string };
}

/**
 * The error of a request without a response, or with one that was cut off. Once there was a connection,
 * the message may have been sent.
 *
 * @param error what n8n's request helper threw
 * @param secrets redacted in n8n's own message
 */
export async function noResponse(
	error: unknown,
	host: string,
	{ server, checkAddress, sends }: RequestTexts,
	secrets: string[],
): Promise<Error> {
	const faults = faultsIn(error as Fault);
	const wordsOf = async ({ message = '' }: Fault) =>
		oneLine((await redact(message, secrets)).replace(/\.$/, ''), 200);
	const refusal = faults.find(isRefusal);
	const network = refusal
		? { connected: false, reason: await wordsOf(refusal) }
		: networkErrorOf(faults);
	if (network?.connected === false) {
		const message = `${server} at ${host} could not be reached: ${network.reason}`;
		return new ConnectionError(
			sends?.notSent ? `${message}. ${sends.notSent}` : message,
			refusal?.description || checkAddress,
		);
	}
	const message = network
		? `No answer from ${host}: ${network.reason}`
		: `The response of ${host} could not be read: ${await wordsOf(error as Fault)}`;
	if (sends) return new UnconfirmedError(`${message}. ${sends.mayHaveBeenSent}`, sends.whatToCheck);
	return new ConnectionError(message, network ? 'Try again later.' : checkAddress);
}

/** Milliseconds that a response asks to wait (`Retry-After`: seconds, or a date), at most 15 minutes. */
export function retryAfterOf(status: number, headers: IDataObject): number | undefined {
	if (status !== 429 && status !== 503) return undefined;
	const text = String(headers['retry-after']).trim();
	const millis = /^[\d.]+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
	return millis > 0 ? Math.min(millis, LONGEST_WAIT) : undefined;
}

const CLOSED = 'the connection was closed';
const NONE = 'no connection (CODE)';
const NOT_VERIFIED = 'its certificate could not be verified (CODE)';
const NO_HTTPS = 'the server does not use HTTPS here; try http://';

/**
 * The first pattern that matches `code syscall message` decides. If there was a connection, the request
 * may have arrived.
 */
const REASONS: Array<[pattern: RegExp, connected: boolean, reason: string]> = [
	// The connection was open already. The same codes without `read` mean that there was none.
	[/\b(read|write) (EHOSTUNREACH|ENETUNREACH)\b/, true, CLOSED],
	// A proxy's tunnel has no code of its own.
	[/\bCONNECT response/, false, 'the proxy did not connect to it'],
	[/^ECONNREFUSED\b/, false, 'the connection was refused'],
	[/^ENOTFOUND\b/, false, 'no server was found under this name; check the spelling'],
	[/^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER)\b/, false, NO_HTTPS],
	[/^(\w*CERT(_\w*)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)\b/, false, NOT_VERIFIED],
	[/^(EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_INVALID_URL)\b/, false, NONE],
	[/^(\w+ )?connect E[A-Z]|before secure TLS connection/, false, NONE],
	[/^(ECONNABORTED|ETIMEDOUT)\b/, true, 'the request timed out'],
	[/^ERR_CANCELED\b/, true, 'the execution was stopped'],
	[/^(ECONNRESET|EPIPE)\b/, true, CLOSED],
];

interface Fault {
	code?: string;
	message?: string;
	syscall?: string;
	isAxiosError?: boolean;
	name?: string;
	description?: string;
	/** n8n's own errors have one. */
	level?: string;
	cause?: Fault;
	/** One per address of a host if all of them failed. */
	errors?: Fault[];
}

/**
 * Whether this is n8n's own error, before it connects: its protection of private addresses (as the cause of an
 * HTTP error if a name leads to one), or a domain that the credential does not allow. NodeApiError wraps any error.
 */
const isRefusal = ({ level, name }: Fault): boolean =>
	typeof level === 'string' && name !== 'NodeApiError';

/** The network error in what n8n's request helper threw, without its text, which contains the whole request. */
function networkErrorOf(faults: Fault[]): { connected: boolean; reason: string } | undefined {
	for (const [pattern, connected, reason] of REASONS) {
		const fault = faults.find((one) => pattern.test(textOf(one)));
		if (fault) return { connected, reason: reason.replace('CODE', () => fault.code ?? 'no code') };
	}
	// The HTTP client's errors without such a code: the response was cut off.
	const isCutOff = faults.some(({ isAxiosError }) => isAxiosError === true);
	return isCutOff ? { connected: true, reason: CLOSED } : undefined;
}

const textOf = ({ code, syscall, message }: Fault) =>
	[code, syscall, message].filter((word) => typeof word === 'string' && word !== '').join(' ');

/** The error and what it wraps, a few levels deep. */
function faultsIn(error: Fault | undefined, depth = 0): Fault[] {
	if (typeof error !== 'object' || error === null || depth > 4) return [];
	const { cause, errors } = error;
	const wrapped = [cause, ...(Array.isArray(errors) ? errors : [])];
	return [error, ...wrapped.flatMap((fault) => faultsIn(fault, depth + 1))];
}
