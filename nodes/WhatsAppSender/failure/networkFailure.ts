const NO_HTTPS = 'it does not speak https:// there; should the address begin with http://?';
const NOT_VERIFIED = 'its certificate could not be verified';
const OUT_OF_TIME = 'the time allowed for it ran out';

/** Why no connection came about: nothing was sent. */
const NOT_CONNECTED: Record<string, string> = {
	ECONNREFUSED: 'the connection was refused',
	ENOTFOUND: 'there is no host of this name',
	EAI_AGAIN: 'the name of the host could not be looked up',
	EHOSTUNREACH: 'there is no way to this host',
	ENETUNREACH: 'there is no way to its network',
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

/** Why an answer failed to come: the request may have arrived. */
const NOT_ANSWERED: Record<string, string> = {
	ECONNABORTED: OUT_OF_TIME,
	ETIMEDOUT: OUT_OF_TIME,
	ECONNRESET: 'the connection was closed',
	EPIPE: 'the connection was closed',
	// Also where the execution was stopped, but then nobody reads it.
	ERR_CANCELED: OUT_OF_TIME,
};

/** A fault of the network, in the user's words. */
export interface NetworkFailure {
	/** Whether a connection stood, so that the request may have arrived. */
	connected: boolean;
	reason: string;
}

interface Fault {
	code?: string;
	message?: string;
	/** n8n 1.x loses the `cause` of its errors, and keeps the code and the words of it here. */
	httpCode?: string | null;
	messages?: string[];
	syscall?: string;
	isAxiosError?: boolean;
	cause?: Fault;
	/** One for each address of a host, where all of them failed. */
	errors?: Fault[];
}

/**
 * Finds the network's fault in what n8n's request helper threw; it wraps the HTTP client's error,
 * which holds the whole request, so nothing of it is kept.
 *
 * @returns `undefined` where the error is none of the network's
 */
export function networkFailure(error: unknown): NetworkFailure | undefined {
	const faults = faultsIn(error as Fault);
	if (faults.some(isLost)) return { connected: true, reason: 'the way to the host was lost' };
	const notConnected = reasonIn(faults, NOT_CONNECTED);
	if (notConnected) return { connected: false, reason: notConnected };
	if (faults.some(isConnecting)) {
		return { connected: false, reason: 'the connection took too long' };
	}
	const notAnswered = reasonIn(faults, NOT_ANSWERED);
	if (notAnswered) return { connected: true, reason: notAnswered };
	return faults.some(isOfHttpClient)
		? { connected: true, reason: 'the answer broke off' }
		: undefined;
}

const codeOf = ({ code, httpCode }: Fault) => code ?? httpCode ?? '';

const isConnecting = ({ syscall, messages }: Fault) =>
	syscall === 'connect' || messages?.[0]?.startsWith('connect ') === true;

/** The same codes as where no connection comes about, but when one stood already. */
const isLost = ({ message, messages }: Fault) =>
	/^(read|write) (EHOSTUNREACH|ENETUNREACH)/.test(messages?.[0] ?? message ?? '');

/** A status in the place of a code: an answer had begun, and broke off. */
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
