import { fieldsOf, type RecordedRequest } from './recordedRequest';

/** Shown instead of an API key. */
export const MASK = '••••••';

/** Redacting shorter values would hide half of every text. The sandbox's own key is always redacted. */
const SHORTEST_SECRET = 4;

const KEY_NAME = /^api[-_]?key$/i;

/** A copy of what is shown of a request without API keys: neither the sandbox's own, nor any that was sent instead. */
export function redact<Value>(value: Value, request: RecordedRequest, ownKey: string): Value {
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
