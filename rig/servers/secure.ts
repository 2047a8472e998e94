import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listening } from './listening';

const folder = mkdtempSync(path.join(tmpdir(), 'whatsapp-sender-tls-'));

export interface Certificate {
	cert: Buffer;
	key: Buffer;
}

/**
 * A self-signed certificate, made by openssl.
 *
 * @param days that it is valid from now on; below 0 it has expired
 */
export function certificateFor(name: string, subjectAltName: string, days = 1): Certificate {
	const [key, request, file] = ['key', 'csr', 'crt'].map((end) =>
		path.join(folder, `${name}.${end}`),
	);
	const openssl = (...order: string[]) => execFileSync('openssl', order, { stdio: 'ignore' });
	const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${subjectAltName}`];
	openssl('req', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', request);
	const valid = ['-days', String(days), '-copy_extensions', 'copy'];
	openssl('x509', '-req', '-in', request, '-key', key, ...valid, '-out', file);
	return { cert: readFileSync(file), key: readFileSync(key) };
}

/** @returns a file that has all the certificates in it */
export function together(...certificates: Certificate[]): string {
	const file = path.join(folder, 'together.crt');
	writeFileSync(file, certificates.map(({ cert }) => cert).join('\n'));
	return file;
}

/** A service behind TLS that acknowledges every message. */
export async function secureService({ cert, key }: Certificate) {
	const bodies: string[] = [];
	const server = createServer({ cert, key }, async (request, response) => {
		let body = '';
		for await (const piece of request.setEncoding('utf8')) body += piece;
		bodies.push(body);
		response.writeHead(200, { 'content-type': 'text/plain' }).end('OK');
	});
	server.on('tlsClientError', () => {});
	const port = await listening(server);
	return {
		host: `127.0.0.1:${port}`,
		url: `https://127.0.0.1:${port}`,
		/** Of the requests that came through. */
		bodies,
		close: () => void (server.closeAllConnections(), server.close()),
	};
}
