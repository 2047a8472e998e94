import { messageOf } from '../message';
import { isMultipart, partsOf, type RecordedRequest } from '../requests/recordedRequest';
import { curlCommand } from './curl';
import { keysOf, redact, redactUrl } from './redact';

/** The headers that the service reads. Any other could contain someone else's secret. */
const SHOWN_HEADERS = [
	...['content-type', 'content-length', 'transfer-encoding', 'api-key', 'accept', 'user-agent'],
];

/** Characters. */
const LONGEST_TEXT = 100_000;

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

/**
 * A request as the page shows it next to its message, without API keys.
 *
 * @param origin of the sandbox, e.g. `http://127.0.0.1:8089`
 * @param apiKey the sandbox's own
 */
export function viewRequest(request: RecordedRequest, origin: string, apiKey: string) {
	const keys = keysOf(request, apiKey);
	const { method, headers, body, status } = redact({ ...request, rawBody: undefined }, keys);
	const shownHeaders = SHOWN_HEADERS.filter((name) => headers[name] !== undefined);
	const isForm = isMultipart(body);
	return {
		method,
		path: redactUrl(request.url, keys),
		headers: shownHeaders.map((name) => ({ name, value: String(headers[name]) })),
		/** Of a form, in the order they arrived. */
		parts: isForm ? partsOf(body).map(viewPart) : undefined,
		/** JSON, indented. */
		body: isForm || body === undefined ? undefined : shorten(JSON.stringify(body, null, 2)),
		status,
		/** For bash, with `$API_KEY` for the key. */
		curl: curlCommand(request, origin, keys),
	};
}

function viewPart({ name, value, file }: ReturnType<typeof partsOf>[number]) {
	if (!file) return { name, value: shorten(value) };
	return { name, file: { name: file.filename, type: file.mimetype, size: file.size } };
}

function shorten(text: string): string {
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
}
