import { apiKeyOf } from '../message';
import type { RecordedRequest } from '../requests/recordedRequest';

const MASK = '••••••';

/** Redacting shorter values would hide half of every text. The sandbox's own key is always redacted. */
const SHORTEST_SECRET = 4;

const KEY_NAME = /^api[-_]?key$/i;

type Sent = Pick<RecordedRequest, 'headers' | 'query' | 'body'>;

/** The keys that must not be shown: the sandbox's own, and any sent instead of it. */
export function keysOf({ headers, query, body }: Sent, ownKey: string): string[] {
	const named = [headers, query].flatMap(Object.entries).filter(([name]) => KEY_NAME.test(name));
	const sent = [apiKeyOf(body), ...named.map(([, value]) => value)].flat();
	const secrets = sent.filter((key) => typeof key === 'string' && key.length >= SHORTEST_SECRET);
	// The longest first, in case one starts with another.
	return ([...new Set([ownKey, ...secrets])] as string[]).sort((a, b) => b.length - a.length);
}

/** Replaces keys at any depth, in property names too. */
export function redact<Value>(value: Value, keys: string[], mask = MASK): Value {
	const redacted = (inner: unknown): unknown => {
		if (typeof inner === 'string') return redactText(inner, keys, mask);
		if (Array.isArray(inner)) return inner.map(redacted);
		if (typeof inner !== 'object' || inner === null) return inner;
		const entries = Object.entries(inner).map(([name, entry]) => [
			redactText(name, keys, mask),
			KEY_NAME.test(name) ? mask : redacted(entry),
		]);
		return Object.fromEntries(entries) as unknown;
	};
	return redacted(value) as Value;
}

/** An address may contain a key in percent-encoding, and in its query with a plus sign for a space. */
export function redactUrl(url: string, keys: string[], mask = MASK): string {
	const named = url.replace(/([?&]api[-_]?key=)[^&]*/gi, `$1${mask}`);
	return named.replace(/[^/?&=]+/g, (part) => {
		const spellings = [decode(part), decode(part.replaceAll('+', ' '))];
		const plain = spellings.find((text) => keys.some((key) => text.includes(key)));
		return plain
			? encodeURIComponent(redactText(plain, keys, mask)).replaceAll('%E2%80%A2', '•')
			: part;
	});
}

function redactText(text: string, keys: string[], mask: string): string {
	return keys.reduce((kept, key) => kept.replaceAll(key, mask), text);
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
