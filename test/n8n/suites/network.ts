import { generate } from 'selfsigned';
import { answering } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startRig';
import { call, jsonOf, senderAt } from '../../../rig/workflows/call';

const NOT_SENT = 'The message to 6281200001001 was not sent';

/** A service with a certificate of its own that acknowledges every message. */
async function selfSignedService() {
	const { cert, private: key } = await generate(undefined, { algorithm: 'sha256' });
	/** Of the requests that came through. */
	const bodies: string[] = [];
	const server = await answering(
		(_, response, body) => {
			bodies.push(body);
			response.writeHead(200, { 'content-type': 'text/plain' }).end('OK');
		},
		{ tls: { cert, key } },
	);
	return { ...server, bodies };
}

/** Has n8n reach what is not on this machine over a proxy that opens no tunnel: it closes the connection. */
export function useProxy(env: Record<string, string>): void {
	let proxy: Awaited<ReturnType<typeof answering>>;
	beforeAll(async () => {
		proxy = await answering((_, response) => response.end('OK'));
		Object.assign(env, { HTTPS_PROXY: proxy.url, NO_PROXY: '127.0.0.1,localhost' });
	});
	afterAll(() => proxy.close());
}

/** TLS and the proxy of the environment, which n8n's process knows; what else may lie between, test/engine shows. */
export function network(instance: Instance): void {
	let service: Awaited<ReturnType<typeof selfSignedService>>;
	beforeAll(async () => void (service = await selfSignedService()));
	afterAll(() => service.close());

	test.each([
		[
			'with its own certificate',
			() => service.url,
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
		expect(service.bodies).toEqual([]);
	});

	test('a service with its own certificate is sent to where the user allows it', async () => {
		const requestOptions = { allowUnauthorizedCerts: true };
		const node = await senderAt(instance, service.url, { requestOptions });
		expect(jsonOf((await call(instance, node)).items)).toMatchObject([{ success: true }]);
		expect(service.bodies).toHaveLength(1);
	});
}
