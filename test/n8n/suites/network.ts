import { freePort } from '../../../rig/n8n/ports';
import { answering, answeringRaw, BROKEN_ANSWERS } from '../../../rig/servers/answering';
import { certificateFor, secureService, startProxy } from '../../../rig/servers/between';
import type { Instance } from '../../../rig/startRig';
import { call, jsonOf, senderAt } from '../../../rig/workflows/call';

const NOT_SENT = 'The message to 6281200000001 was not sent';
const getLists = { resource: 'list', operation: 'getLists' };

let trusted: Awaited<ReturnType<typeof certificateFor>>;

/**
 * Has n8n trust a certificate, and reach what is not on this machine over a proxy that opens no
 * tunnel: it closes the connection.
 */
export function useNetwork(env: Record<string, string>): void {
	let proxy: Awaited<ReturnType<typeof answering>>;
	beforeAll(async () => {
		trusted = await certificateFor('trusted');
		proxy = await answering((_, response) => response.end('OK'));
		Object.assign(env, {
			HTTPS_PROXY: proxy.url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: trusted.file,
		});
	});
	afterAll(() => proxy.close());
}

type SecureService = Awaited<ReturnType<typeof secureService>>;
type Place = { url: string; proxy?: string; refuses?: number };

/** What lies between n8n and the service: nothing, a wrong certificate, or a proxy. */
export function network(instance: Instance): void {
	let proxy: Awaited<ReturnType<typeof startProxy>>;
	let plain: Awaited<ReturnType<typeof answering>>;
	let secure: Record<'selfSigned' | 'trusted', SecureService>;
	let dead: string;

	beforeAll(async () => {
		proxy = await startProxy();
		plain = await answering((_, response) => response.end('OK'));
		const selfSigned = await secureService(await certificateFor('self-signed'));
		secure = { selfSigned, trusted: await secureService(trusted) };
		dead = `http://127.0.0.1:${await freePort()}`;
	});
	beforeEach(() => {
		proxy.reset();
		for (const { bodies } of Object.values(secure)) bodies.length = 0;
	});
	afterAll(() => [proxy, plain, ...Object.values(secure)].forEach((server) => server.close()));

	const behind = (address: string) => ({ url: instance.sandbox.url, proxy: address });
	const isRefusedBy = (status: number) => ({ proxy: proxy.url, refuses: status });

	/** A service, where it is and how n8n gets there, and what the message and its description have. */
	const unreachable: Array<[service: string, place: () => Place, words: string]> = [
		['that is down', () => ({ url: dead }), `: the connection was refused. ${NOT_SENT}`],
		['of unknown name', () => ({ url: 'http://no-host.invalid' }), 'not be reached'],
		['with its own certificate', () => secure.selfSigned, `is self-signed. ${NOT_SENT}`],
		['without TLS', () => ({ url: `https://${plain.host}` }), 'does not use HTTPS here'],
		['with TLS', () => ({ url: `http://${secure.trusted.host}` }), 'No answer'],
		['behind a proxy that is down', () => behind(dead), `${NOT_SENT}\nCheck Proxy`],
		[
			'whose tunnel the proxy of the environment does not open',
			() => ({ url: 'https://service.example' }),
			`the proxy did not connect to it. ${NOT_SENT}`,
		],
		[
			'behind a proxy that refuses',
			() => ({ url: instance.sandbox.url, ...isRefusedBy(502) }),
			'No confirmation for 6281200000001 (HTTP 502)',
		],
		[
			'whose tunnel a proxy refuses',
			() => ({ url: secure.trusted.url, ...isRefusedBy(407) }),
			'not accepted (HTTP 407)',
		],
	];

	describe('a service', () => {
		test.each(unreachable)('%s gets nothing, and the reason is told', async (_, place, words) => {
			const { url, proxy: address = '', refuses } = place();
			proxy.refuses = refuses;
			const node = await senderAt(instance, url, { requestOptions: { proxy: address } });
			const { error } = await call(instance, node);
			expect(`${error?.message}\n${error?.description}`).toContain(words);
			expect(Object.values(secure).flatMap(({ bodies }) => bodies)).toEqual([]);
			expect(instance.sandbox.requests).toEqual([]);
		});

		test('with TLS is sent to, where the user allows it or its certificate is good', async () => {
			// By name: behind a proxy n8n takes the certificate of a bare address for one of localhost.
			const url = secure.trusted.url.replace('127.0.0.1', 'localhost');
			for (const [baseUrl, requestOptions] of [
				[secure.selfSigned.url, { allowUnauthorizedCerts: true }],
				[url, {}],
				[url, { proxy: proxy.url }],
			] as const) {
				const { items } = await call(
					instance,
					await senderAt(instance, baseUrl, { requestOptions }),
				);
				expect(jsonOf(items)).toMatchObject([{ success: true }]);
			}
			expect([secure.selfSigned.bodies.length, secure.trusted.bodies.length]).toEqual([1, 2]);
			expect(proxy.asked).toEqual([`CONNECT ${new URL(url).host}`]);
			expect(proxy.seen()).not.toContain(instance.sandbox.apiKey);
		});

		test('and a receiver behind a proxy are reached through it', async () => {
			const { sandbox, receiver } = instance;
			// A Base URL among the parameters leads nothing elsewhere.
			const requestOptions = { proxy: proxy.url, baseURL: receiver.url, url: receiver.url };
			const webhookUrl = `${receiver.url}/contacts`;
			for (const parameters of [{}, getLists, { resource: 'webhook', webhookUrl, name: 'Ayu' }]) {
				const node = await senderAt(instance, sandbox.url, { ...parameters, requestOptions });
				expect((await call(instance, node)).execution.status).toBe('success');
			}
			expect(proxy.asked).toEqual([
				`POST ${sandbox.url}/send`,
				`GET ${sandbox.url}/lists/`,
				`POST ${webhookUrl}`,
			]);
		});
	});

	// The request was read, so a message may be out: whatever comes back must not hide it.
	test.each<[string, object, string]>([
		['a message', {}, ' 6281200000001 may already have been sent$'],
		['lists', getLists, ''],
		['a contact', { resource: 'webhook', name: 'Ayu' }, 'The contact may already have been sent$'],
	])('every broken answer to %s is told as none', async (_, parameters, end) => {
		const service = await answeringRaw(BROKEN_ANSWERS.map(([, bytes]) => bytes));
		const all = { webhookUrl: service.url, ...parameters };
		const node = await senderAt(instance, service.url, all, { onError: 'continueRegularOutput' });
		const { items } = await call(instance, node, { items: BROKEN_ANSWERS.map(() => ({})) });
		service.close();
		const noAnswer = expect.stringMatching(new RegExp(`^No answer from ${service.host}: .*${end}`));
		expect(jsonOf(items)).toEqual(BROKEN_ANSWERS.map(() => ({ error: noAnswer })));
		expect(service.asked()).toBe(BROKEN_ANSWERS.length);
	});
}
