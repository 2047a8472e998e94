import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { listening } from '../n8n/ports';

const MEGABYTE = 1024 * 1024;

type Handler = (...request: [...Parameters<RequestListener>, body: string]) => unknown;

/** A server that reads a whole request, and answers it in its own way. */
export async function answering(answer: Handler, { tls }: { tls?: ServerOptions } = {}) {
	let open = 0;
	const listener: RequestListener = async (request, response) => {
		open++;
		response.on('close', () => open--);
		// A request that is cut off has no answer.
		await text(request).then(
			async (body) => await answer(request, response, body),
			() => {},
		);
	};
	const server = tls ? createSecureServer(tls, listener) : createServer(listener);
	const host = `127.0.0.1:${await listening(server)}`;
	return {
		server,
		/** e.g. `http://127.0.0.1:40000`, without a slash at the end */
		url: `${tls ? 'https' : 'http'}://${host}`,
		host,
		/** Requests that have no answer yet. */
		open: () => open,
		async close() {
			server.closeAllConnections();
			// Tunnels through it may go on, so nobody waits for its end.
			server.close();
		},
	};
}

/** An answer of so many megabytes: `start`, the same piece again and again, `end`. */
export function huge(
	megabytes: number,
	parts: Record<'type' | 'start' | 'piece' | 'end', string> & { status: number },
): Handler {
	const pieces = parts.piece.repeat(Math.ceil(MEGABYTE / parts.piece.length));
	return (_, response) => {
		response.writeHead(parts.status, { 'content-type': parts.type });
		const all = [parts.start, ...Array(megabytes).fill(Buffer.from(pieces)), parts.end];
		Readable.from(all.filter(({ length }) => length > 0)).pipe(response);
	};
}

export async function serveBigFile(megabytes: number) {
	const disposition = { 'content-disposition': 'attachment; filename="film.mp4"' };
	const bytes = megabytes * MEGABYTE;
	const headers = { 'content-type': 'video/mp4', 'content-length': bytes, ...disposition };
	const { url, close } = await answering((_, response) => {
		response.writeHead(200, headers);
		Readable.from(Array(megabytes).fill(randomBytes(MEGABYTE))).pipe(response);
	});
	return { url: `${url}/film.mp4`, close };
}

/** An answer that never ends: a byte now and then. */
export function trickling(everyMs: number): Handler {
	return async (_, response) => {
		response.writeHead(200, { 'content-type': 'text/plain' });
		while (!response.destroyed) {
			response.write('O');
			await pause(everyMs);
		}
	};
}

/** A server that writes the next of these answers, whatever it is, and hangs up. */
export async function answeringRaw(answers: Array<string | Buffer>) {
	let asked = 0;
	const service = await answering(({ socket }) => socket.end(answers[asked++]));
	return { ...service, asked: () => asked };
}

const head = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const encoded = (encoding: string, bytes: Buffer) => {
	const headers = head(`content-encoding: ${encoding}`, `content-length: ${bytes.length}`);
	return Buffer.concat([Buffer.from(headers), bytes]);
};
const gzip = gzipSync('OK'.repeat(50_000));
const withHole = Buffer.concat([gzip.subarray(0, 12), gzip.subarray(40)]);

/** What a broken server, or something in between, may write in the place of an answer. */
export const BROKEN_ANSWERS: Array<[string, string | Buffer]> = [
	['is said to be gzip and is not', encoded('gzip', Buffer.from('OK'))],
	['is gzip with a hole in it', encoded('gzip', withHole)],
	['is said to be brotli and is not', encoded('br', Buffer.from('OK, as it seems'))],
	['is said to be deflate and is not', encoded('deflate', Buffer.from('OK'))],
	['is shorter than it says', head('content-length: 200') + 'OK'],
	['has a piece of no length', head('transfer-encoding: chunked') + 'zz\r\nOK\r\n0\r\n\r\n'],
	['ends in the middle of its pieces', head('transfer-encoding: chunked') + '2\r\nOK\r\n'],
	['has two lengths', head('content-length: 2', 'content-length: 3') + 'OK'],
	['has a header of a megabyte', head(`x-long: ${'x'.repeat(2 ** 20)}`) + 'OK'],
	['is no HTTP', 'OK\r\n\r\n'],
	['has a status that is no number', 'HTTP/1.1 abc OK\r\n\r\nOK'],
	['ends after its first line', 'HTTP/1.1 200 OK\r\n'],
	['is nothing at all', ''],
];

interface ReceivedRequest {
	method: string;
	/** With the query, as sent. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Somebody else's server, which takes whatever comes. */
export async function startReceiver() {
	const echo = ({ body }: ReceivedRequest): Answer => ({ body: body || '{}' });
	const receiver = {
		/** Since the last reset. */
		requests: [] as ReceivedRequest[],
		/** Everything that ever came, one request a text. */
		history: [] as string[],
		/** Default: the body that came, as JSON. */
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
