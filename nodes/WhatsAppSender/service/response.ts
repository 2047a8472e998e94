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

	const status = Number(asText(body.status));
	const isStatus = Number.isInteger(status) && status >= 100 && status <= 999;
	// n8n takes an item with a field `error`, even an empty one, for a failed one: Retry On Fail would
	// run the node again although every message was accepted.
	const fields = Object.entries(body).filter(([field]) => field !== 'error');
	return {
		...Object.fromEntries(fields),
		// An HTTP error (a proxy's 502, say) stays one, whatever the envelope inside says.
		status: statusCode >= 300 || !isStatus ? statusCode : status,
		statusText: typeof body.statusText === 'string' ? body.statusText : overHttp.statusText,
		data: body.data,
		headers: isObject(body.headers) ? body.headers : overHttp.headers,
	};
}

/** The envelope names just these two headers (§2.1). */
function envelopeHeaders(headers: IDataObject): IDataObject {
	const named = ['content-length', 'content-type'].filter((name) => headers?.[name] !== undefined);
	return Object.fromEntries(named.map((name) => [name, String(headers[name])]));
}

/** Whether the service accepted the message: `data` is the text `OK` (§4.1). */
export function isAcknowledged({ status, data }: ServiceResponse): boolean {
	return status < 300 && typeof data === 'string' && data.trim().toUpperCase() === 'OK';
}

/** Whether the response is a list: `data` is an array (§4.3, §4.4). */
export function isList({ data }: ServiceResponse): boolean {
	return Array.isArray(data);
}
