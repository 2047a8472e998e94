import { fieldsOf, formOf, type RecordedRequest, type UploadedFile } from './recordedRequest';

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
	/** Digits as sent; the unit is not shown (docs/service.md §4.2). */
	sendAt?: string;
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
