import dns from 'node:dns';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { generate } from 'selfsigned';
import { listening } from '../../rig/n8n/ports';
import { answering } from '../../rig/servers/answering';
import { runWorkflow } from './run';
import { PHONE } from './sandbox';

jest.setTimeout(200_000);

/** Listens, and never accepts: a worker that sleeps. */
const BUSY = `
	const { createServer } = require('node:net');
	const { parentPort } = require('node:worker_threads');
	const server = createServer().listen({ host: '::', port: 0, backlog: 1 }, () => {
		parentPort.postMessage(server.address().port);
		setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
	});`;

/** Ports by what their servers do with the first bytes of a connection. */
const ports = { busy: 0, resets: 0, ends: 0, hangs: 0, http: 0, tls: 0, nobody: 1 };
const closing: Array<() => unknown> = [];
beforeAll(async () => {
	const worker = new Worker(BUSY, { eval: true });
	[ports.busy] = await once(worker, 'message');
	const waiting = [1, 2, 3].map(() => connect(ports.busy, '127.0.0.1').on('error', () => {}));
	await Promise.all(waiting.slice(0, 2).map(async (socket) => await once(socket, 'connect')));
	closing.push(() => waiting.forEach((socket) => socket.destroy()));
	closing.push(async () => await worker.terminate());
	const actions: Record<string, (socket: Socket) => unknown> = {
		resets: (socket) => socket.resetAndDestroy(),
		ends: (socket) => socket.end(),
		hangs: () => {},
	};
	for (const [name, act] of Object.entries(actions)) {
		const sockets: Socket[] = [];
		const server = createServer((socket) => {
			sockets.push(socket.once('data', () => act(socket)).on('error', () => {}));
		});
		Object.assign(ports, { [name]: await listening(server) });
		closing.push(() => sockets.forEach((socket) => socket.destroy()));
		closing.push(() => server.close());
	}
	const { cert, private: key } = await generate(undefined, { algorithm: 'sha256' });
	for (const [name, options] of Object.entries({ http: {}, tls: { tls: { cert, key } } })) {
		const { url, close } = await answering((_, response) => response.end('OK'), options);
		Object.assign(ports, { [name]: new URL(url).port });
		closing.push(close);
	}
});
afterAll(async () => {
	for (const close of closing) await close();
});
afterEach(() => jest.restoreAllMocks());

/** A host with two addresses. */
const TWO = 'http://two.test';
const HTTP = 'http://127.0.0.1';
const TLS = 'https://127.0.0.1';
const TIMED_OUT = 'the connection timed out';
const NO_TUNNEL = 'the proxy did not connect to it';
const NO_CERTIFICATE = 'its certificate could not be verified (DEPTH_ZERO_SELF_SIGNED_CERT)';

/** Whether it may have been sent, the host, its server, the reason, the milliseconds of Timeout, and the proxy. */
type Port = keyof typeof ports;
test.each<[boolean, string, Port, string, number?, Port?]>([
	[false, HTTP, 'nobody', 'the connection was refused'],
	[false, TWO, 'nobody', 'the connection was refused'],
	[false, HTTP, 'busy', TIMED_OUT, 400],
	[false, TLS, 'busy', TIMED_OUT, 400],
	// Without Timeout, the system gives up after two minutes.
	[false, TWO, 'busy', TIMED_OUT, process.env.LONG ? 0 : 400],
	[true, HTTP, 'resets', 'the connection was closed'],
	[true, HTTP, 'ends', 'the connection was closed'],
	[true, HTTP, 'hangs', 'the request timed out', 400],
	[false, TLS, 'resets', 'no connection (ECONNRESET)'],
	[false, TLS, 'ends', 'no connection (ECONNRESET)'],
	[false, TLS, 'hangs', TIMED_OUT, 400],
	[false, TLS, 'http', 'the server does not use HTTPS here; try http://'],
	[false, TLS, 'tls', NO_CERTIFICATE],
	[false, HTTP, 'http', 'the connection was refused', 0, 'nobody'],
	[false, TLS, 'tls', NO_TUNNEL, 0, 'ends'],
	[false, TLS, 'tls', 'no connection (ECONNRESET)', 0, 'resets'],
	[false, TLS, 'tls', TIMED_OUT, 400, 'hangs'],
	[true, HTTP, 'http', 'the request timed out', 400, 'hangs'],
])(
	'A message may have been sent (%p) to %s, if the server "%s": %s',
	async (maySent, host, server, reason, timeout = 0, proxy = undefined) => {
		type Found = (error: null, addresses: object[]) => void;
		const lookup = (_name: string, _options: object, done: Found) => {
			const address = '127.0.0.1';
			done(null, [
				{ address: '::1', family: 6 },
				{ address, family: 4 },
			]);
		};
		if (host === TWO) jest.spyOn(dns, 'lookup').mockImplementation(lookup as never);
		const requestOptions = { timeout, proxy: proxy ? `${HTTP}:${ports[proxy]}` : '' };
		const message = { resource: 'message', operation: 'sendText', phone: PHONE, text: 'Hello' };
		const { error } = await runWorkflow({
			credentials: {
				whatsAppSenderApi: { apiKey: 'test-key', baseUrl: `${host}:${ports[server]}` },
			},
			parameters: { ...message, requestOptions },
		});
		const at = `${new URL(host).host}:${ports[server]}`;
		expect(error?.message).toBe(
			maySent
				? `No answer from ${at}: ${reason}. The message to ${PHONE} may already have been sent`
				: `The service at ${at} could not be reached: ${reason}. The message to ${PHONE} was not sent`,
		);
	},
);
