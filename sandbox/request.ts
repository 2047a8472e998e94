import type { IncomingHttpHeaders } from 'node:http';

/** A file part of a multipart body. The bytes are hashed as they arrive. */
export interface UploadedFile {
	field: string;
	filename: string;
	mimetype: string;
	/** Bytes. */
	size: number;
	/** Hexadecimal. */
	sha256: string;
}

/** `RecordedRequest.body` of a multipart request. */
export interface MultipartBody {
	fields: Record<string, string>;
	files: UploadedFile[];
	/** The names of all parts, fields and files, in the order they arrived. */
	parts: string[];
}

/** One request as it arrived, and its outcome. */
export interface RecordedRequest {
	method: string;
	/** As sent, still encoded, with the query. */
	url: string;
	/** The same without the query. */
	path: string;
	query: Record<string, string | string[]>;
	headers: IncomingHttpHeaders;
	/** The parsed JSON or a `MultipartBody`; undefined if there is none or it cannot be parsed. */
	body?: unknown;
	/** The bytes of the body, if the sandbox was started with `rawBodies`. */
	rawBody?: Buffer;
	/** Unix time in milliseconds. */
	arrivedAt: number;
	status?: number;
	/** The number of sends in flight when this one arrived, itself included; 0 for other requests. */
	inFlight: number;
	/** The shop by whose API key it came, if it is not the sandbox's main key. */
	shop?: string;
	/** Whether it matches the interface and contains an API key. */
	valid: boolean;
	/** Whether the message counts as sent, or the list was returned. */
	accepted: boolean;
	problem?: string;
	/** Whether it is a send. */
	isMessage: boolean;
	/** Its number on the page, if the page shows it. */
	seq?: number;
}

/** The message of a send request, in either form. */
export interface Message {
	/** A phone number or a group id. */
	recipient: string;
	text: string;
	mediaUrl?: string;
	file?: UploadedFile;
	footer?: string;
	buttons?: unknown[];
	/** Digits as sent; the unit is not shown (service.md §4.2). */
	sendAt?: string;
}

/** The body of a multipart request; undefined for JSON. */
export function formOf({ headers, body }: RecordedRequest): MultipartBody | undefined {
	const isForm = headers['content-type']?.startsWith('multipart/');
	return isForm ? (body as MultipartBody | undefined) : undefined;
}

/** The fields of a send request, in either form. */
export function fieldsOf(request: RecordedRequest): Record<string, unknown> {
	return formOf(request)?.fields ?? (request.body as Record<string, unknown> | undefined) ?? {};
}

/** The message of a valid request; of an invalid one, the fields that can be read. */
export function messageOf(request: RecordedRequest): Message {
	const { phone, group_id, text, media_url, footer, buttons, send_at } = fieldsOf(request);
	const file = formOf(request)?.files[0];
	const [recipient, mediaUrl, sendAt] = [phone ?? group_id, media_url, send_at];
	return { recipient, text, mediaUrl, file, footer, buttons, sendAt } as Message;
}

/** The headers that the service reads. Other headers can contain a secret of somebody else. */
const SERVICE_HEADERS = ['content-type', 'content-length', 'transfer-encoding', 'api-key'];
export const serviceHeadersOf = ({ headers }: RecordedRequest): IncomingHttpHeaders =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => SERVICE_HEADERS.includes(name)));

/** Masks API keys when a request becomes text. @param name of a field, a header, or `url` */
export function masked(name: string, value: unknown): unknown {
	if (/^api[-_]?key$/i.test(name)) return '••••••';
	if (name !== 'url' || typeof value !== 'string') return value;
	return value.replace(/([?&]api[-_]?key=)[^&]*/gi, '$1••••••');
}
