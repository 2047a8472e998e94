import { fieldsOf, type RecordedRequest } from './recordedRequest';

/** Shown instead of an API key. */
export const MASK = '••••••';

/** Redacting shorter values would hide half of every text. The sandbox's own key is always redacted. */
const SHORTEST_SECRET = 4;

const KEY_NAME = /^api[-_]?key$/i;

/** A copy without API keys: neither the sandbox's own, nor any that was sent instead of it. */
export function redact(request: RecordedRequest, ownKey: string): RecordedRequest {
	const named = [request.headers, request.query, fieldsOf(request)].flatMap(Object.entries);
	const sent = named.filter(([name]) => KEY_NAME.test(name)).flatMap(([, value]) => value);
	const secrets = sent.filter((key) => typeof key === 'string' && key.length >= SHORTEST_SECRET);
	// The longest first, in case one starts with another.
	const keys = [ownKey, ...secrets].sort((one, other) => other.length - one.length);
	// In a URL percent-encoded, and in its query with a plus sign for a space.
	const spellings = keys.flatMap((key) => {
		const encoded = encodeURIComponent(key);
		return [key, encoded, encoded.replaceAll('%20', '+')];
	});
	const clean = (value: unknown): unknown => {
		if (typeof value === 'string')
			return spellings.reduce((text, key) => text.replaceAll(key, MASK), value);
		if (Array.isArray(value)) return value.map(clean);
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value);
		return Object.fromEntries(
			entries.map(([name, entry]) => [clean(name), KEY_NAME.test(name) ? MASK : clean(entry)]),
		);
	};
	const url = request.url.replace(/([?&]api[-_]?key=)[^&]*/gi, `$1${MASK}`);
	return clean({ ...request, url, rawBody: undefined }) as RecordedRequest;
}
