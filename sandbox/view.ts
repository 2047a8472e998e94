import { curlCommand } from './curl';
import { messageOf } from './message';
import { formOf, type RecordedRequest, type UploadedFile } from './recordedRequest';
import { MASK, redact } from './redact';

/** The headers that the service reads. Any other could contain someone else's secret. */
const SHOWN_HEADERS = [
	'content-type',
	'content-length',
	'transfer-encoding',
	'api-key',
	'accept',
	'user-agent',
];

/** Characters. */
const LONGEST_TEXT = 100_000;

/** A message, or another request, as the page shows it: without headers, query and API keys. */
export function viewMessage(request: RecordedRequest, apiKey: string) {
	const { file, recipient, ...message } = messageOf(request);
	const { seq, method, path, arrivedAt, accepted, problem, status } = request;
	const view = {
		...message,
		seq,
		at: arrivedAt,
		accepted,
		problem,
		status,
		/** Phone numbers start with a plus sign. */
		recipient: recipient?.replace(/^(?=[1-9]\d+$)/, '+').replace(/^$/, 'Empty recipient'),
		/** Of a request without a recipient, e.g. `GET /lists/`. */
		request: recipient === undefined ? `${method} ${path}` : undefined,
		file: file && viewFile(file),
	};
	return redact(view, request, apiKey);
}

/**
 * A request as the page shows it next to its message, without API keys.
 *
 * @param origin of the sandbox, e.g. `http://127.0.0.1:8089`
 * @param apiKey the sandbox's own
 */
export function viewRequest(request: RecordedRequest, origin: string, apiKey: string) {
	const named = request.url.replace(/([?&]api[-_]?key=)[^&]*/gi, `$1${MASK}`);
	const sent = { ...request, url: named, rawBody: undefined };
	const redacted = redact(sent, request, apiKey);
	const { method, url, headers, body, status } = redacted;
	const form = formOf(redacted);
	const shownHeaders = SHOWN_HEADERS.filter((name) => headers[name] !== undefined);
	return {
		method,
		path: url,
		status,
		headers: shownHeaders.map((name) => ({ name, value: String(headers[name]) })),
		/** Of a form, in the order they arrived. */
		parts: form?.parts.map((name) => {
			const file = form.files.find(({ field }) => field === name);
			return file ? { name, file: viewFile(file) } : { name, value: shorten(form.fields[name]) };
		}),
		/** JSON, indented. */
		body: form || body === undefined ? undefined : shorten(JSON.stringify(body, null, 2)),
		/** For bash, with `$API_KEY` for the key. */
		curl: curlCommand(redacted, origin),
	};
}

const viewFile = ({ filename: name, mimetype: type, size }: UploadedFile) => ({ name, type, size });

function shorten(text: string): string {
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
}
