import { RejectedError, UnconfirmedError } from '../errors/nodeErrors';
import { rejectionText, unconfirmedError, type RequestWords } from '../errors/requestErrors';
import { isMarkup, isOfProxy, oneLine, responseText } from '../errors/responseText';
import type { ServiceResponse } from './response';

/** What a request was for, for messages that name it. */
export type ServiceOperation =
	| { name: 'send'; recipient: string }
	| { name: 'lists' }
	| { name: 'contacts' | 'page'; listId: string };

/** An id as a message shows it; nobody documents what a group's or a list's looks like. */
const shown = (id: string) => oneLine(id, 60);

const CHECK_BASE_URL = 'Check the Base URL in the WhatsApp Sender API credential.';
const OTHER_SERVICE =
	'If the Base URL is right, your service may have another interface, which this node does not support.';
const CHECK_KEY = 'Check the API Key and the Base URL in the WhatsApp Sender API credential.';
/** Of lists with HTTP 404 (§7), where the message itself says what to check. */
const CHECK_BOTH = 'The service gives the same response for both, so check both.';
const BUSY = 'The service is busy or down. Try again later.';
const CHECK_PROXY =
	'Check Proxy under Request Options, and the Base URL in the WhatsApp Sender API credential.';
const CHECK_WHATSAPP =
	'Check in WhatsApp whether the message arrived before you send it again: it could arrive twice.';

/** What to do about a status, or about all of its hundred. */
const ADVICE: Record<string, string> = {
	'3xx':
		'Set Base URL to the address it redirects to. The API key is never sent on to another address.',
	'4xx': 'Check the values of this node.',
	401: CHECK_KEY,
	402: CHECK_KEY,
	403: CHECK_KEY,
	404: CHECK_KEY,
	407: CHECK_PROXY,
	429: 'The service is limiting your sending speed. Set a delay under Options.',
	'5xx':
		'Check the recipient, the API Key, and whether the WhatsApp number of the service is connected.',
	502: BUSY,
	503: BUSY,
	504: BUSY,
};

const adviceFor = (status: number) =>
	ADVICE[status] ?? ADVICE[`${String(status)[0]}xx`] ?? CHECK_BASE_URL;

/** The service responded with a status that is not a success, on the wire or in the envelope (§7). */
export function rejectedError(operation: ServiceOperation, response: ServiceResponse): Error {
	const { status, statusText } = response;
	const text = rejectionText(status, [textsIn(response), statusText], 'Base URL in the credential');
	if (operation.name === 'send' && isOfProxy(status, response.data)) {
		return new UnconfirmedError(
			`No confirmation for ${shown(operation.recipient)} (HTTP ${status}): ${text}. A proxy answered instead of the messaging service, so the message may already have been sent`,
			CHECK_WHATSAPP,
			status,
		);
	}
	const advice = operation.name !== 'send' && status === 404 ? CHECK_BOTH : adviceFor(status);
	// A status without a meaning of its own may be about the recipient or the text.
	const isOfItem = operation.name === 'send' && status >= 400 && !ADVICE[status];
	return new RejectedError(rejectedMessage(operation, status, text), advice, status, isOfItem);
}

/** The parts of a response where its text is: an envelope may have it beside its data. */
const textsIn = ({ error, message, data }: ServiceResponse) => ({ error, message, data });

function rejectedMessage(operation: ServiceOperation, status: number, text: string): string {
	if (operation.name === 'send') {
		return `Message to ${shown(operation.recipient)} was not accepted (HTTP ${status}): ${text}`;
	}
	if (status !== 404) return `The service answered HTTP ${status}: ${text}`;
	return operation.name === 'lists'
		? 'The API key was not accepted (HTTP 404): check it and the Base URL in the credential'
		: `List ${shown(operation.listId)} was not found, or the API key was not accepted (HTTP 404): choose the list again, or check the credential`;
}

/** HTTP success, but nothing that the service's documentation shows: an HTML page, say. */
export function unexpectedResponse(operation: ServiceOperation, response: ServiceResponse): Error {
	const { status, data } = response;
	const text = responseText(textsIn(response));
	const isPage = typeof data === 'string' && isMarkup(data);
	// What a send was answered with is shown, whatever it is.
	const hasWords = text !== '' && response.form !== 'unknown';
	const isShown = operation.name === 'send' && !hasWords && typeof data === 'object' && data;
	const shownText = isShown ? oneLine(JSON.stringify(data), 300) : text && `"${text}"`;
	const what = [isPage && 'a web page', shownText].filter(Boolean).join(' ');
	const verdict = isPage ? ', but it is not a messaging API' : '';
	const message = `The service answered HTTP ${status} with ${what || 'an empty or unknown response'}${verdict}: check the Base URL in the credential`;
	const { sends } = wordsOf(operation);
	return sends
		? unconfirmedError(message, sends, status)
		: new RejectedError(message, OTHER_SERVICE, status);
}

/** What errors of a request say that had no response. */
export function wordsOf(operation: ServiceOperation, overProxy = false): RequestWords {
	const words = { party: 'The service', checkAddress: overProxy ? CHECK_PROXY : CHECK_BASE_URL };
	if (operation.name !== 'send') return words;
	const message = `The message to ${shown(operation.recipient)}`;
	return {
		...words,
		sends: {
			maybe: `${message} may already have been sent`,
			check: CHECK_WHATSAPP,
			not: `${message} was not sent`,
		},
	};
}
