/** Shorter ones would be found in ordinary words. */
const SHORTEST_SECRET = 6;

/**
 * An answer without the secrets that the request carried, wherever the other side repeats them:
 * many a server quotes a key that it does not know.
 *
 * @param answer anything that JSON can hold
 */
export function blackedOut<T>(answer: T, secrets: string[]): T {
	const found = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
	if (answer === undefined || found.length === 0) return answer;
	const json = found.reduce(
		(text, secret) => text.replaceAll(JSON.stringify(secret).slice(1, -1), '•••'),
		JSON.stringify(answer),
	);
	return JSON.parse(json) as T;
}
