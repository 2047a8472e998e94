import { isMultipart, partsOf, type RecordedRequest } from '../requests/recordedRequest';
import { curlCommand } from './curl';
import { keysOf, redact, redactUrl } from './redact';

/** The headers that the service reads. Any other could contain someone else's secret. */
const SHOWN_HEADERS = [
	...['content-type', 'content-length', 'transfer-encoding', 'api-key', 'accept', 'user-agent'],
];

/** Characters. */
const LONGEST_TEXT = 100_000;

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
