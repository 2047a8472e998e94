import type { MultipartBody, RecordedRequest, UploadedFile } from '../arrival/recordedRequest';

/** What a send request asks for, whichever form its body has. */
export interface Message {
	/** A phone number, or a group id. */
	recipient: string;
	recipientType: 'phone' | 'group';
	text: string;
	mediaUrl?: string;
	file?: UploadedFile;
	isInteractive?: boolean;
	footer?: string;
	buttons?: unknown[];
	/** Digits as sent; the unit is not documented (§4.2). */
	sendAt?: string;
}

/** A message the sandbox took. */
export interface AcceptedMessage extends Message {
	/** Unix time in milliseconds. */
	acceptedAt: number;
	request: RecordedRequest;
}

/** Reads the message out of a body. What is missing, or of another type than documented, stays out. */
export function messageOf(body: unknown): Partial<Message> {
	const form = isMultipart(body) ? body : undefined;
	const fields = (form?.fields ?? (isObject(body) ? body : {})) as Record<string, unknown>;
	const text = (name: string) => (typeof fields[name] === 'string' ? (fields[name] as string) : undefined);
	const isGroup = text('phone') === undefined && text('group_id') !== undefined;
	return withoutUndefined({
		recipient: isGroup ? text('group_id') : text('phone'),
		recipientType: isGroup ? 'group' : text('phone') === undefined ? undefined : 'phone',
		text: text('text'),
		mediaUrl: text('media_url'),
		file: form?.files[0],
		isInteractive: fields.isInteractive === true ? true : undefined,
		footer: text('footer'),
		buttons: Array.isArray(fields.buttons) ? fields.buttons : undefined,
		sendAt: text('send_at'),
	});
}

/** The key a send request carries (§5). */
export function apiKeyOf(body: unknown): unknown {
	return isMultipart(body) ? body.fields.api_key : isObject(body) ? body.api_key : undefined;
}

/** Whether a recorded body is that of a form. */
export function isMultipart(body: unknown): body is MultipartBody {
	return isObject(body) && Array.isArray(body.parts) && Array.isArray(body.files);
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutUndefined(message: Partial<Message>): Partial<Message> {
	return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
}
