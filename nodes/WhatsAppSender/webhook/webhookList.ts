import type { IExecuteFunctions, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';
import { networkFailure } from '../failure/networkFailure';
import { reportFailure } from '../failure/report';
import { withinTime } from '../input/timeLimit';
import { itemsOfAnswer, receiverUnreachable } from './answer';
import { receiverSignature } from './authentication';
import { requestSettings } from './requestSettings';
import { webhookRequest } from './request';

/**
 * Webhook List (§4.5): posts a contact's name and phone to a URL of the user's, one item after the
 * other. It runs instead of the node's routing, so the service's credential is neither needed nor
 * sent: the receiver is someone else.
 *
 * @returns the receiver's answers, linked to their items; an `error` item where On Error is "Continue"
 * @throws NodeOperationError for input, NodeApiError for answers and network faults
 */
export async function webhookList(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const output: INodeExecutionData[] = [];
	for (let item = 0; item < this.getInputData().length; item++) {
		if (this.getExecutionCancelSignal()?.aborted) break;
		try {
			output.push(...(await postContact(this, item)));
		} catch (error) {
			output.push(...reportFailure(this, item, error));
		}
	}
	return [output];
}

async function postContact(
	context: IExecuteFunctions,
	item: number,
): Promise<INodeExecutionData[]> {
	const request = webhookRequest(context, item);
	const { request: signed, secrets } = await receiverSignature(context, item, request.url);
	const { headers, ...signature } = signed;
	let answer: IN8nHttpFullResponse;
	try {
		answer = await context.helpers.httpRequest({
			...request,
			...requestSettings(context, item),
			...signature,
			headers: { ...request.headers, ...headers },
			abortSignal: withinTime(context.getExecutionCancelSignal(), request.timeout),
		});
	} catch (error) {
		const failure = networkFailure(error);
		throw failure ? receiverUnreachable(new URL(request.url).host, failure) : error;
	}
	return itemsOfAnswer(answer, item, secrets);
}
