import type { IDataObject, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';
import { ConnectionError, RejectedError, UnconfirmedError } from '../errors/errors';
import { networkErrorIn } from '../errors/networkError';
import { redact } from '../errors/redact';
import { isOfGateway, responseText } from '../errors/responseText';

/**
 * The receiver's response as items: the receiver alone defines it (§4.5). JSON passes unchanged, an
 * array becomes items, plain text `response`, and an empty response `success`.
 *
 * @param secrets that the request carried, redacted where the receiver repeats them
 * @throws RejectedError for any status but a success, UnconfirmedError for one of a gateway
 */
export function itemsOfResponse(
	response: IN8nHttpFullResponse,
	itemIndex: number,
	secrets: string[],
): INodeExecutionData[] {
	const { statusCode } = response;
	const [body, statusMessage] = redact([response.body, response.statusMessage], secrets);
	if (statusCode >= 300) throw rejectedBy(statusCode, body, statusMessage);
	const elements: unknown[] = Array.isArray(body) ? body : [body];
	return elements.map((element) => ({ json: asJson(element), pairedItem: { item: itemIndex } }));
}

function rejectedBy(status: number, body: unknown, statusMessage: unknown): Error {
	const answered = `The webhook receiver answered HTTP ${status}`;
	if (status < 400) {
		const message = `${answered}: it redirects to another address, correct the Webhook URL`;
		return new RejectedError(message, 'Set Webhook URL to the address it redirects to.', status);
	}
	const text = responseText(body) || responseText(statusMessage) || 'no reason given';
	const message = `${answered}: ${text}`;
	if (isOfGateway(status, body)) return unconfirmed(message, status);
	const advice = 'Check Webhook URL, Authentication and the fields that the receiver expects.';
	return new RejectedError(message, advice, status);
}

const unconfirmed = (message: string, status?: number) =>
	new UnconfirmedError(
		`${message}. The contact may already have been sent`,
		'Check whether the receiver got the contact before you send it again.',
		status,
	);

/**
 * The error of a request whose response was a rejection, never came, or broke while it was read.
 * Once there was a connection, the contact may have arrived.
 */
export function receiverError(host: string, error: unknown, secrets: string[]): Error {
	if (error instanceof RejectedError || error instanceof UnconfirmedError) return error;
	const networkError = networkErrorIn(error);
	if (networkError && !networkError.connected) {
		return new ConnectionError(
			`The webhook receiver at ${host} could not be reached: ${networkError.reason}`,
			'Check Webhook URL.',
		);
	}
	const message = networkError
		? `No answer from ${host}: ${networkError.reason}`
		: `The response of ${host} could not be read: ${redact((error as Error).message, secrets)}`;
	return unconfirmed(message);
}

function asJson(element: unknown): IDataObject {
	if (element === undefined || element === null || element === '') return { success: true };
	return typeof element === 'object' ? (element as IDataObject) : { response: element as string };
}
