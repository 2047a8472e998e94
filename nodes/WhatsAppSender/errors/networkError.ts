const NO_HTTPS = 'the server does not use HTTPS here; try http://';
const NOT_VERIFIED = 'its certificate could not be verified';
const TIMED_OUT = 'the request timed out';

/** Why there was no connection: nothing was sent. */
const NOT_CONNECTED: Record<string, string> = {
	ECONNREFUSED: 'the connection was refused',
	ENOTFOUND: 'no server was found under this name; check the spelling',
	EAI_AGAIN: 'the host name could not be looked up',
	EHOSTUNREACH: 'there is no route to this host',
	ENETUNREACH: 'there is no route to its network',
	EADDRNOTAVAIL: 'its address cannot be used',
	ERR_INVALID_URL: 'its address is not valid',
	EPROTO: NO_HTTPS,
	ERR_SSL_WRONG_VERSION_NUMBER: NO_HTTPS,
	CERT_HAS_EXPIRED: 'its certificate has expired',
	CERT_NOT_YET_VALID: 'its certificate is not valid yet',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_VERIFIED,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_VERIFIED,
	ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

/** The same in words, where there is no code of its own: a proxy's tunnel, or TLS over the connection. */
const NOT_OPENED: Array<[words: RegExp, reason: string]> = [
	[/\bCONNECT response/, 'the proxy did not connect to it'],
	[/before secure TLS connection was established/, 'a secure connection could not be made'],
];

/** Why there was no response: the request may have arrived. */
const NOT_ANSWERED: Record<string, string> = {
	ECONNABORTED: TIMED_OUT,
	ETIMEDOUT: TIMED_OUT,
	ECONNRESET: 'the connection was closed',
	EPIPE: 'the connection was closed',
	// Also where the execution was stopped, but then nobody reads it.
	ERR_CANCELED: TIMED_OUT,
};

/** A network error, in words for the user. */
export interface NetworkError {
	/** Whether there was a connection, so that the request may have arrived. */
	connected: boolean;
	reason: string;
}

interface Fault {
	code?: string;
	message?: string;
	/** n8n 1.x loses the `cause` of its errors, and keeps its code and message here. */
	httpCode?: string | null;
	messages?: string[];
	syscall?: string;
	isAxiosError?: boolean;
	cause?: Fault;
	/** One per address of a host, where all of them failed. */
	errors?: Fault[];
}

/**
 * Finds the network error in what n8n's request helper threw. It wraps the HTTP client's error,
 * which holds the whole request, so nothing of it is kept.
 *
 * @returns `undefined` where it is no network error
 */
export function networkErrorIn(error: unknown): NetworkError | undefined {
	const faults = faultsIn(error as Fault);
	if (faults.some(isLost)) return { connected: true, reason: 'the connection was lost' };
	const notOpened = NOT_OPENED.find(([words]) => faults.some((fault) => words.test(textOf(fault))));
	const notConnected = notOpened?.[1] ?? reasonIn(faults, NOT_CONNECTED);
	if (notConnected) return { connected: false, reason: notConnected };
	if (faults.some(isConnecting)) return { connected: false, reason: 'connecting timed out' };
	const notAnswered = reasonIn(faults, NOT_ANSWERED);
	if (notAnswered) return { connected: true, reason: notAnswered };
	return faults.some(isOfHttpClient)
		? { connected: true, reason: 'the response was cut off' }
		: undefined;
}

const codeOf = ({ code, httpCode }: Fault) => code ?? httpCode ?? '';

const textOf = ({ message, messages }: Fault) => messages?.[0] ?? message ?? '';

const isConnecting = ({ syscall, messages }: Fault) =>
	syscall === 'connect' || messages?.[0]?.startsWith('connect ') === true;

/** The same codes as without a connection, but on one that was open already. */
const isLost = (fault: Fault) => /^(read|write) (EHOSTUNREACH|ENETUNREACH)/.test(textOf(fault));

/** A status instead of a code: a response had begun, and was cut off. */
const isOfHttpClient = ({ isAxiosError, httpCode }: Fault) =>
	isAxiosError === true || /^(\d{3}$|ERR_|HPE_|Z_|E[A-Z]+$)/.test(httpCode ?? '');

function reasonIn(faults: Fault[], reasons: Record<string, string>): string | undefined {
	const known = faults.find((fault) => Object.hasOwn(reasons, codeOf(fault)));
	return known && reasons[codeOf(known)];
}

/** The error and what it wraps, a few levels deep. */
function faultsIn(error: Fault | undefined, depth = 0): Fault[] {
	if (typeof error !== 'object' || error === null || depth > 4) return [];
	const { cause, errors } = error;
	const wrapped = [cause, ...(Array.isArray(errors) ? errors : [])];
	return [error, ...wrapped.flatMap((fault) => faultsIn(fault, depth + 1))];
}
