import { messageOf, type Message } from '../messages/message';
import type { RecordedRequest } from '../requests/recordedRequest';
import { keysOf, redact, redactPath } from './redact';

/** A request as the page shows it, without headers, query and API keys. */
export interface MessageView extends Omit<Partial<Message>, 'file'> {
	/** Increases by one per view. */
	seq: number;
	/** Phone numbers start with a plus sign. */
	recipient?: string;
	/** Unix time in milliseconds. */
	at: number;
	accepted: boolean;
	problem?: string;
	/** The HTTP status of a rejection. */
	status?: number;
	/** Of a request without a recipient, e.g. `GET /lists/`. */
	request?: string;
	file?: { name: string; type: string; size: number; url?: string };
}

export function viewMessage(request: RecordedRequest, seq: number, apiKey: string): MessageView {
	const { file, recipient, ...message } = messageOf(request.body);
	const keys = keysOf(request, apiKey);
	const { method, path, arrivedAt, accepted, problem, status } = request;
	const view: MessageView = {
		...message,
		...{ seq, at: arrivedAt, accepted, problem, status },
		recipient: recipient?.replace(/^(?=[1-9]\d+$)/, '+').replace(/^$/, 'Empty recipient'),
		request: recipient === undefined ? `${method} ${redactPath(path, keys)}` : undefined,
		file: file && {
			name: file.filename,
			type: file.mimetype,
			size: file.size,
			url: file.previewId && `files/${file.previewId}`,
		},
	};
	return redact(view, keys);
}
