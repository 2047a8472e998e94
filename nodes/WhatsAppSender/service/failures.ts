import { oneLine } from '../failure/oneLine';
import { isMarkup, responseText } from '../failure/responseText';
import type { NetworkFailure } from '../failure/networkFailure';
import { ServiceError } from '../failure/serviceError';
import type { ServiceAnswer } from './answer';

/** What was asked of the service, for messages that name it. */
export type Asked =
	{ for: 'send'; recipient: string } | { for: 'lists' } | { for: 'contacts'; listId: string };

/** An id as a message shows it; nobody documents what a group's or a list's looks like. */
const shown = (id: string) => oneLine(id, 60);

const CHECK_BASE_URL = 'Check the Base URL in the WhatsApp Sender API credential.';
const CHECK_KEY = 'Check the API Key and the Base URL in the WhatsApp Sender API credential.';
const CHECK_PROXY =
	'Check Proxy under Request Options, and the Base URL in the WhatsApp Sender API credential.';
const CHECK_PHONE_APP =
	'Look in WhatsApp whether the message arrived before you send it again: it could arrive twice.';

/** What to do about a status, or about all of its hundred. */
const ADVICE: Record<string, string> = {
	'3xx':
		'Write the address that the service really has as Base URL in the credential. The API key is never sent on to another address.',
	'4xx': 'Check the values of this node.',
	401: CHECK_KEY,
	402: CHECK_KEY,
	403: CHECK_KEY,
	404: CHECK_KEY,
	407: CHECK_PROXY,
	429: 'The service takes fewer messages in this time. Set Minimum and Maximum Delay under Options, and keep Messages at Once at 1.',
	'5xx':
		'Check the recipient, the API Key and whether the WhatsApp number of the service is connected, then send again.',
};

const adviceFor = (status: number) =>
	ADVICE[status] ?? ADVICE[`${String(status)[0]}xx`] ?? CHECK_BASE_URL;

/** A gateway before the service says these where it got no answer: it may have passed the message on. */
const GATEWAY_STATUSES = [502, 504, 520, 524];

/** The service answered with a status that is no success, on the wire or in the envelope (§7). */
export function refusal(asked: Asked, answer: ServiceAnswer): ServiceError {
	const { status } = answer;
	const message = refusalMessage(asked, answer);
	if (asked.for !== 'send' || !GATEWAY_STATUSES.includes(status)) {
		return new ServiceError(message, adviceFor(status), status);
	}
	const doubt = 'A gateway says so, and the message may already have been sent';
	return new ServiceError(`${message}. ${doubt}`, CHECK_PHONE_APP, status, shown(asked.recipient));
}

function refusalMessage(asked: Asked, { status, statusText, data }: ServiceAnswer): string {
	const redirects = status >= 300 && status < 400;
	const words = redirects
		? 'it redirects to another address, correct the Base URL in the credential'
		: responseText(data) || responseText(statusText) || 'no reason given';
	if (asked.for === 'send') {
		return `Message to ${shown(asked.recipient)} was not accepted (HTTP ${status}): ${words}`;
	}
	if (status !== 404) return `The service answered HTTP ${status}: ${words}`;
	return asked.for === 'lists'
		? 'The API key was not accepted (HTTP 404): check it and the Base URL in the credential'
		: `List ${shown(asked.listId)} was not found, or the API key was not accepted (HTTP 404): choose the list again, or check the credential`;
}

/** HTTP success, but nothing that the service's documentation shows: an HTML page, say. */
export function strangeAnswer(asked: Asked, { status, data }: ServiceAnswer): ServiceError {
	const words = responseText(data);
	const isPage = typeof data === 'string' && isMarkup(data);
	const what = [isPage && 'a web page', words && `"${words}"`].filter(Boolean).join(' ');
	const message = `The service answered HTTP ${status} with ${what || 'an empty or unknown answer'}: check the Base URL in the credential`;
	return asked.for === 'send'
		? inDoubt(message, asked.recipient, status)
		: new ServiceError(message, CHECK_BASE_URL, status);
}

/** No answer at all. After a connection stood, a message may have been sent. */
export function unreachable(
	asked: Asked,
	host: string,
	{ connected, reason }: NetworkFailure,
	proxy?: string,
): ServiceError {
	if (connected) {
		const message = `No answer from ${host}: ${reason}`;
		return asked.for === 'send'
			? inDoubt(message, asked.recipient)
			: new ServiceError(message, 'Try again later.');
	}
	const notSent =
		asked.for === 'send' ? `. The message to ${shown(asked.recipient)} was not sent` : '';
	return new ServiceError(
		`The service at ${host} could not be reached: ${reason}${notSent}`,
		proxy ? CHECK_PROXY : CHECK_BASE_URL,
	);
}

/** Nobody can know whether the service sent the message. */
function inDoubt(message: string, recipient: string, status?: number): ServiceError {
	return new ServiceError(
		`${message}. The message to ${shown(recipient)} may already have been sent`,
		CHECK_PHONE_APP,
		status,
		shown(recipient),
	);
}
