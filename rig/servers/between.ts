import { mkdtempSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { answering } from './answering';

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
