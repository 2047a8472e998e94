import { request as ask } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort, listening } from '../n8n/ports';
import { answering } from './answering';

/** A proxy between n8n and the service: it passes requests on, and tunnels TLS. */
export async function startProxy() {
	/** Method and target of each request. */
	const asked: string[] = [];
	/** Whatever came from n8n, in the clear or not. */
	let seen = '';
	const { server, url, close } = await answering(({ method, url, headers }, response, body) => {
		asked.push(`${method} ${url}`);
		seen += body;
		if (proxy.refuses) return void response.writeHead(proxy.refuses).end('<html>No</html>');
		const passed = ask(String(url), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		passed.on('error', () => response.writeHead(502).end());
		passed.end(body);
	});
	server.on('connect', (request, socket: Socket, head) => {
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
	const proxy = {
		url,
		asked,
		seen: () => seen,
		/** Status with which it refuses instead. */
		refuses: undefined as number | undefined,
		reset() {
			[asked.length, seen, proxy.refuses] = [0, '', undefined];
		},
		close,
	};
	return proxy;
}

/** A way to the service that can be cut and mended, as if it is killed and comes back. It is down until `comeBack`. */
export async function relayTo(serviceUrl: string) {
	const port = await freePort();
	const sockets = new Set<Socket>();
	let count = 0;
	let server: Server | undefined;
	const relay = {
		url: `http://127.0.0.1:${port}`,
		/** Told of each connection before anything of it is passed on; `false` lets it through. */
		onConnection: (() => false) as (count: number) => boolean,
		/** Refuses connections from now on, and cuts those that stand. */
		async kill() {
			const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(0)));
			for (const socket of sockets) socket.destroy();
			sockets.clear();
			server = undefined;
			await closed;
		},
		async comeBack() {
			server = createServer((incoming) => {
				sockets.add(incoming.on('error', () => {}));
				if (relay.onConnection(++count)) return;
				const outgoing = connect(Number(new URL(serviceUrl).port), '127.0.0.1');
				sockets.add(outgoing.on('error', () => {}));
				incoming.pipe(outgoing).pipe(incoming);
			});
			await listening(server, port);
		},
	};
	return relay;
}
