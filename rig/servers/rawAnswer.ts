import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { listening } from './listening';

const head = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const packed = (encoding: string, bytes: Buffer) =>
	Buffer.concat([
		Buffer.from(head(`content-encoding: ${encoding}`, `content-length: ${bytes.length}`)),
		bytes,
	]);
const gzip = gzipSync('OK'.repeat(50_000));

/** What a broken server, or something in between, may write in the place of an answer. */
export const BROKEN_ANSWERS: Array<[string, string | Buffer]> = [
	['is said to be gzip and is not', packed('gzip', Buffer.from('OK'))],
	[
		'is gzip with a hole in it',
		packed('gzip', Buffer.concat([gzip.subarray(0, 12), gzip.subarray(40)])),
	],
	['is said to be brotli and is not', packed('br', Buffer.from('OK, as it seems'))],
	['is said to be deflate and is not', packed('deflate', Buffer.from('OK'))],
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

/** A server that reads a whole request, writes the next of these answers, whatever it is, and hangs up. */
export async function answeringRaw(answers: Array<string | Buffer>) {
	let asked = 0;
	const server = createServer((socket) => {
		let seen = '';
		socket.on('error', () => {});
		socket.on('data', (piece: Buffer) => {
			seen += piece.toString('latin1');
			const [top, body] = seen.split('\r\n\r\n');
			const length = Number(/content-length: (\d+)/i.exec(top)?.[1] ?? 0);
			if (body === undefined || body.length < length) return;
			seen = '';
			socket.end(answers[asked++]);
		});
	});
	const host = `127.0.0.1:${await listening(server)}`;
	return { url: `http://${host}`, host, asked: () => asked, close: () => void server.close() };
}
