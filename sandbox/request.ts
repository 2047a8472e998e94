import type { IncomingHttpHeaders } from 'node:http';

/** A file part of a multipart body. The bytes are hashed as they arrive and not kept. */
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
	/** The `Content-Type` header, parameters included. */
	contentType?: string;
	/** The parsed JSON or a `MultipartBody`; undefined if there is none or it cannot be parsed. */
	body?: unknown;
	/** The bytes of the body, if the sandbox was started with `rawBodies`. */
	rawBody?: Buffer;
	/** Unix time in milliseconds. */
	arrivedAt: number;
	status?: number;
	/** Sends being handled when this one arrived, itself included; 0 for other requests. */
	inFlight: number;
	/** Matches the interface and carries the API key. */
	valid: boolean;
	/** The message counts as sent, or the list was returned. */
	accepted: boolean;
	problem?: string;
	/** A send, and not a request for lists, or for what the service does not have. */
	isMessage: boolean;
	/** Its number on the page, which shows messages and other rejected requests. */
	seq?: number;
}

/** The message of a send request, in either form. */
export interface Message {
	/** A phone number or a group id. */
	recipient: string;
	recipientType: 'phone' | 'group';
	text: string;
	mediaUrl?: string;
	file?: UploadedFile;
	isInteractive?: boolean;
	footer?: string;
	buttons?: unknown[];
	/** Digits as sent; the unit is not shown (service.md §4.2). */
	sendAt?: string;
}

/** A form, and not JSON that looks like one. */
export function formOf({ contentType, body }: RecordedRequest): MultipartBody | undefined {
	return body && contentType?.startsWith('multipart/') ? (body as MultipartBody) : undefined;
}

/** The fields of a send request, in either form. */
export function fieldsOf(request: RecordedRequest): Record<string, unknown> {
	return formOf(request)?.fields ?? (request.body as Record<string, unknown> | undefined) ?? {};
}

/** Fields that are missing or have another type than documented are left out. */
export function messageOf(request: RecordedRequest): Partial<Message> {
	const fields = fieldsOf(request);
	const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
	const [phone, group] = [text('phone'), text('group_id')];
	const message: Partial<Message> = {
		recipient: phone ?? group,
		recipientType: phone !== undefined ? 'phone' : group !== undefined ? 'group' : undefined,
		text: text('text'),
		mediaUrl: text('media_url'),
		file: formOf(request)?.files[0],
		isInteractive: fields.isInteractive === true || undefined,
		footer: text('footer'),
		buttons: Array.isArray(fields.buttons) ? fields.buttons : undefined,
		sendAt: text('send_at'),
	};
	return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
}
