import { setTimeout as pause } from 'node:timers/promises';

/** What n8n answered, read as JSON where it is JSON. */
export interface RestAnswer {
	status: number;
	body: unknown;
}

/** n8n refused a request; the message has method, path, status and body, never what was sent. */
export class N8nApiError extends Error {
	constructor(
		method: string,
		path: string,
		readonly status: number,
		readonly body: unknown,
	) {
		// n8n may add its stack trace, which says nothing to whoever reads this.
		const text =
			typeof body === 'string'
				? body
				: JSON.stringify({ ...(body as object), stacktrace: undefined });
		super(`${method} ${path}: HTTP ${status} ${text.slice(0, 2000)}`);
		this.name = 'N8nApiError';
	}
}

/** A browser's place in n8n's eyes: one cookie, one browser id, kept over all requests. */
export class RestClient {
	/** n8n binds a login to this constant; a browser has it in `localStorage['n8n-browserId']`. */
	readonly browserId = 'whatsapp-sender-sandbox';

	private cookies = new Map<string, string>();

	constructor(readonly url: string) {}

	/** The value of the request header `cookie`, e.g. to put the login into a real browser. */
	get cookie(): string {
		return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	}

	/**
	 * @returns the answer's `data` where n8n wraps it, else the whole body
	 * @throws N8nApiError on a status of 400 or more
	 */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		let answer = await this.send(method, path, body);
		// A busy n8n says for a moment that its database is not ready, and has done nothing yet.
		for (let tries = 0; answer.status === 503 && tries < 20; tries++) {
			await pause(500);
			answer = await this.send(method, path, body);
		}
		if (answer.status >= 400) throw new N8nApiError(method, path, answer.status, answer.body);
		return unwrapped(answer.body) as T;
	}

	/** As `request`, but leaves every status and the whole body to the caller. */
	async send(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<RestAnswer & { headers: Headers }> {
		const isPlain = body === undefined || typeof body === 'string' || body instanceof FormData;
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				'browser-id': this.browserId,
				...(this.cookies.size > 0 && { cookie: this.cookie }),
				...(!isPlain && { 'content-type': 'application/json' }),
				...headers,
			},
			body: isPlain ? (body as string | FormData | undefined) : JSON.stringify(body),
		});
		for (const cookie of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			if (name) this.cookies.set(name, value);
		}
		return {
			status: response.status,
			body: readBody(await response.text()),
			headers: response.headers,
		};
	}
}

function readBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Some of n8n's routes answer `{ data }`, some `{ count, data }`, the type files neither. */
function unwrapped(body: unknown): unknown {
	const wrapped =
		typeof body === 'object' && body !== null && !Array.isArray(body) && 'data' in body;
	return wrapped ? body.data : body;
}
