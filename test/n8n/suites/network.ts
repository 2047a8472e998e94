import { generate } from 'selfsigned';
import { answering } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startRig';
import { call, jsonOf, senderAt } from '../../../rig/workflows/call';

const NOT_SENT = 'The message to 6281200001001 was not sent';

/** Sets a proxy for n8n's requests to other machines. The proxy closes each connection instead of opening a tunnel. */
export function useProxy(env: Record<string, string>): void {
	let proxy: Awaited<ReturnType<typeof answering>>;
	beforeAll(async () => {
		proxy = await answering((_, response) => response.end('OK'));
		Object.assign(env, { HTTPS_PROXY: proxy.url, NO_PROXY: '127.0.0.1,localhost' });
	});
	afterAll(() => proxy.close());
}

/** TLS, and the proxy in n8n's environment. test/engine tests other networks. */
export function network(instance: Instance): void {
	test("the error names the environment's proxy if it opens no tunnel", async () => {
		const { error } = await call(instance, await senderAt(instance, 'https://service.example'));
		expect(error?.message).toContain(`the proxy did not connect to it. ${NOT_SENT}`);
	});

	test('a service with its own certificate gets messages only if the user allows it', async () => {
		const { cert, private: key } = await generate(undefined, { algorithm: 'sha256' });
		const texts: string[] = [];
		const service = await answering(
			(_, response, body) => {
				texts.push((JSON.parse(body) as { text: string }).text);
				response.end('OK');
			},
			{ tls: { cert, key } },
		);
		const { error } = await call(instance, await senderAt(instance, service.url));
		const requestOptions = { allowUnauthorizedCerts: true };
		const allowed = { requestOptions, text: 'Allowed' };
		const { items } = await call(instance, await senderAt(instance, service.url, allowed));
		await service.close();
		const reason = 'could not be verified (DEPTH_ZERO_SELF_SIGNED_CERT)';
		expect(error?.message).toContain(`${reason}. ${NOT_SENT}`);
		expect(jsonOf(items)).toMatchObject([{ success: true }]);
		expect(texts).toEqual(['Allowed']);
	});
}
