import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { listening } from './listening';

const PIECE = randomBytes(1024 * 1024);

/** A server that gives a file of so many megabytes, piece by piece. */
export async function serveBigFile(megabytes: number) {
	const server = createServer(async (_, response) => {
		response.writeHead(200, {
			'content-type': 'video/mp4',
			'content-length': megabytes * PIECE.length,
			'content-disposition': 'attachment; filename="film.mp4"',
		});
		for (let sent = 0; sent < megabytes; sent++) {
			if (!response.write(PIECE)) await new Promise((resolve) => response.once('drain', resolve));
		}
		response.end();
	});
	const port = await listening(server);
	return {
		url: `http://127.0.0.1:${port}/film.mp4`,
		close: () => void (server.closeAllConnections(), server.close()),
	};
}
