import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../n8n/ports';

type Handler = (...request: [...Parameters<RequestListener>, body: string]) => unknown;

/** Starts a server that reads a whole request before it responds. */
export async function answering(respond: Handler) {
	const server = createServer(async (request, response) => {
		// A request that is cut off gets no response.
		await text(request).then(
			async (body) => await respond(request, response, body),
			() => {},
		);
	});
	return {
		/** e.g. `http://127.0.0.1:40000`, without a slash at the end */
		url: `http://127.0.0.1:${await listening(server)}`,
		async close() {
			server.closeAllConnections();
			// Tunnels may stay open, so this does not wait for the end.
			server.close();
		},
	};
}

/** A request as the receiver of Webhook List got it. */
export interface Received {
	method: string;
	/** Path and query, as sent. */
	url: string;
	headers: IncomingHttpHeaders;
	/** As text, so that a test can look at every byte. */
	body: string;
}

/** Somebody else's server, as the receiver of Webhook List is. */
export interface Receiver {
	url: string;
	/** Since the last reset. */
	received: Received[];
	/** All requests, also those before a reset, one text each. */
	history: string[];
	/** Writes a response, or returns its JSON. The JSON is `{ "ok": true }` by default. */
	respond?: (response: ServerResponse, request: Received) => unknown;
	reset(): void;
	close(): Promise<void>;
}

/** Starts a receiver, as this object. */
export async function startReceiver(receiver = {} as Receiver): Promise<Receiver> {
	const reset = () => void Object.assign(receiver, { received: [], respond: undefined });
	const server = await answering(async ({ method = '', url = '', headers }, response, body) => {
		const request = { method, url, headers, body };
		receiver.received.push(request);
		receiver.history.push(JSON.stringify(request));
		const json = receiver.respond ? await receiver.respond(response, request) : { ok: true };
		if (response.headersSent || response.destroyed) return;
		response.setHeader('content-type', 'application/json').end(JSON.stringify(json));
	});
	reset();
	return Object.assign(receiver, server, { history: [], reset });
}
