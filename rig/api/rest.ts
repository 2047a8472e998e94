import { until } from '../until';

/** A browser's place in n8n's eyes: one cookie, one browser id, kept over all requests. */
export class RestClient {
	/** n8n binds a login to this constant; a browser has it in `localStorage['n8n-browserId']`. */
	readonly browserId = 'whatsapp-sender-sandbox';
	/** The login, e.g. to put it into a real browser: name and value. */
	cookie = '';

	constructor(readonly url: string) {}

	/**
	 * @returns the answer's `data` where n8n wraps it, else the whole body
	 * @throws on a status of 400 or more, with what n8n answered, never with what was sent
	 */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		let answer!: Awaited<ReturnType<RestClient['send']>>;
		// A busy n8n says for a moment that its database is not ready, and has done nothing yet.
		const isReady = async () => (answer = await this.send(method, path, body)).status !== 503;
		await until(isReady, 10_000);
		const { status, body: whole } = answer;
		if (status >= 400) {
			const said = JSON.stringify(whole).slice(0, 2000);
			throw new Error(`${method} ${path}: HTTP ${status} ${said}`);
		}
		// The type files alone come as they are.
		const isWrapped = typeof whole === 'object' && whole !== null && 'data' in whole;
		return (isWrapped ? whole.data : whole) as T;
	}

	/** As `request`, but leaves every status and the whole body, read as JSON where it is JSON, to the caller. */
	async send(method: string, path: string, body?: unknown, more = {}) {
		const headers = {
			'browser-id': this.browserId,
			cookie: this.cookie,
			...(body !== undefined && { 'content-type': 'application/json' }),
			...more,
		};
		const text = JSON.stringify(body);
		const response = await fetch(`${this.url}${path}`, { method, headers, body: text });
		const [login] = response.headers.getSetCookie();
		if (login) [this.cookie] = login.split(';');
		const answered = await response.text();
		const isJson = response.headers.get('content-type')?.includes('json');
		const read: unknown = isJson && answered ? JSON.parse(answered) : answered;
		return { status: response.status, body: read, headers: response.headers };
	}
}
