import { messageOf } from '../message';
import type { RecordedRequest } from '../requests/recordedRequest';
import { keysOf, redact, redactUrl } from './redact';

/** A message, or another request, as the page shows it: without headers, query and API keys. */
export function viewMessage(request: RecordedRequest, apiKey: string) {
	const { file, recipient, ...message } = messageOf(request.body);
	const keys = keysOf(request, apiKey);
	const { method, path, arrivedAt, accepted, problem, status } = request;
	const view = {
		...message,
		...{ at: arrivedAt, accepted, problem, status },
		/** Phone numbers start with a plus sign. */
		recipient: recipient?.replace(/^(?=[1-9]\d+$)/, '+').replace(/^$/, 'Empty recipient'),
		/** Of a request without a recipient, e.g. `GET /lists/`. */
		request: recipient === undefined ? `${method} ${redactUrl(path, keys)}` : undefined,
		file: file && {
			name: file.filename,
			type: file.mimetype,
			size: file.size,
			url: file.previewId && `files/${file.previewId}`,
		},
	};
	return redact(view, keys);
}
