import type { IDataObject } from 'n8n-workflow';
import { ConnectionError, UnconfirmedError, withoutFullStop } from '../errors/failures';
import { oneLine } from '../values/text';
import { redact } from './redact';

/** The longest time in milliseconds for which a server can hold messages up. */
export const LONGEST_WAIT = 15 * 60_000;

/** Texts for the errors of a request. */
export interface RequestTexts {
	/** e.g. `The service`. */
	server: string;
	/** What to do if there is no connection. */
	checkAddress?: string;
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
	const redactedMessage = async ({ message = '' }: Fault) =>
		oneLine(withoutFullStop(await redact(message, secrets)), 200);
	const refusal = faults.find(isRefusal);
	const network = refusal
		? { connected: false, reason: await redactedMessage(refusal) }
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
		: `The response of ${host} could not be read: ${await redactedMessage(error as Fault)}`;
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

const NO_HTTPS = 'the server does not use HTTPS here; try http://';
const NOT_VERIFIED = 'its certificate could not be verified (CODE)';
const STOPPED = 'the execution was stopped';

/**
 * Why there is no response: the first pattern that matches `code message` decides. The second reason is for an error
 * that also occurs after the request was sent.
 */
const REASONS: Array<[pattern: RegExp, ifNotSent: string, ifSent?: string]> = [
	// A proxy's tunnel has no code of its own.
	[/\bCONNECT response/, 'the proxy did not connect to it'],
	[/^ECONNREFUSED\b/, 'the connection was refused'],
	[/^ENOTFOUND\b/, 'no server was found under this name; check the spelling'],
	[/wrong.version.number/i, NO_HTTPS, 'the response was not HTTPS; try http://'],
	[/^(\w*CERT(_\w*)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)\b/, NOT_VERIFIED],
	[/^(ECONNABORTED|ETIMEDOUT)\b/, 'the connection timed out', 'the request timed out'],
	[/^ERR_CANCELED\b/, STOPPED, STOPPED],
];

interface Fault {
	code?: string;
	message?: string;
	/** The system call that failed. */
	syscall?: string;
	isAxiosError?: boolean;
	name?: string;
	description?: string;
	/** n8n's own errors have one. */
	level?: string;
	/**
	 * Node's request. Its socket is null until a proxy has opened the tunnel. Unlike `bytesWritten`,
	 * `_bytesDispatched` does not count what still waits for the connection.
	 */
	request?: { socket?: { secureConnecting?: boolean; _bytesDispatched?: number } | null };
	cause?: Fault;
	/** One per address of a host if all of them failed. */
	errors?: Fault[];
}

/**
 * Whether Node or n8n refused the request before it was sent: a wrong header name, a private address, a domain that the
 * credential does not allow, or a proxy's refusal. n8n's own errors have a `level`; so has NodeApiError, which wraps any
 * error.
 */
const isRefusal = ({ level, message = '', name }: Fault): boolean =>
	message.startsWith('Header name must be') ||
	(typeof level === 'string' && name !== 'NodeApiError');

/** Whether an error shows that nothing of the request left n8n. */
function showsUnsent({ syscall = '', request }: Fault): boolean {
	const socket = request?.socket;
	const isOpen = socket !== null && !socket?.secureConnecting && socket?._bytesDispatched !== 0;
	return !isOpen || ['connect', 'getaddrinfo'].includes(syscall);
}

/** The network error in what n8n's request helper threw, without its text, which contains the whole request. */
function networkErrorOf(faults: Fault[]): { connected: boolean; reason: string } | undefined {
	const isUnsent = faults.some(showsUnsent);
	for (const [pattern, ifNotSent, ifSent] of REASONS) {
		const fault = faults.find(({ code, message }) => pattern.test(`${code} ${message}`));
		if (!fault) continue;
		const connected = ifSent !== undefined && !isUnsent;
		return { connected, reason: (connected ? ifSent : ifNotSent).replace('CODE', `${fault.code}`) };
	}
	const { code = 'no code' } = faults.find((fault) => fault.code) ?? {};
	if (isUnsent) return { connected: false, reason: `no connection (${code})` };
	// The HTTP client's errors without such a code: the response was cut off.
	const isCutOff = faults.some(({ isAxiosError }) => isAxiosError === true);
	return isCutOff ? { connected: true, reason: 'the connection was closed' } : undefined;
}

/** The error and what it wraps, a few levels deep. */
function faultsIn(error: Fault | undefined, depth = 0): Fault[] {
	if (typeof error !== 'object' || error === null || depth > 4) return [];
	const { cause, errors } = error;
	const wrapped = [cause, ...(Array.isArray(errors) ? errors : [])];
	return [error, ...wrapped.flatMap((fault) => faultsIn(fault, depth + 1))];
}
