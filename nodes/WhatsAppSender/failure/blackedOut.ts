/** Shorter ones would be found in ordinary words. */
const SHORTEST_SECRET = 6;

/**
 * An answer without the secrets that the request carried, wherever the other side repeats them:
 * many a server quotes a key that it does not know.
 *
 * @param answer anything that JSON can hold
 */
export function blackedOut<T>(answer: T, secrets: string[]): T {
	const forms = secrets
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())])
		.map((form) => JSON.stringify(form).slice(1, -1));
	if (answer === undefined || forms.length === 0) return answer;
	const json = JSON.stringify(answer);
	if (!forms.some((form) => json.includes(form))) return answer;
	return JSON.parse(forms.reduce((text, form) => text.replaceAll(form, '•••'), json)) as T;
}
