import { until } from '../until';

/** Sends requests to n8n like a browser, with a cookie and a browser ID. */
export class RestClient {
	/** n8n binds a login to this constant. A browser stores it in `localStorage['n8n-browserId']`. */
	readonly browserId = 'whatsapp-sender-sandbox';
	/** The cookie of the login: name and value. */
	cookie = '';

	constructor(readonly url: string) {}

	/**
	 * @returns the `data` of the response if n8n wraps it, else the whole body
	 * @throws an error with n8n's response, without the request, if the status is 400 or more
	 */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		let response!: Awaited<ReturnType<RestClient['send']>>;
		// A busy n8n may respond that its database is not ready, and does nothing then.
		const isReady = async () => (response = await this.send(method, path, body)).status !== 503;
		await until(isReady, 10_000);
		const { status, body: whole } = response;
		if (status >= 400)
			throw new Error(`${method} ${path}: HTTP ${status} ${JSON.stringify(whole).slice(0, 2000)}`);
		// n8n does not wrap lists of node types.
		const isWrapped = typeof whole === 'object' && whole !== null && 'data' in whole;
		return (isWrapped ? whole.data : whole) as T;
	}

	/** As `request`, but returns any status and the whole body, parsed if it is JSON. */
	async send(method: string, path: string, body?: unknown, more = {}) {
		const headers = {
			// n8n closes idle connections, and a busy client may use one in this moment.
			connection: 'close',
			'browser-id': this.browserId,
			cookie: this.cookie,
			...(body !== undefined && { 'content-type': 'application/json' }),
			...more,
		};
		const text = JSON.stringify(body);
		const response = await fetch(`${this.url}${path}`, { method, headers, body: text });
		const [login] = response.headers.getSetCookie();
		if (login) [this.cookie] = login.split(';');
		const received = await response.text();
		const isJson = response.headers.get('content-type')?.includes('json');
		const parsed: unknown = isJson && received ? JSON.parse(received) : received;
		return { status: response.status, body: parsed, headers: response.headers };
	}
}
