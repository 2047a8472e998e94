import { createServer, type RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listening } from './listening';

const MEGABYTE = 1024 * 1024;

/** A service that answers every request in one strange way. */
export async function answering(answer: RequestListener) {
	let open = 0;
	const server = createServer((request, response) => {
		open++;
		response.on('close', () => open--);
		request.resume().on('end', () => answer(request, response));
	});
	const url = `http://127.0.0.1:${await listening(server)}`;
	return {
		url,
		host: url.replace('http://', ''),
		/** Requests that have no answer yet. */
		open: () => open,
		close: () => void (server.closeAllConnections(), server.close()),
	};
}

/** An answer of so many megabytes: `start`, the same piece again and again, `end`. */
export function huge(
	megabytes: number,
	{
		status,
		type,
		start,
		piece,
		end,
	}: Record<'type' | 'start' | 'piece' | 'end', string> & { status: number },
): RequestListener {
	const pieces = Buffer.from(piece.repeat(Math.ceil(MEGABYTE / piece.length)));
	return async (_, response) => {
		response.writeHead(status, { 'content-type': type });
		response.write(start);
		for (let sent = 0; sent < megabytes && !response.destroyed; sent++) {
			if (!response.write(pieces)) await new Promise((resolve) => response.once('drain', resolve));
		}
		response.end(end);
	};
}

/** An answer that never ends: a byte now and then. */
export function trickling(everyMs: number): RequestListener {
	return async (_, response) => {
		response.writeHead(200, { 'content-type': 'text/plain' });
		while (!response.destroyed) {
			response.write('O');
			await pause(everyMs);
		}
	};
}
