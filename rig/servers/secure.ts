import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answering } from './answering';

const folder = mkdtempSync(path.join(tmpdir(), 'whatsapp-sender-tls-'));

export type Certificate = ReturnType<typeof certificateFor>;

/** A self-signed certificate. @param days that it is valid from now on; below 0 it has expired */
export function certificateFor(name: string, subjectAltName: string, days = 1) {
	const [key, request, file] = ['key', 'csr', 'crt'].map((end) => `${folder}/${name}.${end}`);
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
export async function secureService(tls: Certificate) {
	/** Of the requests that came through. */
	const bodies: string[] = [];
	const answer = (_: unknown, response: ServerResponse, body: string) => {
		bodies.push(body);
		response.writeHead(200, { 'content-type': 'text/plain' }).end('OK');
	};
	return { ...(await answering(answer, { tls })), bodies };
}
