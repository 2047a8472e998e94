import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { RejectedError, UnconfirmedError } from '../errors/failures';
import { type RequestTexts, retryAfterOf } from '../http/failedRequest';
import { isMarkup, isOfProxy, responseText, withLowerCaseNames } from '../http/words';
import { asText, isEmptyValue, isObject, oneLine } from '../values/text';

/** A response of the service: its envelope (§2.1), or the bare `data` under HTTP's own status. */
interface ServiceResponse {
	/** HTTP's, or the one in the body if nothing else there is a verdict. */
	status: number;
	/** Text for a send, an array for lists and contacts; anything if the service misbehaves. */
	data: unknown;
	/** The other fields of the envelope, with names in lower case. */
	envelope?: IDataObject;
	/** The parts that may say what is wrong. */
	texts: unknown[];
	/** `true`: accepted, `false`: rejected, `undefined`: neither or contradictory. */
	verdict?: boolean;
	/** Milliseconds that the service asks to wait before the next request. */
	retryAfter?: number;
}

/** Words in the fields `success`, `ok`, `sent`, `queued` and `status`. */
const YES = ['true', 'ok', 'success', 'sent', 'queued', 'accepted', 'scheduled'];
const NO = ['false', 'error', 'fail', 'failed'];
/** `OK` (§4.1), and texts that say the same; some services send them in JSON's quotes. */
const ACKNOWLEDGEMENT =
	/^("?)(ok|(message )?(success|sent|queued|accepted|scheduled)( successfully)?)\.?\1$/i;

/** Parses both forms. Never throws: a response of any shape has a status and some data. */
export function parseResponse(response: IN8nHttpFullResponse): ServiceResponse {
	const { body, headers, statusCode, statusMessage = '' } = response;
	const isHttpError = statusCode >= 300;
	const httpText = isHttpError ? statusMessage : '';
	const fields = isObject(body) ? withLowerCaseNames(body) : {};
	const isEnvelope = 'status' in fields && 'data' in fields;
	const { data, ...envelope } = fields;
	const verdict = isObject(body) ? verdictIn(data, envelope) : isAcknowledgement(body) || undefined;
	const status = isHttpError ? statusCode : (mirroredStatus(data, envelope) ?? statusCode);
	return {
		status,
		data: isEnvelope ? data : body,
		// HTTP's "OK" is no reason for an error.
		texts: [...(isEnvelope ? [envelope, data, envelope.statustext] : [body]), httpText],
		verdict: isHttpError ? false : verdict,
		retryAfter: retryAfterOf(status, headers),
		...(isEnvelope && { envelope }),
	};
}

const isAcknowledgement = (data: unknown): boolean =>
	typeof data === 'string' && ACKNOWLEDGEMENT.test(data.trim());

/** The data decides if it has a verdict, whatever is around it. Verdicts that contradict each other are none. */
function verdictIn(data: unknown, envelope: IDataObject): boolean | undefined {
	const inner = verdictsIn(data);
	// A status of HTTP says nothing about an error in the data.
	const verdicts = new Set(inner.length > 0 ? inner : verdictsIn(envelope, hasError(data)));
	if (hasError(data) || (inner.length === 0 && hasError(envelope))) verdicts.add(false);
	return verdicts.size === 1 ? verdicts.has(true) : undefined;
}

/** What a text or the fields of an object say: yes or no. A `status` that is a number only counts alone. */
function verdictsIn(value: unknown, ignoresNumber = false): boolean[] {
	if (isAcknowledgement(value)) return [true];
	if (typeof value === 'string') return NO.includes(value.trim().toLowerCase()) ? [false] : [];
	if (!isObject(value)) return [];
	const { success, ok, sent, queued, status } = withLowerCaseNames(value);
	const isWord = (field: unknown) => Number.isNaN(numberOf(field));
	const highest = Math.max(...[sent, queued].map(numberOf).filter((count) => count >= 0));
	// PHP services write 1 and 0. In a status or a count, 1 says something else.
	const flags = [success, ok].map((flag) => numberOf(flag) === 1 || flag);
	const known = [...flags, ...[sent, queued, status].filter(isWord)].map(verdictOf);
	if (highest >= 0) known.push(highest > 0);
	const verdicts = known.filter((verdict) => verdict !== undefined);
	const alone = verdicts.length > 0 || ignoresNumber ? undefined : verdictOf(status);
	return alone === undefined ? verdicts : [alone];
}

/** Yes, no, or `undefined` for neither. */
function verdictOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const word = asText(value)?.trim().toLowerCase() ?? '';
	if (YES.includes(word)) return true;
	if (NO.includes(word)) return false;
	const number = numberOf(word);
	if (number >= 200 && number < 300) return true;
	return number === 0 || number >= 400 ? false : undefined;
}

function hasError(value: unknown): boolean {
	const { error } = isObject(value) ? withLowerCaseNames(value) : {};
	if (isEmptyValue(error) || error === false || error === 0) return false;
	return typeof error !== 'object' || Object.keys(error as object).length > 0;
}

/** The status in a body that mirrors HTTP's: no other verdict is there. */
function mirroredStatus(data: unknown, envelope: IDataObject): number | undefined {
	if (verdictsIn(data).length > 0 || verdictsIn(envelope, true).length > 0) return undefined;
	const number = numberOf(envelope.status);
	return verdictOf(number) !== undefined && number >= 200 && number <= 999 ? number : undefined;
}

const numberOf = (value: unknown): number => Number(asText(value)?.trim() || NaN);

/**
 * What counts as a success, by the kind of request.
 *
 * @returns `true`: a success, `false`: rejected, `undefined`: neither, e.g. a web page
 */
const SUCCESS = {
	/** A send: the service says yes. A yes of the envelope does not count if its `data` is another text or an array. */
	verdict: ({ data, verdict }: ServiceResponse) =>
		verdict === true && !isObject(data ?? {}) && !isAcknowledgement(data) ? undefined : verdict,
	/** An array (§4.3, §4.4), in an envelope that says yes. */
	list: ({ data, envelope, verdict }: ServiceResponse) =>
		verdict === false ? false : (Array.isArray(data) && (!envelope || verdict)) || undefined,
};

/** A request of the service (§4), as its operation describes it. */
export interface ServiceRequest {
	method: 'GET' | 'POST';
	/** Path below the Base URL; `{id}` stands for an ID. */
	url: string;
	/** The credential puts the API key there (§5). */
	key: 'body' | 'header';
	success: keyof typeof SUCCESS;
	/** What the ID is of, and what to do if the service does not know it. */
	subject?: { name: string; fix: string };
}

/** One request, with the ID in its path, and the recipient that its errors name. */
export interface ServiceCall extends ServiceRequest {
	id?: string;
	/** Set for a message, which may have been sent even without a response. */
	recipient?: string;
}

/** A response that is a success. @throws RejectedError, or UnconfirmedError if a message may have been sent */
export function readResponse(
	call: ServiceCall,
	httpResponse: IN8nHttpFullResponse,
): ServiceResponse {
	const response = parseResponse(httpResponse);
	const isSuccess = SUCCESS[call.success](response);
	if (isSuccess === false) throw rejectedError(call, response);
	if (!isSuccess) throw unexpectedResponse(call, response);
	return response;
}

const CHECK_ADDRESS =
	'Check the Base URL in the WhatsApp Sender API credential, and the Proxy under Settings > Request Options.';
const OTHER_SERVICE =
	'If the Base URL is right, your service may use a different API, which this node does not support.';
const CHECK_WHATSAPP =
	'Check in WhatsApp whether the message arrived before you send it again: it could arrive twice.';
const BUSY = 'The service is busy or down. Try again later.';
const LIST_ADVICE = 'Try again later. If it fails again, check the API Key and the Base URL.';
/** The recipient or the text may be wrong. */
const CHECK_VALUES = 'Check the values of this node.';
/** For HTTP 500, the only error status that §7 documents for a send, and for messages rejected under HTTP 200. */
const CHECK_RECIPIENT =
	'Check the recipient, the API Key, and whether the WhatsApp number of the service is connected.';

/**
 * What to do about a rejection: the first pattern that matches `status: words` decides. Advice about messages does
 * not fit a list operation, which has the status alone.
 */
const ADVICE: Array<[response: RegExp, forSend: string, forRead?: string]> = [
	[
		// Error 463: WhatsApp locks new chats of a number. 463 within a phone number does not match.
		/(?<!\d[ .-]?)\b463\b(?![ .-]?\d)|time-?lock|\brestrict(ed|ion)/i,
		'WhatsApp is limiting your number. Wait some hours, then use longer delays under Options.',
		BUSY,
	],
	[
		// Services use these statuses for any error, so the text decides. "paket" is a plan or a parcel, and a limit can be
		// one of characters.
		/^402|^(200|400|403|422|500):.*\b(quota|kuota|balance|saldo|credits?|subscription|plan|daily|monthly|per (day|month))\b|^(200|403|500):.*\b(limit(?! of \d+ char)|paket)\b/i,
		"Check your plan and its limits in your service's dashboard.",
	],
	[
		/^3/,
		'Set Base URL to the address it redirects to. The API key is never sent on to another address.',
	],
	[/^40[134]/, 'Check the API Key and the Base URL in the WhatsApp Sender API credential.'],
	[
		/^429/,
		'The service is limiting your sending speed. Wait, then use longer delays under Options.',
		BUSY,
	],
	[/^503/, BUSY],
	[/^4/, CHECK_VALUES, LIST_ADVICE],
	[/^/, CHECK_RECIPIENT, LIST_ADVICE],
];

/** The error of a rejected request: an error status (§7), or a success whose body reports a failure. */
function rejectedError(
	call: ServiceCall,
	response: ServiceResponse,
): RejectedError | UnconfirmedError {
	const { status, retryAfter } = response;
	const isRedirect = status >= 300 && status < 400;
	const words = isRedirect
		? 'it redirects to another address, correct the Base URL in the credential'
		: responseText(response.texts) || 'no reason given';
	const isSend = call.recipient !== undefined;
	const matched = `${status}: ${isSend ? words : ''}`;
	const [, forSend, forRead = forSend] = ADVICE.find(([pattern]) => pattern.test(matched))!;
	if (call.recipient === undefined) {
		if (status === 404) return notFound(call);
		return new RejectedError(`The service answered HTTP ${status}: ${words}`, forRead, status);
	}
	const recipient = shortId(call.recipient);
	if (isOfProxy(status, response.data)) {
		return new UnconfirmedError(
			`No confirmation for ${recipient} (HTTP ${status}): ${words}. A proxy answered instead of the messaging service, so the message may already have been sent`,
			CHECK_WHATSAPP,
			status,
			false,
			retryAfter,
		);
	}
	const message = `Message to ${recipient} was not accepted (HTTP ${status}): ${words}`;
	const isOfItem = [CHECK_VALUES, CHECK_RECIPIENT].includes(forSend);
	return new RejectedError(message, forSend, status, isOfItem, retryAfter);
}

function notFound({ id, subject }: ServiceCall): RejectedError {
	const message =
		id === undefined || !subject
			? 'The API key was not accepted (HTTP 404): check it and the Base URL in the credential'
			: `${subject.name} ${shortId(id)} was not found, or the API key was not accepted (HTTP 404): ${subject.fix}, or check the credential`;
	const both = 'The service gives the same response for both, so check both.';
	return new RejectedError(message, both, 404);
}

/** Shortens an ID for a message, because IDs of groups and lists can have any length. */
const shortId = (id: string) => oneLine(id, 60);

/** The error of a success with an undocumented body, e.g. an HTML page. */
function unexpectedResponse(call: ServiceCall, response: ServiceResponse): Error {
	const { status, data, envelope, texts } = response;
	const isPage = typeof data === 'string' && isMarkup(data);
	const text = responseText(texts);
	const object = envelope ? { ...envelope, data } : typeof data === 'object' && data;
	const hasObject = call.recipient !== undefined && text === '' && object;
	const words = hasObject ? oneLine(JSON.stringify(object), 300) : text && `"${text}"`;
	const what = [isPage && 'a web page', words].filter(Boolean).join(' ');
	const message = `The service answered HTTP ${status} with ${what || 'an empty or unknown response'}: check the Base URL in the credential`;
	const { sends } = requestTextsOf(call);
	return sends
		? new UnconfirmedError(`${message}. ${sends.mayHaveBeenSent}`, sends.whatToCheck, status)
		: new RejectedError(message, OTHER_SERVICE, status);
}

/** Texts for the error of a request without a response. */
export function requestTextsOf({ recipient }: ServiceCall): RequestTexts {
	const texts = { server: 'The service', checkAddress: CHECK_ADDRESS };
	if (recipient === undefined) return texts;
	const message = `The message to ${shortId(recipient)}`;
	return {
		...texts,
		sends: {
			mayHaveBeenSent: `${message} may already have been sent`,
			whatToCheck: CHECK_WHATSAPP,
			notSent: `${message} was not sent`,
		},
	};
}
