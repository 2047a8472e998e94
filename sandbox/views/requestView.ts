import { isMultipart, partsOf, type RecordedRequest } from '../requests/recordedRequest';
import { curlCommand, formatQuery } from './curl';
import { keysOf, redact, redactPath } from './redact';

/** A request as the page shows it next to its message, without API keys. */
export interface RequestView {
	method: string;
	/** With the query. */
	path: string;
	headers: Array<{ name: string; value: string }>;
	/** JSON, indented. */
	body?: string;
	/** Of a multipart body, in the order they arrived. */
	parts?: Array<{
		name: string;
		value?: string;
		file?: { name: string; type: string; size: number };
	}>;
	/** The HTTP status of the response. */
	status?: number;
	/** For bash, with `$API_KEY` for the key. */
	curl?: string;
}

/** The headers that the service reads. Any other could contain someone else's secret. */
const SHOWN_HEADERS = [
	...['content-type', 'content-length', 'transfer-encoding', 'api-key', 'accept', 'user-agent'],
];

/** Characters. */
const LONGEST_TEXT = 100_000;

/**
 * @param origin of the sandbox, e.g. `http://127.0.0.1:8089`
 * @param apiKey the sandbox's own
 */
export function viewRequest(request: RecordedRequest, origin: string, apiKey: string): RequestView {
	const keys = keysOf(request, apiKey);
	const { method, headers, query, body } = redact({ ...request, rawBody: undefined }, keys);
	const shownHeaders = SHOWN_HEADERS.filter((name) => headers[name] !== undefined);
	const view: RequestView = {
		method,
		path: redactPath(request.path, keys) + formatQuery(query),
		headers: shownHeaders.map((name) => ({ name, value: String(headers[name]) })),
		status: request.status,
		curl: curlCommand(request, origin, keys),
	};
	if (isMultipart(body)) view.parts = partsOf(body).map(viewPart);
	else if (body !== undefined) view.body = shorten(JSON.stringify(body, null, 2));
	return view;
}

function viewPart({ name, value, file }: ReturnType<typeof partsOf>[number]) {
	if (!file) return { name, value: shorten(value) };
	return { name, file: { name: file.filename, type: file.mimetype, size: file.size } };
}

function shorten(text: string): string {
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
}
