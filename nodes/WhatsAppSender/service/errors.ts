import { RejectedError, UnconfirmedError } from '../errors/nodeErrors';
import { rejectionText, unconfirmedError, type RequestWords } from '../errors/requestErrors';
import { isMarkup, isOfProxy, oneLine, responseText } from '../errors/responseText';
import { adviceOnRejection, CHECK_BASE_URL, CHECK_PROXY } from './advice';
import type { ServiceResponse } from './response';

/** What a request was for, for messages that name it. */
export type ServiceOperation =
	| { name: 'send'; recipient: string }
	| { name: 'lists' }
	| { name: 'contacts' | 'page'; listId: string };

/** Shortens an ID for a message: nobody documents what a group's or a list's looks like. */
const shortened = (id: string) => oneLine(id, 60);

const OTHER_SERVICE =
	'If the Base URL is right, your service may have another interface, which this node does not support.';
/** For lists with HTTP 404 (§7): the message itself says what to check. */
const CHECK_BOTH = 'The service gives the same response for both, so check both.';
const CHECK_WHATSAPP =
	'Check in WhatsApp whether the message arrived before you send it again: it could arrive twice.';

/** The service refused the request: by a status that is not a success (§7), or by what a success says. */
export function rejectedError(operation: ServiceOperation, response: ServiceResponse): Error {
	const { status, retryAfter } = response;
	const words = rejectionText(status, textsOf(response), 'Base URL in the credential');
	const isSend = operation.name === 'send';
	if (isSend && isOfProxy(status, response.data)) {
		const error = new UnconfirmedError(
			`No confirmation for ${shortened(operation.recipient)} (HTTP ${status}): ${words}. A proxy answered instead of the messaging service, so the message may already have been sent`,
			CHECK_WHATSAPP,
			status,
		);
		return Object.assign(error, { retryAfter });
	}
	const { advice, isOfItem } = adviceOnRejection(status, words, isSend);
	const message = rejectedMessage(operation, status, words);
	const description = !isSend && status === 404 ? CHECK_BOTH : advice;
	return Object.assign(new RejectedError(message, description, status, isOfItem), { retryAfter });
}

/** The parts of a response that may say what is wrong. */
const textsOf = ({ data, envelope, statusText }: ServiceResponse): unknown[] => [
	envelope,
	data,
	envelope?.statusText,
	statusText,
];

function rejectedMessage(operation: ServiceOperation, status: number, words: string): string {
	if (operation.name === 'send') {
		return `Message to ${shortened(operation.recipient)} was not accepted (HTTP ${status}): ${words}`;
	}
	if (status !== 404) return `The service answered HTTP ${status}: ${words}`;
	return operation.name === 'lists'
		? 'The API key was not accepted (HTTP 404): check it and the Base URL in the credential'
		: `List ${shortened(operation.listId)} was not found, or the API key was not accepted (HTTP 404): choose the list again, or check the credential`;
}

/** HTTP success, but nothing that the service's documentation shows: an HTML page, say. */
export function unexpectedResponse(operation: ServiceOperation, response: ServiceResponse): Error {
	const { status, data, envelope } = response;
	const isPage = typeof data === 'string' && isMarkup(data);
	const text = responseText(textsOf(response));
	// The response to a send is shown, whatever it is.
	const object = envelope ? { ...envelope, data } : typeof data === 'object' && data;
	const isShown = operation.name === 'send' && text === '' && object;
	const words = isShown ? oneLine(JSON.stringify(object), 300) : text && `"${text}"`;
	const what = [isPage && 'a web page', words].filter(Boolean).join(' ');
	const verdict = isPage ? ', but it is not a messaging API' : '';
	const message = `The service answered HTTP ${status} with ${what || 'an empty or unknown response'}${verdict}: check the Base URL in the credential`;
	const { sends } = wordsOf(operation);
	return sends
		? unconfirmedError(message, sends, status)
		: new RejectedError(message, OTHER_SERVICE, status);
}

/** What an error says about a request that had no response. */
export function wordsOf(operation: ServiceOperation, overProxy = false): RequestWords {
	const words = { party: 'The service', checkAddress: overProxy ? CHECK_PROXY : CHECK_BASE_URL };
	if (operation.name !== 'send') return words;
	const message = `The message to ${shortened(operation.recipient)}`;
	return {
		...words,
		sends: {
			maybe: `${message} may already have been sent`,
			check: CHECK_WHATSAPP,
			not: `${message} was not sent`,
		},
	};
}
