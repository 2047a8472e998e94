import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { asText } from '../values/checks';

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

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

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

	const inEnvelope = Number(asText(body.status));
	const isStatus = Number.isInteger(inEnvelope) && inEnvelope >= 100 && inEnvelope <= 999;
	// An HTTP error (a proxy's 502, say) stays one, whatever the envelope inside says.
	const status = statusCode >= 300 || !isStatus ? statusCode : inEnvelope;
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
