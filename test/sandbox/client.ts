import type { Sandbox } from '../../sandbox';

/** A message as the sandbox takes it. */
export const message = { api_key: 'sandbox-key', text: 'Hello', phone: '6281234567890' };

/** The same without a recipient. */
export const unaddressed = { api_key: message.api_key, text: message.text };

export function sendJson(
	sandbox: Sandbox,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<Response> {
	return fetch(`${sandbox.url}/send`, {
		method: 'POST',
		redirect: 'manual',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
}

/** @param parts name and value in the order in which they are sent */
export function sendForm(
	sandbox: Sandbox,
	parts: Array<[string, string | File]>,
): Promise<Response> {
	const form = new FormData();
	for (const [name, value] of parts) form.append(name, value);
	return fetch(`${sandbox.url}/send`, { method: 'POST', body: form });
}

export function getLists(sandbox: Sandbox, path = '', apiKey = 'sandbox-key'): Promise<Response> {
	return fetch(`${sandbox.url}/lists/${path}`, { headers: { 'api-key': apiKey } });
}

export async function errorOf(response: Response): Promise<string> {
	return ((await response.json()) as { error: string }).error;
}
