import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { answering } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startRig';
import { call, jsonOf, senderAt } from '../../../rig/workflows/call';

const NOT_SENT = 'The message to 6281200001001 was not sent';

type Certificate = Awaited<ReturnType<typeof certificateFor>>;
type SecureService = Awaited<ReturnType<typeof secureService>>;

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

/** Certificates and the proxy of the environment, which n8n's process knows; what else may lie between, test/engine shows. */
export function network(instance: Instance): void {
	let selfSigned: SecureService;
	let good: SecureService;
	beforeAll(async () => {
		selfSigned = await secureService(await certificateFor('self-signed'));
		good = await secureService(trusted);
	});
	afterAll(() => [selfSigned, good].forEach((server) => server.close()));

	test.each([
		[
			'with its own certificate',
			() => selfSigned.url,
			'could not be verified (DEPTH_ZERO_SELF_SIGNED_CERT)',
		],
		[
			'whose tunnel the proxy of the environment does not open',
			() => 'https://service.example',
			'the proxy did not connect to it',
		],
	])('a service %s gets nothing, and the reason is told', async (_, url, words) => {
		const { error } = await call(instance, await senderAt(instance, url()));
		expect(error?.message).toContain(`${words}. ${NOT_SENT}`);
		expect(selfSigned.bodies).toEqual([]);
	});

	test('a service with TLS is sent to, where the user allows it or its certificate is good', async () => {
		for (const [service, requestOptions] of [
			[selfSigned, { allowUnauthorizedCerts: true }],
			[good, {}],
		] as const) {
			const node = await senderAt(instance, service.url, { requestOptions });
			const { items } = await call(instance, node);
			expect(jsonOf(items)).toMatchObject([{ success: true }]);
			expect(service.bodies).toHaveLength(1);
		}
	});
}
