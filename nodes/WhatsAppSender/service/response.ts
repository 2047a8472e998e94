import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { retryAfterOf } from '../errors/requestErrors';
import { withLowerCaseNames } from '../errors/responseText';
import { asText, isEmptyValue, isObject } from '../values/checks';

/** A response of the service: its envelope (§2.1), or the bare `data` under HTTP's own status. */
export interface ServiceResponse {
	/** HTTP's. If that is a success, the one in the body. */
	status: number;
	/** HTTP's text for an error. */
	statusText: string;
	/** Text for a send, an array for lists and contacts; anything if the service misbehaves. */
	data: unknown;
	/** The other fields of the envelope. */
	envelope?: IDataObject;
	/** `true`: accepted, `false`: rejected, `undefined`: neither or contradictory. */
	verdict?: boolean;
	/** Milliseconds that the service asks to wait before the next request. */
	retryAfter?: number;
}

/** Fields in which services report success. `status` may also be a number. */
const VERDICT_FIELDS = ['success', 'ok', 'sent', 'queued'];
const YES = ['true', 'ok', 'success', 'sent', 'queued'];
const NO = ['false', 'error', 'fail', 'failed'];
/** `OK` (§4.1), and texts that say the same; some services send them in JSON's quotes. */
const ACKNOWLEDGEMENT =
	/^("?)(ok|(message )?(success|sent|queued|accepted|scheduled)( successfully)?\.?)\1$/i;

/** Parses both forms. Never throws: a response of any shape has a status and some data. */
export function parseResponse(response: IN8nHttpFullResponse): ServiceResponse {
	const { body, headers, statusCode, statusMessage = '' } = response;
	const isHttpError = statusCode >= 300;
	const status = isHttpError ? statusCode : (statusIn(body) ?? statusCode);
	const isEnvelope = isObject(body) && 'status' in body && 'data' in body;
	const { data, ...envelope } = isEnvelope ? body : { data: body };
	return {
		status,
		// HTTP's "OK" is no reason for an error.
		statusText: isHttpError ? statusMessage : '',
		data,
		verdict: isHttpError ? false : verdictIn(data, envelope),
		retryAfter: retryAfterOf(status, headers),
		...(isEnvelope && { envelope }),
	};
}

/** The status in a body that mirrors HTTP's. */
function statusIn(body: unknown): number | undefined {
	if (!isObject(body) || fieldVerdicts(body).length > 0) return undefined;
	const status = numberOf(body.status);
	return verdictOf(status) !== undefined && status >= 200 && status <= 999 ? status : undefined;
}

/**
 * Whether the service accepted the message. A success of the envelope does not count if its `data` is another
 * text or an array.
 */
export const isAcknowledged = ({ data, verdict }: ServiceResponse): boolean =>
	verdict === true && (isObject(data ?? {}) || isAcknowledgement(data));

/** Whether the service refused the request. If its verdicts contradict each other, nobody knows. */
export const isRejected = ({ verdict }: ServiceResponse): boolean => verdict === false;

/** Whether the response is a list: `data` is an array (§4.3, §4.4), and the envelope says yes. */
export const isList = ({ data, envelope, verdict }: ServiceResponse): boolean =>
	Array.isArray(data) && (!envelope || verdict === true);

/** The responses that a request accepts. §4.4 does not show what a page looks like. */
export const IS_EXPECTED = {
	send: isAcknowledged,
	lists: isList,
	contacts: isList,
	page: () => true,
};

const isAcknowledgement = (data: unknown): boolean =>
	typeof data === 'string' && ACKNOWLEDGEMENT.test(data.trim());

function verdictIn(data: unknown, envelope: IDataObject): boolean | undefined {
	const isOk = isAcknowledgement(data);
	const inner = isOk ? [true] : isObject(data) ? verdictsIn(data) : [];
	// If the data has a verdict, a status of 2xx only repeats HTTP's. If the data is OK, the field `error` is ignored.
	const { error, status, ...others } = envelope;
	const isIgnored = inner.length > 0 && verdictOf(numberOf(status)) === true;
	const counted = { ...others, ...(!isOk && { error }), ...(!isIgnored && { status }) };
	const all = new Set([...inner, ...verdictsIn(counted)]);
	return all.size === 1 ? all.has(true) : undefined;
}

function verdictsIn(fields: IDataObject): boolean[] {
	const object = withLowerCaseNames(fields);
	const { status, error } = object;
	const verdicts = fieldVerdicts(object);
	const isIgnored = verdicts.length > 0 && !Number.isNaN(numberOf(status));
	const verdict = isIgnored ? undefined : verdictOf(status);
	if (verdict !== undefined) verdicts.push(verdict);
	const isEmpty =
		error === false ||
		isEmptyValue(error) ||
		(typeof error === 'object' && Object.keys(error as object).length === 0);
	return isEmpty ? verdicts : [...verdicts, false];
}

/** The verdicts of all fields except `status` and `error`. */
const fieldVerdicts = (object: IDataObject): boolean[] =>
	VERDICT_FIELDS.flatMap((field) => verdictOf(object[field]) ?? []);

/** Yes, no, or `undefined` for neither. */
function verdictOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const word = asText(value)?.trim().toLowerCase();
	if (!word) return undefined;
	if (YES.includes(word)) return true;
	if (NO.includes(word)) return false;
	const number = Number(word);
	if (number >= 200 && number < 300) return true;
	return number === 0 || number >= 400 ? false : undefined;
}

const numberOf = (value: unknown): number => Number(asText(value)?.trim() || NaN);
