import type { IDataObject } from 'n8n-workflow';
import { ConnectionError, UnconfirmedError } from './nodeErrors';
import { networkErrorIn } from './networkError';
import { redact } from './redact';
import { oneLine, responseText } from './responseText';

const LONGEST_WAIT = 15 * 60_000;

/** Texts for the errors of a request. */
export interface RequestTexts {
	/** e.g. `The service`. */
	server: string;
	/** What to do if there is no connection. */
	checkAddress: string;
	sends?: SendTexts;
}

/** For a request that sends something. */
type SendTexts = { mayHaveBeenSent: string; whatToCheck: string; notSent?: string };

/**
 * The error of a request without a response, or with one that was cut off. Once there was a connection,
 * the message may have been sent.
 *
 * @param error what n8n's request helper threw
 * @param secrets redacted in n8n's own message
 */
export function noResponse(
	error: unknown,
	host: string,
	{ server, checkAddress, sends }: RequestTexts,
	secrets: string[],
): Error {
	const network = networkErrorIn(error);
	if (network?.connected === false) {
		const message = `${server} at ${host} could not be reached: ${network.reason}`;
		return new ConnectionError(
			sends?.notSent ? `${message}. ${sends.notSent}` : message,
			checkAddress,
		);
	}
	const problem = oneLine(redact(String((error as Error).message), secrets), 200);
	const message = network
		? `No answer from ${host}: ${network.reason}`
		: `The response of ${host} could not be read: ${problem}`;
	if (sends) return unconfirmedError(message, sends);
	return new ConnectionError(message, network ? 'Try again later.' : checkAddress);
}

/** The error of a request that may have been sent. */
export const unconfirmedError = (
	message: string,
	{ mayHaveBeenSent, whatToCheck }: SendTexts,
	status?: number,
) => new UnconfirmedError(`${message}. ${mayHaveBeenSent}`, whatToCheck, status);

/** Why a request was rejected. @param texts parts of the response @param address the field to correct if it redirects */
export const rejectionText = (status: number, texts: unknown[], address: string): string =>
	status >= 300 && status < 400
		? `it redirects to another address, correct the ${address}`
		: responseText(texts) || 'no reason given';

/** Milliseconds that a response asks to wait (`Retry-After`: seconds, or a date), at most 15 minutes. */
export function retryAfterOf(status: number, headers: IDataObject): number | undefined {
	if (status !== 429 && status !== 503) return undefined;
	const text = String(headers['retry-after']).trim();
	const millis = /^[\d.]+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
	return millis > 0 ? Math.min(millis, LONGEST_WAIT) : undefined;
}
