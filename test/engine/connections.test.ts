import dns from 'node:dns';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { createSecureContext, createServer as createSecureServer, TLSSocket } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { generate } from 'selfsigned';
import { listening } from '../../rig/n8n/ports';
import { runWorkflow } from './run';
import { PHONE } from './sandbox';

/** Listens, and never accepts, because it sleeps. */
const BUSY = `
	const server = require('node:net').createServer().listen({ host: '::', port: 0, backlog: 1 }, () => {
		require('node:worker_threads').parentPort.postMessage(server.address().port);
		setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
	});`;

const ignore = () => {};
const HTTP_OK = 'HTTP/1.1 200 OK\r\n';
/** What servers do when a request arrives. */
const actions: Record<string, (socket: Socket) => unknown> = {
	answers: (socket) => socket.end(`${HTTP_OK}\r\n`),
	breaksOff: (socket) => socket.end(`${HTTP_OK}content-length: 100\r\n\r\n{`),
	ends: (socket) => socket.end(),
	hangs: ignore,
	misnames: (socket) => socket.end(`${HTTP_OK}content-encoding: gzip\r\n\r\n{}`),
	resets: (socket) => socket.resetAndDestroy(),
	wantsLogin: (socket) =>
		socket.end('HTTP/1.1 407 Denied\r\ncontent-type: text/plain\r\n\r\nLog in as a user'),
};
const ports: Record<string, number> = { nobody: 1 };
const sockets: Socket[] = [];
let worker: Worker;
beforeAll(async () => {
	worker = new Worker(BUSY, { eval: true });
	[ports.busy] = await once(worker, 'message');
	// As many as it can hold.
	for (let waiting = 0; waiting < 2; waiting++) {
		await once(connect(ports.busy).unref().on('error', ignore), 'connect');
	}
	for (const [name, act] of Object.entries(actions)) {
		const server = createServer((socket) => {
			sockets.push(socket.on('error', ignore));
			socket.once('data', () => act(socket));
		});
		ports[name] = await listening(server.unref());
	}
	const { cert, private: key } = await generate(undefined, { algorithm: 'sha256' });
	ports.tls = await listening(createSecureServer({ cert, key }).unref());
	for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
		const secure = { cert, key, minVersion: version, maxVersion: version };
		const requestCert = { requestCert: true, rejectUnauthorized: true };
		const server = createSecureServer({ ...secure, ...requestCert }).unref();
		ports[`client certificate, ${version}`] = await listening(server);
		const secureContext = createSecureContext(secure);
		const plainServer = createServer((raw) => {
			const socket = new TLSSocket(raw.unref().on('error', ignore), {
				isServer: true,
				secureContext,
			});
			const { fd } = (raw as unknown as { _handle: { fd: number } })._handle;
			socket.on('error', ignore).once('data', () => writeSync(fd, `${HTTP_OK}\r\nOK`));
		});
		ports[`plain text, ${version}`] = await listening(plainServer.unref());
	}
});
afterAll(async () => {
	// n8n leaves a tunnel open that timed out.
	for (const socket of sockets) socket.destroy();
	await worker.terminate();
});
afterEach(() => jest.restoreAllMocks());

/** A host with two addresses. */
const TWO = 'http://two.test';
const HTTP = 'http://127.0.0.1';
const TLS = 'https://127.0.0.1';
const [CLOSED, REFUSED] = ['the connection was closed', 'the connection was refused'];
const TIMED_OUT = 'the connection timed out';
const NO_CONNECTION = 'no connection (ECONNRESET)';
const PROXY_REFUSED = 'the proxy refused it (HTTP 407): Log in as a user';
const NO_CERTIFICATE = 'its certificate could not be verified (DEPTH_ZERO_SELF_SIGNED_CERT)';

/** Whether it may have been sent, the host, its server, the reason, the milliseconds of Timeout, and the proxy. */
test.each<[boolean, string, string, string, number?, string?]>([
	[false, HTTP, 'nobody', REFUSED],
	[false, TWO, 'nobody', REFUSED],
	[false, TLS, 'busy', TIMED_OUT, 400],
	// Without Timeout, the system gives up after two minutes.
	[false, TWO, 'busy', TIMED_OUT, process.env.LONG ? 0 : 400],
	[true, HTTP, 'resets', CLOSED],
	[true, HTTP, 'ends', CLOSED],
	[true, HTTP, 'breaksOff', CLOSED],
	[true, HTTP, 'misnames', CLOSED],
	[true, HTTP, 'hangs', 'the request timed out', 400],
	[false, TLS, 'resets', NO_CONNECTION],
	[false, TLS, 'ends', NO_CONNECTION],
	[false, TLS, 'hangs', TIMED_OUT, 400],
	[false, TLS, 'answers', 'the server does not use HTTPS here; try http://'],
	[false, TLS, 'tls', NO_CERTIFICATE],
	[false, HTTP, 'answers', REFUSED, 0, 'nobody'],
	[false, TLS, 'tls', 'the proxy did not connect to it', 0, 'ends'],
	[false, TLS, 'tls', NO_CONNECTION, 0, 'resets'],
	[false, TLS, 'tls', TIMED_OUT, 400, 'hangs'],
	[true, HTTP, 'answers', 'the request timed out', 400, 'hangs'],
	[false, HTTP, 'answers', PROXY_REFUSED, 0, 'wantsLogin'],
	[false, TLS, 'tls', PROXY_REFUSED, 0, 'wantsLogin'],
	[true, TLS, 'plain text, TLSv1.2', 'the response was not HTTPS; try http://'],
	[true, TLS, 'plain text, TLSv1.3', CLOSED],
	[false, TLS, 'client certificate, TLSv1.2', 'no connection (EPROTO)'],
	// The request is on its way before the server asks for the certificate.
	[true, TLS, 'client certificate, TLSv1.3', CLOSED],
])(
	'A message may have been sent (%p) to %s, if the server "%s": %s',
	async (maySent, host, server, reason, timeout = 0, proxy = undefined) => {
		type Found = (error: null, addresses: object[]) => void;
		const lookup = (_name: string, _options: object, done: Found) =>
			done(null, [
				{ address: '::1', family: 6 },
				{ address: '127.0.0.1', family: 4 },
			]);
		if (host === TWO) jest.spyOn(dns, 'lookup').mockImplementation(lookup as never);
		const requestOptions = {
			timeout,
			proxy: proxy ? `${HTTP}:${ports[proxy]}` : '',
			allowUnauthorizedCerts: server.includes('TLSv'),
		};
		const message = { resource: 'message', operation: 'sendText', phone: PHONE, text: 'Hello' };
		const service = { apiKey: 'test-key', baseUrl: `${host}:${ports[server]}` };
		const { error } = await runWorkflow({
			credentials: { whatsAppSenderApi: service },
			parameters: { ...message, requestOptions },
		});
		const at = service.baseUrl.replace(/^\w+:\/\//, '');
		const notSent = `The service at ${at} could not be reached: ${reason}. The message to ${PHONE} was not sent`;
		const maybe = `No answer from ${at}: ${reason}. The message to ${PHONE} may already have been sent`;
		expect(error?.message).toBe(maySent ? maybe : notSent);
		const place =
			proxy === 'wantsLogin' ? 'login of the proxy' : 'Base URL in the WhatsApp Sender API';
		const advice = maySent ? 'Check in WhatsApp' : `Check the ${place}`;
		expect(error?.description).toContain(advice);
	},
);
