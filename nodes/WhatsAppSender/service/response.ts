import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { asText, isObject } from '../values/checks';

/**
 * A response of the service in the shape of its envelope (§2.1), whichever of the two forms
 * the wire carried: the envelope itself, or the bare `data` under HTTP's own status.
 */
export interface ServiceResponse {
	/** The envelope's status, or HTTP's. An error under HTTP 200 keeps the envelope's. */
	status: number;
	statusText: string;
	/** Text for a send, an array for lists and contacts; anything where the service misbehaves. */
	data: unknown;
	headers: IDataObject;
	/** What else an envelope holds: where one of an error has no data, its text is there. */
	error?: unknown;
	message?: unknown;
}

/** What services write in place of §2.1's number: for §7 these are 200 and 500. */
const SUCCESS = ['true', 'ok', 'success'];
const FAILURE = ['false', 'error', 'fail', 'failed'];

/** Parses both forms. Never throws: a response of any shape has a status and some data. */
export function parseResponse(response: IN8nHttpFullResponse): ServiceResponse {
	const { body, statusCode, statusMessage, headers } = response;
	const overHttp: ServiceResponse = {
		status: statusCode,
		statusText: statusMessage ?? '',
		data: body,
		headers: envelopeHeaders(headers),
	};
	if (!isObject(body) || !('status' in body) || !('data' in body)) return overHttp;

	const inEnvelope = statusOf(body.status);
	// Nobody knows what it says, so its data is no acknowledgement and no list.
	if (inEnvelope === undefined) return overHttp;
	// An HTTP error (a proxy's 502, say) stays one, whatever the envelope inside says.
	const status = statusCode >= 300 ? statusCode : inEnvelope;
	// HTTP's "OK" is no reason for an error.
	const statusText = status === statusCode ? overHttp.statusText : '';
	return {
		...body,
		status,
		statusText: typeof body.statusText === 'string' ? body.statusText : statusText,
		data: body.data,
		headers: isObject(body.headers) ? body.headers : overHttp.headers,
	};
}

function statusOf(written: unknown): number | undefined {
	const text = typeof written === 'boolean' ? String(written) : (asText(written) ?? '');
	const word = text.trim().toLowerCase();
	if (SUCCESS.includes(word)) return 200;
	if (FAILURE.includes(word)) return 500;
	const status = Number(word);
	return Number.isInteger(status) && status >= 200 && status <= 999 ? status : undefined;
}

/** The envelope names just these two headers (§2.1). */
function envelopeHeaders(headers: IDataObject | undefined): IDataObject {
	const named: IDataObject = {};
	for (const name of ['content-length', 'content-type']) {
		if (headers?.[name] !== undefined) named[name] = String(headers[name]);
	}
	return named;
}

/** Whether the service accepted the message: `data` is the text `OK` (§4.1). */
export function isAcknowledged({ status, data }: ServiceResponse): boolean {
	return status < 300 && typeof data === 'string' && data.trim().toUpperCase() === 'OK';
}

/** Whether the response is a list: `data` is an array (§4.3, §4.4). */
export function isList({ data }: ServiceResponse): boolean {
	return Array.isArray(data);
}
