import { mkdtempSync, writeFileSync } from 'node:fs';
import { request as ask, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
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

type Certificate = Awaited<ReturnType<typeof certificateFor>>;

/** A self-signed certificate for this host, also as a file. */
export async function certificateFor(name: string) {
	const altNames = [
		{ type: 2 as const, value: 'localhost' },
		{ type: 7 as const, ip: '127.0.0.1' },
	];
	const made = await generate([{ name: 'commonName', value: name }], {
		algorithm: 'sha256',
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{ name: 'subjectAltName', altNames },
		],
	});
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'whatsapp-sender-tls-')), `${name}.crt`);
	writeFileSync(file, made.cert);
	return { cert: made.cert, key: made.private, file };
}

/** A service behind TLS that acknowledges every message. */
export async function secureService(tls: Certificate) {
	/** Of the requests that came through. */
	const bodies: string[] = [];
	const answer = (_: unknown, response: ServerResponse, body: string) => {
		bodies.push(body);
		response.writeHead(200, { 'content-type': 'text/plain' }).end('OK');
	};
	return { ...(await answering(answer, { tls })), bodies };
}
