import { ConnectionError, UnconfirmedError } from './nodeErrors';
import { networkErrorIn } from './networkError';
import { redact } from './redact';
import { oneLine, responseText } from './responseText';

/** What the errors of a request say about its other side, and about what it sends. */
export interface RequestWords {
	/** e.g. `The service`. */
	party: string;
	/** What to do where there is no connection. */
	checkAddress: string;
	/** Of a request that sends something; of one that only reads there is none. */
	sends?: SendWords;
}

/** That it may already have been sent, what to check before it is sent again, and that it was not sent. */
type SendWords = { maybe: string; check: string; not?: string };

/**
 * No response at all, or one that broke while it was read. Once there was a connection, what was to
 * be sent may have been.
 *
 * @param error what n8n's request helper threw
 * @param secrets to be redacted in n8n's own words
 */
export function noResponse(
	error: unknown,
	host: string,
	{ party, checkAddress, sends }: RequestWords,
	secrets: string[],
): Error {
	const network = networkErrorIn(error);
	if (network?.connected === false) {
		const message = `${party} at ${host} could not be reached: ${network.reason}`;
		return new ConnectionError(sends?.not ? `${message}. ${sends.not}` : message, checkAddress);
	}
	const problem = oneLine(redact(String((error as Error).message), secrets), 200);
	const message = network
		? `No answer from ${host}: ${network.reason}`
		: `The response of ${host} could not be read: ${problem}`;
	if (sends) return unconfirmedError(message, sends);
	return new ConnectionError(message, network ? 'Try again later.' : checkAddress);
}

/** Nobody knows whether it was sent. */
export const unconfirmedError = (message: string, { maybe, check }: SendWords, status?: number) =>
	new UnconfirmedError(`${message}. ${maybe}`, check, status);

/**
 * Why a response with a status from 300 on is no success: its own text, of any shape.
 *
 * @param texts parts of the response, the likeliest first
 * @param address what to correct where it redirects
 */
export function rejectionText(status: number, texts: unknown[], address: string): string {
	if (status >= 300 && status < 400)
		return `it redirects to another address, correct the ${address}`;
	return responseText(texts) || 'no reason given';
}
