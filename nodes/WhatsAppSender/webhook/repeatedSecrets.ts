/** Shorter ones would be found in ordinary words. */
const SHORTEST_SECRET = 6;

/**
 * The receiver's response without the secrets that the request carried, where a value of it repeats
 * them as a whole word: servers quote the headers that they got. Keys and everything else stay, so
 * a secret that is an ordinary word changes no word of the response that only begins like it.
 *
 * @param response anything that JSON can hold
 */
export function withoutSecrets<T>(response: T, secrets: string[]): T {
	const forms = [...new Set(secrets.flatMap(formsOf))].filter(
		({ length }) => length >= SHORTEST_SECRET,
	);
	if (forms.length === 0) return response;
	const pattern = forms
		.sort((a, b) => b.length - a.length)
		.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
		.join('|');
	const repeated = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu');
	const textWithout = (text: string) => text.replace(repeated, '•••');
	const without = (value: unknown): unknown => {
		if (typeof value === 'string') return textWithout(value);
		if (typeof value === 'number') return forms.includes(String(value)) ? '•••' : value;
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) return value.map(without);
		return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, without(inner)]));
	};
	return without(response) as T;
}

/** A secret as it appears in a header, an address, and JSON text; bytes of UTF-8 read as Latin-1 too. */
function formsOf(secret: string): string[] {
	const text = secret.toWellFormed();
	const misread = Buffer.from(text, 'utf8').toString('latin1');
	const encoded = encodeURIComponent(text);
	return [
		text,
		misread,
		encoded,
		encoded.replaceAll('%20', '+'),
		JSON.stringify(text).slice(1, -1),
	];
}
