import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

/** A message that the sandbox accepts. */
export const message = { api_key: 'sandbox-key', text: 'Hello', phone: '6281234567890' };

/** A sandbox for the tests of one file. It is reset before each test. */
export function useSandbox(options?: SandboxOptions): { readonly sandbox: Sandbox } {
	const holder = {} as { sandbox: Sandbox };
	beforeAll(async () => void (holder.sandbox = await startSandbox(options)));
	beforeEach(() => holder.sandbox.reset());
	afterAll(async () => await holder.sandbox.close());
	return holder;
}

/** @param body JSON as text, or a value that becomes JSON */
export async function sendJson(
	{ url }: Sandbox,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<Response> {
	return await fetch(`${url}/send`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
}

/** The name and value of each part, in order. */
export type Parts = Array<[string, string | File]>;

export async function sendForm({ url }: Sandbox, parts: Parts): Promise<Response> {
	const body = new FormData();
	for (const [name, value] of parts) body.append(name, value);
	return await fetch(`${url}/send`, { method: 'POST', body });
}

export async function getLists({ url }: Sandbox, path = '', key = 'sandbox-key') {
	return await fetch(`${url}/lists/${path}`, { headers: { 'api-key': key } });
}

export async function errorOf(response: Response): Promise<string> {
	return ((await response.json()) as { error: string }).error;
}
