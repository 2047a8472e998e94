import type { IDataObject, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';
import type { NetworkError } from '../errors/networkError';
import { ConnectionError, RejectedError, UnconfirmedError } from '../errors/nodeError';
import { redact } from '../errors/redact';
import { responseText } from '../errors/responseText';

/**
 * The receiver's response as items: the receiver alone defines it (§4.5). JSON passes unchanged, an
 * array becomes items, plain text `response`, and an empty response `success`.
 *
 * @param secrets that the request carried, redacted where the receiver repeats them
 * @throws RejectedError for any status but a success
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
		throw new RejectedError(
			`The webhook receiver answered HTTP ${statusCode}: ${text || 'no reason given'}`,
			redirects
				? 'Set Webhook URL to the address it redirects to.'
				: 'Check Webhook URL, Authentication and the fields that the receiver expects.',
			statusCode,
		);
	}
	const elements: unknown[] = Array.isArray(body) ? body : [body];
	return elements.map((element) => ({ json: asJson(element), pairedItem: { item: itemIndex } }));
}

const CHECK_RECEIVER = 'Check whether the receiver got the contact before you send it again.';
const MAYBE_SENT = 'The contact may already have been sent';

/** No response of the receiver. Once there was a connection, the contact may have arrived. */
export function receiverError(host: string, { connected, reason }: NetworkError): Error {
	return connected
		? new UnconfirmedError(`No answer from ${host}: ${reason}. ${MAYBE_SENT}`, CHECK_RECEIVER)
		: new ConnectionError(
				`The webhook receiver at ${host} could not be reached: ${reason}`,
				'Check Webhook URL.',
			);
}

/** A response that broke while it was read. */
export function unreadable(host: string, error: unknown): Error {
	const { message } = error as Error;
	return new UnconfirmedError(
		`The response of ${host} could not be read: ${message}. ${MAYBE_SENT}`,
		CHECK_RECEIVER,
	);
}

function asJson(element: unknown): IDataObject {
	if (element === undefined || element === null || element === '') return { success: true };
	return typeof element === 'object' ? (element as IDataObject) : { response: element as string };
}
