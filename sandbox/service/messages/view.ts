import type { RecordedRequest } from '../arrival/recordedRequest';
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

/** Makes the view of a request, with every occurrence of the API key masked. */
export function viewOf(request: RecordedRequest, seq: number, apiKey: string): MessageView {
	const { file, ...message } = messageOf(request.body);
	const view: MessageView = {
		...message,
		seq,
		at: request.arrivedAt,
		accepted: request.accepted,
		problem: request.problem,
		status: request.status,
		request: message.recipient === undefined ? `${request.method} ${request.path}` : undefined,
		file: file && {
			name: file.filename,
			type: file.mimetype,
			size: file.size,
			url: file.previewId && `files/${file.previewId}`,
		},
	};
	return masked(view, apiKey) as MessageView;
}

function masked(value: unknown, apiKey: string): unknown {
	if (typeof value === 'string') return value.replaceAll(apiKey, '••••••');
	if (Array.isArray(value)) return value.map((element) => masked(element, apiKey));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, masked(entry, apiKey)]));
}
