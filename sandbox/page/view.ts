import { fieldsOf, formOf, messageOf, type RecordedRequest, type UploadedFile } from '../request';
import { curlCommand } from './curl';

/** The headers that the service reads. Any other could contain someone else's secret. */
const SHOWN_HEADERS = [
	'content-type',
	'content-length',
	'transfer-encoding',
	'api-key',
	'accept',
	'user-agent',
];

/** Shown instead of an API key. */
const MASK = '••••••';

/** Redacting shorter values would hide half of every text. The sandbox's own key is always redacted. */
const SHORTEST_SECRET = 4;

const KEY_NAME = /^api[-_]?key$/i;

/** Characters. */
const LONGEST_TEXT = 100_000;

/** A message, or a rejected request for something else, as the page shows it: without headers, query and API keys. */
export function viewMessage(request: RecordedRequest, apiKey: string) {
	const { file, recipient = 'No recipient', ...message } = messageOf(request);
	const { seq, method, path, arrivedAt, accepted, problem, status, isMessage } = request;
	const view = {
		...message,
		seq,
		at: arrivedAt,
		accepted,
		problem,
		status,
		/** Phone numbers start with a plus sign. */
		recipient: isMessage
			? recipient.replace(/^(?=[1-9]\d+$)/, '+').replace(/^$/, 'Empty recipient')
			: undefined,
		/** Of what is no message, e.g. `GET /lists/`. */
		request: isMessage ? undefined : `${method} ${path}`,
		file: file && viewFile(file),
	};
	return redact(view, request, apiKey);
}

/** A request as the page shows it next to its message, without API keys. @param apiKey the sandbox's own */
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
		body: form || body === undefined ? undefined : shorten(JSON.stringify(body, null, 2)),
		/** For bash, with `$API_KEY` for the key. */
		curl: curlCommand(redacted, origin, MASK),
	};
}

const viewFile = ({ filename: name, mimetype: type, size }: UploadedFile) => ({ name, type, size });

function shorten(text: string): string {
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
}

/** A copy of what is shown of a request without API keys: neither the sandbox's own, nor any that was sent instead. */
function redact<Value>(value: Value, request: RecordedRequest, ownKey: string): Value {
	const named = [request.headers, request.query, fieldsOf(request)].flatMap(Object.entries);
	const sent = named.filter(([name]) => KEY_NAME.test(name)).flatMap(([, value]) => value);
	const secrets = sent.filter((key) => typeof key === 'string' && key.length >= SHORTEST_SECRET);
	// The longest first, in case one starts with another.
	const keys = [ownKey, ...secrets].sort((one, other) => other.length - one.length);
	// In a URL percent-encoded, and in its query with a plus sign for a space.
	const spelled = keys.flatMap((key) => {
		const encoded = encodeURIComponent(key);
		return [key, encoded, encoded.replaceAll('%20', '+')];
	});
	const spellings = [...new Set(spelled)];
	const clean = (inner: unknown): unknown => {
		if (typeof inner === 'string')
			return spellings.reduce((text, key) => text.replaceAll(key, MASK), inner);
		if (Array.isArray(inner)) return inner.map(clean);
		if (typeof inner !== 'object' || inner === null) return inner;
		const entries = Object.entries(inner);
		return Object.fromEntries(
			entries.map(([name, entry]) => [clean(name), KEY_NAME.test(name) ? MASK : clean(entry)]),
		);
	};
	return clean(value) as Value;
}
