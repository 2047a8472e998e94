import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { asText, isNothing, isObject } from '../values/checks';

/**
 * A response of the service in the shape of its envelope (§2.1), whichever of the two forms
 * the wire carried: the envelope itself, or the bare `data` under HTTP's own status.
 */
export interface ServiceResponse {
	/** The envelope's status, or HTTP's. An error under HTTP 200 keeps the envelope's. */
	status: number;
	/** Text, as far as the service keeps to it. */
	statusText: unknown;
	/** Text for a send, an array for lists and contacts; anything where the service misbehaves. */
	data: unknown;
	/** What else an envelope holds: where one of an error has no data, its text is there. */
	error?: unknown;
	message?: unknown;
	/** What the wire carried; `unknown` is an envelope whose status nobody knows. */
	form: 'envelope' | 'bare' | 'unknown';
}

/** What services write for a success in place of §2.1's number, and for a failure; for §7 200 and 500. */
const SUCCESS = ['true', 'ok', 'success', 'sent', 'queued'];
const FAILURE = ['false', 'error', 'fail', 'failed'];

/** Fields in which an object says whether the message was accepted. */
const VERDICTS = ['success', 'ok', 'sent', 'queued', 'status'];
/** What says the opposite there, in a word of whatever service. */
const OPPOSITE =
	/^(false|no)$|\b(not|un|dis|invalid|fail|error|reject|refus|denied|block|cancel|expire)/;
/** `OK` (§4.1), and texts that say the same beyond doubt; some services send them in JSON's quotes. */
const ACKNOWLEDGEMENT =
	/^("?)(ok|(message )?(success|sent|queued|accepted|scheduled)( successfully)?\.?)\1$/i;

/** Parses both forms. Never throws: a response of any shape has a status and some data. */
export function parseResponse(response: IN8nHttpFullResponse): ServiceResponse {
	const { body, statusCode, statusMessage = '' } = response;
	const overHttp = { status: statusCode, statusText: statusMessage, data: body };
	if (!isObject(body) || !('status' in body) || !('data' in body)) {
		return { ...overHttp, form: 'bare' };
	}

	const inEnvelope = statusOf(body.status);
	// Nobody knows what it says, so its data is no acknowledgement and no list.
	if (inEnvelope === undefined) return { ...overHttp, form: 'unknown' };
	// An HTTP error (a proxy's 502, say) stays one, whatever the envelope inside says.
	const status = statusCode >= 300 ? statusCode : inEnvelope;
	// HTTP's "OK" is no reason for an error.
	const statusText = status === statusCode ? statusMessage : '';
	return { statusText, ...body, data: body.data, status, form: 'envelope' };
}

function statusOf(written: unknown): number | undefined {
	const word = wordOf(written);
	if (SUCCESS.includes(word)) return 200;
	if (FAILURE.includes(word)) return 500;
	const status = Number(word);
	return Number.isInteger(status) && status >= 200 && status <= 999 ? status : undefined;
}

const wordOf = (value: unknown): string =>
	(typeof value === 'boolean' ? String(value) : (asText(value) ?? '')).trim().toLowerCase();

/**
 * Whether the service accepted the message: `data` is the text `OK` (§4.1), or it says the same beyond
 * doubt. What else an envelope holds does not matter then.
 */
export function isAcknowledged(response: ServiceResponse): boolean {
	const { status, data, form } = response;
	if (status >= 300 || form === 'unknown') return false;
	if (typeof data === 'string') return ACKNOWLEDGEMENT.test(data.trim());
	if (isObject(data) && (form === 'bare' || hasVerdict(data))) return isSuccessful(data);
	// An envelope without a verdict in its data is its own.
	const isSilent = data === null || isObject(data);
	return form === 'envelope' && isSilent && isSuccessful({ ...response });
}

const hasVerdict = (object: Record<string, unknown>): boolean =>
	!isEmpty(object.error) || VERDICTS.some((field) => field in object);

function isSuccessful(object: Record<string, unknown>): boolean {
	const words = VERDICTS.map((field) => wordOf(object[field]));
	return isEmpty(object.error) && words.some(isSuccess) && !words.some(isFailure);
}

const isSuccess = (word: string) => (statusOf(word) ?? 300) < 300;

/** A number is an error's where it is no success: 0 as well as 404. */
const isFailure = (word: string) =>
	OPPOSITE.test(word) || (word !== '' && (Number(word) <= 0 || Number(word) >= 300));

const isEmpty = (error: unknown): boolean =>
	error === false ||
	isNothing(error) ||
	(typeof error === 'object' && Object.keys(error as object).length === 0);

/** Whether the response is a list: `data` is an array (§4.3, §4.4). */
export const isList = ({ data }: ServiceResponse): boolean => Array.isArray(data);
