import type { IDataObject, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';
import { networkErrorIn } from '../errors/networkError';
import { ConnectionError, RejectedError, UnconfirmedError } from '../errors/nodeError';
import { redact } from '../errors/redact';
import { isOfGateway, responseText } from '../errors/responseText';

const MAYBE_SENT = 'The contact may already have been sent';
const CHECK_RECEIVER = 'Check whether the receiver got the contact before you send it again.';

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
	if (statusCode >= 300) {
		const redirects = statusCode < 400;
		const text = redirects
			? 'it redirects to another address, correct the Webhook URL'
			: responseText(body) || responseText(statusMessage);
		const message = `The webhook receiver answered HTTP ${statusCode}: ${text || 'no reason given'}`;
		if (isOfGateway(statusCode, body)) {
			throw new UnconfirmedError(`${message}. ${MAYBE_SENT}`, CHECK_RECEIVER, statusCode);
		}
		throw new RejectedError(
			message,
			redirects
				? 'Set Webhook URL to the address it redirects to.'
				: 'Check Webhook URL, Authentication and the fields that the receiver expects.',
			statusCode,
		);
	}
	const elements: unknown[] = Array.isArray(body) ? body : [body];
	return elements.map((element) => ({ json: asJson(element), pairedItem: { item: itemIndex } }));
}

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
	const failed = networkError
		? `No answer from ${host}: ${networkError.reason}`
		: `The response of ${host} could not be read: ${redact((error as Error).message, secrets)}`;
	return new UnconfirmedError(`${failed}. ${MAYBE_SENT}`, CHECK_RECEIVER);
}

function asJson(element: unknown): IDataObject {
	if (element === undefined || element === null || element === '') return { success: true };
	return typeof element === 'object' ? (element as IDataObject) : { response: element as string };
}
