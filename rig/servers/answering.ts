import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import { listening } from '../n8n/ports';

type Handler = (...request: [...Parameters<RequestListener>, body: string]) => unknown;

/** Starts a server that reads a whole request before it responds. */
export async function answering(respond: Handler, { tls }: { tls?: ServerOptions } = {}) {
	const listener: RequestListener = async (request, response) => {
		// A request that is cut off gets no response.
		await text(request).then(
			async (body) => await respond(request, response, body),
			() => {},
		);
	};
	const server = tls ? createSecureServer(tls, listener) : createServer(listener);
	return {
		/** e.g. `http://127.0.0.1:40000`, without a slash at the end */
		url: `${tls ? 'https' : 'http'}://127.0.0.1:${await listening(server)}`,
		async close() {
			server.closeAllConnections();
			// Tunnels may stay open, so this does not wait for the end.
			server.close();
		},
	};
}

interface ReceivedRequest {
	method: string;
	/** Path and query, as sent. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts the receiver of Webhook List, which accepts every request. */
export async function startReceiver() {
	const echo = ({ body }: ReceivedRequest): Answer => ({ body: body || '{}' });
	const receiver = {
		/** Since the last reset. */
		requests: [] as ReceivedRequest[],
		/** All requests, also those before a reset, one text each. */
		history: [] as string[],
		/** Default: returns the body of the request. */
		answer: echo,
		reset: () => void Object.assign(receiver, { requests: [], answer: echo }),
	};
	const { url, close } = await answering(({ method = '', url = '', headers }, response, text) => {
		const received = { method, url, headers, body: text };
		receiver.requests.push(received);
		receiver.history.push(JSON.stringify(received));
		const { status = 200, headers: own, body = '' } = receiver.answer(received);
		response.writeHead(status, { 'content-type': 'application/json', ...own }).end(body);
	});
	return Object.assign(receiver, { url, close });
}
