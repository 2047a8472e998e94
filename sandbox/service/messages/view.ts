import type { RecordedRequest } from '../arrival/recordedRequest';
import { keysOf, pathWithoutKeys, withoutKeys } from '../sent/secrecy';
import { messageOf, type Message } from './message';

/** A request as the page shows it: never its headers, its query or its API key. */
export interface MessageView extends Omit<Partial<Message>, 'file'> {
	/** Rises by one with each view. */
	seq: number;
	/** Unix time in milliseconds. */
	at: number;
	accepted: boolean;
	problem?: string;
	/** The HTTP status of a refusal. */
	status?: number;
	/** For instance `GET /lists/`, where the request is no message. */
	request?: string;
	file?: { name: string; type: string; size: number; url?: string };
}

/** Makes the view of a request, with every occurrence of an API key masked. */
export function viewOf(request: RecordedRequest, seq: number, apiKey: string): MessageView {
	const { file, ...message } = messageOf(request.body);
	const keys = keysOf(request, apiKey);
	const view: MessageView = {
		...message,
		seq,
		at: request.arrivedAt,
		accepted: request.accepted,
		problem: request.problem,
		status: request.status,
		request: message.recipient === undefined ? `${request.method} ${pathWithoutKeys(request.path, keys)}` : undefined,
		file: file && {
			name: file.filename,
			type: file.mimetype,
			size: file.size,
			url: file.previewId && `files/${file.previewId}`,
		},
	};
	return withoutKeys(view, keys);
}
