import { createServer, request as ask } from 'node:http';
import { connect } from 'node:net';
import { listening } from './listening';

/** A proxy between n8n and the service: it passes requests on, and tunnels TLS. */
export async function startProxy() {
	/** Method and target of each request. */
	const asked: string[] = [];
	/** Whatever came from n8n, in the clear or not. */
	let seen = '';
	const proxy = {
		url: '',
		asked,
		seen: () => seen,
		/** Status with which it refuses instead. */
		refuses: undefined as number | undefined,
		reset() {
			asked.length = 0;
			seen = '';
			proxy.refuses = undefined;
		},
		close: () => void (server.closeAllConnections(), server.close()),
	};
	const server = createServer((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		request.on('data', (piece: Buffer) => (seen += piece.toString('latin1')));
		if (proxy.refuses) return void response.writeHead(proxy.refuses).end('<html>No</html>');
		const { method, headers } = request;
		const passed = ask(String(request.url), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		passed.on('error', () => response.writeHead(502).end());
		request.pipe(passed);
	});
	server.on('connect', (request, socket, head) => {
		asked.push(`CONNECT ${request.url}`);
		socket.on('error', () => {});
		if (proxy.refuses) return void socket.end(`HTTP/1.1 ${proxy.refuses} No\r\n\r\n`);
		const port = Number(String(request.url).split(':')[1]);
		// Everything here is on this machine, whatever its name is.
		const tunnel = connect(port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			tunnel.write(head);
			socket.on('data', (piece: Buffer) => (seen += piece.toString('latin1')));
			socket.pipe(tunnel).pipe(socket);
		});
		tunnel.on('error', () => socket.destroy());
	});
	proxy.url = `http://127.0.0.1:${await listening(server)}`;
	return proxy;
}
