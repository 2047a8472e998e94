import type { IDataObject, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';
import { blackedOut } from '../failure/blackedOut';
import type { NetworkFailure } from '../failure/networkFailure';
import { responseText } from '../failure/responseText';
import { ServiceError } from '../failure/serviceError';

/**
 * The receiver's answer as items: the receiver alone defines it (§4.5). JSON passes as it is, an
 * array becomes items, plain text `response`, and an empty answer `success`.
 *
 * @param secrets that the request carried, blacked out where the receiver repeats them
 * @throws ServiceError for any status but a success
 */
export function itemsOfAnswer(
	response: IN8nHttpFullResponse,
	itemIndex: number,
	secrets: string[],
): INodeExecutionData[] {
	const { statusCode } = response;
	const [body, statusMessage] = blackedOut([response.body, response.statusMessage], secrets);
	if (statusCode >= 300) {
		const redirects = statusCode < 400;
		const words = redirects
			? 'it redirects to another address, correct the Webhook URL'
			: responseText(body) || responseText(statusMessage);
		throw new ServiceError(
			`The webhook receiver answered HTTP ${statusCode}: ${words || 'no reason given'}`,
			redirects
				? 'Set Webhook URL to the address that the receiver really has.'
				: 'Check Webhook URL, Authentication and the fields that the receiver expects.',
			statusCode,
		);
	}
	const answers: unknown[] = Array.isArray(body) ? body : [body];
	return answers.map((answer) => ({ json: asJson(answer), pairedItem: { item: itemIndex } }));
}

/** No answer of the receiver. After a connection stood, the contact may have arrived. */
export function receiverUnreachable(
	host: string,
	{ connected, reason }: NetworkFailure,
): ServiceError {
	return connected
		? new ServiceError(
				`No answer from ${host}: ${reason}. The contact may already have been sent`,
				'Look whether the receiver has the contact before you send it again.',
			)
		: new ServiceError(
				`The webhook receiver at ${host} could not be reached: ${reason}`,
				'Check Webhook URL.',
			);
}

function asJson(answer: unknown): IDataObject {
	if (answer === undefined || answer === null || answer === '') return { success: true };
	return typeof answer === 'object' ? (answer as IDataObject) : { response: answer as string };
}
