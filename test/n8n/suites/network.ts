import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { freePort } from '../../../rig/n8n/ports';
import { answering } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startRig';
import { call, jsonOf, senderAt } from '../../../rig/workflows/call';

const NOT_SENT = 'The message to 6281200001001 was not sent';

type Certificate = Awaited<ReturnType<typeof certificateFor>>;

/** A self-signed certificate for this host. */
async function certificateFor(name: string) {
	const altNames = [
		{ type: 2 as const, value: 'localhost' },
		{ type: 7 as const, ip: '127.0.0.1' },
	];
	const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
		algorithm: 'sha256',
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{ name: 'subjectAltName', altNames },
		],
	});
	return { cert, key };
}

/** A service behind TLS that acknowledges every message. */
async function secureService(tls: Certificate) {
	/** Of the requests that came through. */
	const bodies: string[] = [];
	const server = await answering(
		(_, response, body) => {
			bodies.push(body);
			response.writeHead(200, { 'content-type': 'text/plain' }).end('OK');
		},
		{ tls },
	);
	return { ...server, bodies };
}

let trusted: Certificate;

/**
 * Has n8n trust a certificate, and reach what is not on this machine over a proxy that opens no
 * tunnel: it closes the connection.
 */
export function useNetwork(env: Record<string, string>): void {
	let proxy: Awaited<ReturnType<typeof answering>>;
	beforeAll(async () => {
		trusted = await certificateFor('trusted');
		proxy = await answering((_, response) => response.end('OK'));
		const file = path.join(tmpdir(), `trusted-${randomUUID()}.crt`);
		writeFileSync(file, trusted.cert);
		Object.assign(env, {
			HTTPS_PROXY: proxy.url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: file,
		});
	});
	afterAll(() => proxy.close());
}

/** What lies between n8n and the service: nothing, a wrong certificate, or a proxy. */
export function network(instance: Instance): void {
	type SecureService = Awaited<ReturnType<typeof secureService>>;
	let plain: Awaited<ReturnType<typeof answering>>;
	let secure: Record<'selfSigned' | 'trusted', SecureService>;
	let dead: string;

	beforeAll(async () => {
		plain = await answering((_, response) => response.end('OK'));
		const selfSigned = await secureService(await certificateFor('self-signed'));
		secure = { selfSigned, trusted: await secureService(trusted) };
		dead = `http://127.0.0.1:${await freePort()}`;
	});
	afterAll(() => [plain, ...Object.values(secure)].forEach((server) => server.close()));

	/** A service, where it is, over which proxy, and what the message and its description have. */
	test.each<[service: string, place: () => { url: string; proxy?: string }, words: string]>([
		['that is down', () => ({ url: dead }), `: the connection was refused. ${NOT_SENT}`],
		['of unknown name', () => ({ url: 'http://no-host.invalid' }), 'not be reached'],
		[
			'with its own certificate',
			() => secure.selfSigned,
			`could not be verified (DEPTH_ZERO_SELF_SIGNED_CERT). ${NOT_SENT}`,
		],
		['without TLS', () => ({ url: `https://${plain.host}` }), 'does not use HTTPS here'],
		['with TLS', () => ({ url: `http://${secure.trusted.host}` }), 'No answer'],
		[
			'behind a proxy that is down',
			() => ({ url: instance.sandbox.url, proxy: dead }),
			`${NOT_SENT}\nCheck Proxy`,
		],
		[
			'whose tunnel the proxy of the environment does not open',
			() => ({ url: 'https://service.example' }),
			`the proxy did not connect to it. ${NOT_SENT}`,
		],
	])('a service %s gets nothing, and the reason is told', async (_, place, words) => {
		const { url, proxy = '' } = place();
		const node = await senderAt(instance, url, { requestOptions: { proxy } });
		const { error } = await call(instance, node);
		expect(`${error?.message}\n${error?.description}`).toContain(words);
		expect(Object.values(secure).flatMap(({ bodies }) => bodies)).toEqual([]);
		expect(instance.sandbox.requests).toEqual([]);
	});

	test('a service with TLS is sent to, where the user allows it or its certificate is good', async () => {
		for (const [service, requestOptions] of [
			[secure.selfSigned, { allowUnauthorizedCerts: true }],
			[secure.trusted, {}],
		] as const) {
			const node = await senderAt(instance, service.url, { requestOptions });
			const { items } = await call(instance, node);
			expect(jsonOf(items)).toMatchObject([{ success: true }]);
			expect(service.bodies).toHaveLength(1);
		}
	});
}
