import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answering } from './answering';

const folder = mkdtempSync(path.join(tmpdir(), 'whatsapp-sender-tls-'));

/** A self-signed certificate for this host. */
export function certificateFor(name: string) {
	const [key, file] = ['key', 'crt'].map((end) => path.join(folder, `${name}.${end}`));
	const hosts = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
	const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...hosts, '-keyout', key];
	execFileSync('openssl', [...made, '-out', file], { stdio: 'ignore' });
	return { cert: readFileSync(file), key: readFileSync(key), file };
}

/** A service behind TLS that acknowledges every message. */
export async function secureService(tls: ReturnType<typeof certificateFor>) {
	/** Of the requests that came through. */
	const bodies: string[] = [];
	const answer = (_: unknown, response: ServerResponse, body: string) => {
		bodies.push(body);
		response.writeHead(200, { 'content-type': 'text/plain' }).end('OK');
	};
	return { ...(await answering(answer, { tls })), bodies };
}
