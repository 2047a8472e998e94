import { setTimeout as pause } from 'node:timers/promises';

/** What n8n answered, read as JSON where it is JSON. */
export interface RestAnswer {
	status: number;
	body: unknown;
	headers: Headers;
}

/** A browser's place in n8n's eyes: one cookie, one browser id, kept over all requests. */
class RestClient {
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
	 * @throws on a status of 400 or more, with what n8n answered, never with what was sent
	 */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		let answer = await this.send(method, path, body);
		// A busy n8n says for a moment that its database is not ready, and has done nothing yet.
		for (let tries = 0; answer.status === 503 && tries < 20; tries++) {
			await pause(500);
			answer = await this.send(method, path, body);
		}
		if (answer.status >= 400) throw refusalOf(`${method} ${path}`, answer);
		const { body: whole } = answer;
		// The type files alone come as they are.
		const isWrapped = typeof whole === 'object' && whole !== null && 'data' in whole;
		return (isWrapped ? whole.data : whole) as T;
	}

	/** As `request`, but leaves every status and the whole body to the caller. */
	async send(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<RestAnswer> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				'browser-id': this.browserId,
				...(this.cookies.size > 0 && { cookie: this.cookie }),
				...(body !== undefined && { 'content-type': 'application/json' }),
				...headers,
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		for (const cookie of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			if (name) this.cookies.set(name, value);
		}
		const { status, headers: answered } = response;
		return { status, body: readBody(await response.text()), headers: answered };
	}
}

/** n8n may add its stack trace, which says nothing to whoever reads this. */
function refusalOf(what: string, { status, body }: RestAnswer): Error {
	const text =
		typeof body === 'string'
			? body
			: JSON.stringify({ ...(body as object), stacktrace: undefined });
	return new Error(`${what}: HTTP ${status} ${text.slice(0, 2000)}`);
}

function readBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** The login of every n8n that the rig sets up. n8n wants 8 characters, a digit and a capital. */
export const owner = { email: 'demo@example.com', password: 'Sandbox1234' };

/** Who talks to n8n: its first user, or one who logs in. */
export class N8nSession {
	readonly client: RestClient;

	constructor(url: string) {
		this.client = new RestClient(url);
	}

	/**
	 * Logs the owner in, whom a new n8n gets first.
	 *
	 * @returns false where somebody has changed the login
	 */
	async openSession(): Promise<boolean> {
		type Settings = { userManagement: { showSetupOnFirstLoad: boolean } };
		const { userManagement } = await this.client.request<Settings>('GET', '/rest/settings');
		if (userManagement.showSetupOnFirstLoad) {
			await this.setUp();
			return true;
		}
		// Older 1.x calls the first field `email`.
		const login = { ...owner, emailOrLdapLoginId: owner.email };
		const answer = await this.client.send('POST', '/rest/login', login);
		if (answer.status >= 500) throw refusalOf('POST /rest/login', answer);
		return answer.status < 400;
	}

	/** Creates the owner, and answers the questionnaire that would cover the editor at the first visit. */
	private async setUp(): Promise<void> {
		const names = { firstName: 'Demo', lastName: 'User' };
		await this.client.request('POST', '/rest/owner/setup', { ...owner, ...names });
		await this.client.request('POST', '/rest/me/survey', {
			version: 'v4',
			personalization_survey_submitted_at: new Date().toISOString(),
			personalization_survey_n8n_version: '1.0.0',
		});
	}
}
