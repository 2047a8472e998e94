import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import { withinTime, type TimedRequestOptions } from '../http/settings';
import { delayOf } from '../turns/pace';
import { takeTurns } from '../turns/takeTurns';
import { oneOf } from '../values/checks';
import { requireLogin, secretsOf } from './authentication';
import { contactOf, webhookRequest, type WebhookOptions } from './request';
import { itemsOfResponse, receiverError } from './response';

const CREDENTIAL = 'whatsAppSenderWebhookApi';

/** A contact to post, with the login of its receiver where it has one. */
type Posting = TimedRequestOptions & { login?: ICredentialDataDecryptedObject };

/**
 * Webhook List (§4.5): posts a contact's name and phone to a URL of the user's, in turns. It runs
 * in place of the node's routing, so the service's credential is neither needed nor sent: the
 * receiver is someone else.
 *
 * @returns the receiver's responses, linked to their items; an `error` item where On Error is "Continue"
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function webhookList(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await takeTurns(this, {
		begin: async (index) => ({ index, ...contactOf(this, index) }),

		build: async ({ index, phone }) => {
			const options = this.getNodeParameter('options', index, {}) as WebhookOptions;
			const request = webhookRequest(this, index, phone, options);
			const login = await loginOf(this, index);
			if (login) requireLogin(login, request.url);
			return { request: { ...request, login }, delay: delayOf(options) };
		},

		send: async ({ index }, posting, warning) => {
			const output = await postContact(this, index, posting);
			// Beside the output, which is the receiver's response and nothing else.
			if (warning) this.addExecutionHints({ message: warning, location: 'outputPane' });
			return output;
		},
	});
}

/** The login of the item's receiver; none where it needs none. */
async function loginOf(
	context: IExecuteFunctions,
	index: number,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const entered = context.getNodeParameter('receiverAuthentication', index, 'none');
	const authentication = oneOf(['none', 'credential'], 'Authentication', entered);
	if (authentication === 'none') return undefined;
	return await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL, index);
}

async function postContact(
	context: IExecuteFunctions,
	index: number,
	{ login, ...request }: Posting,
): Promise<INodeExecutionData[]> {
	const { helpers } = context;
	const secrets = login ? secretsOf(login) : [];
	const stopped = context.getExecutionCancelSignal();
	try {
		const response: IN8nHttpFullResponse = login
			? await helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, request, {
					credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: login },
				})
			: await helpers.httpRequest({
					...request,
					abortSignal: withinTime(stopped, request.totalTimeout),
				});
		return itemsOfResponse(response, index, secrets);
	} catch (error) {
		throw receiverError(new URL(request.url).host, error, secrets);
	}
}
