import type { RecordedRequest } from '../arrival/recordedRequest';
import { apiKeyOf } from '../messages/message';

export const MASK = '••••••';

/** Shorter ones are no secrets, and would black out half of every text. The sandbox's own is masked at any length. */
const SHORTEST_SECRET = 4;

const KEY_NAME = /^api[-_]?key$/i;

/** The keys that a request must not show: the sandbox's own, and whatever was sent in its place. */
export function keysOf({ headers, query, body }: Pick<RecordedRequest, 'headers' | 'query' | 'body'>, own: string): string[] {
	const named = [...Object.entries(query), ...Object.entries(headers)].filter(([name]) => KEY_NAME.test(name));
	const sent = [apiKeyOf(body), ...named.map(([, value]) => value)].flat().filter((key) => typeof key === 'string');
	const secrets = sent.filter((key) => key.length >= SHORTEST_SECRET);
	// The longest first, where one begins another.
	return [...new Set([own, ...secrets])].sort((one, other) => other.length - one.length);
}

/** The same value without any key, in whatever depth; names of properties too. */
export function withoutKeys<Value>(value: Value, keys: string[], instead = MASK): Value {
	const replaced = (inner: unknown): unknown => {
		if (typeof inner === 'string') return textWithoutKeys(inner, keys, instead);
		if (Array.isArray(inner)) return inner.map(replaced);
		if (typeof inner !== 'object' || inner === null) return inner;
		const entries = Object.entries(inner).map(([name, entry]) => [
			textWithoutKeys(name, keys, instead),
			KEY_NAME.test(name) ? instead : replaced(entry),
		]);
		return Object.fromEntries(entries) as unknown;
	};
	return replaced(value) as Value;
}

/** A path, which may have a key in percent-encoding. */
export function pathWithoutKeys(path: string, keys: string[], instead = MASK): string {
	const segments = path.split('/').map((segment) => {
		const plain = decoded(segment);
		return keys.some((key) => plain.includes(key)) ? textWithoutKeys(plain, keys, instead) : segment;
	});
	return segments.join('/');
}

function textWithoutKeys(text: string, keys: string[], instead: string): string {
	return keys.reduce((kept, key) => kept.replaceAll(key, instead), text);
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
