import { freePort } from '../../../rig/n8n/ports';
import { answering } from '../../../rig/servers/answering';
import { startProxy } from '../../../rig/servers/proxy';
import { relayTo } from '../../../rig/servers/proxy';
import { certificateFor, secureService, together } from '../../../rig/servers/secure';
import type { Instance } from '../../../rig/startInstance';
import { call, jsonOf, sender } from '../../../rig/workflows/call';
import { people, phonesOf, senderAt } from '../../../rig/workflows/elsewhere';

const forThisHost = 'IP:127.0.0.1';
const selfSigned = certificateFor('self-signed', forThisHost);
const forAnotherHost = certificateFor('another-host', 'DNS:another.example');
const expired = certificateFor('expired', forThisHost, -1);
const trusted = certificateFor('trusted', `${forThisHost},DNS:localhost`);

/** A file for `NODE_EXTRA_CA_CERTS`: n8n trusts all but the self-signed one. */
export const trustedCertificates = () => together(forAnotherHost, expired, trusted);

const NOT_SENT = 'The message to 6281200000001 was not sent';
const hello = { phone: '6281200000001', text: 'Hello' };
const five = people(5);

type SecureService = Awaited<ReturnType<typeof secureService>>;
type Place = { url: string; proxy?: string };

/** What lies between n8n and the service: nothing, a wrong certificate, a proxy, or a service that comes and goes. */
export function network(instance: Instance): void {
	const accepted = () => instance.sandbox.accepted.map(({ recipient }) => recipient);
	let proxy: Awaited<ReturnType<typeof startProxy>>;
	let plain: Awaited<ReturnType<typeof answering>>;
	let secure: Record<'selfSigned' | 'forAnotherHost' | 'expired' | 'trusted', SecureService>;
	let dead: string;
	const withTls = () => ({ url: plain.url.replace('http:', 'https:') });
	const tunnel = () => ({ url: secure.trusted.url, proxy: proxy.url });
	const behind = (address: string) => ({ url: instance.sandbox.url, proxy: address });

	beforeAll(async () => {
		proxy = await startProxy();
		plain = await answering((_, response) => response.end('OK'));
		const [one, two, three, four] = await Promise.all(
			[selfSigned, forAnotherHost, expired, trusted].map(secureService),
		);
		secure = { selfSigned: one, forAnotherHost: two, expired: three, trusted: four };
		dead = `http://127.0.0.1:${await freePort()}`;
	});
	beforeEach(() => {
		proxy.reset();
		for (const { bodies } of Object.values(secure)) bodies.length = 0;
	});
	afterAll(() => [proxy, plain, ...Object.values(secure)].forEach((server) => server.close()));

	/** Where it is, how n8n gets there, a part of the message, and the status of a proxy that refuses. */
	const failures: Array<[what: string, place: () => Place, words: string, refuses: number | null]> =
		[
			['that is down', () => ({ url: dead }), `: the connection was refused. ${NOT_SENT}`, null],
			['of unknown name', () => ({ url: 'http://no-host.invalid' }), 'not be reached', null],
			['that is no web address', () => ({ url: 'ftp://nowhere' }), 'is not a web address', null],
			['with its own certificate', () => secure.selfSigned, `is self-signed. ${NOT_SENT}`, null],
			['that is another', () => secure.forAnotherHost, `is for another host. ${NOT_SENT}`, null],
			['with an old certificate', () => secure.expired, `has expired. ${NOT_SENT}`, null],
			['without TLS where TLS is due', withTls, 'the server does not use HTTPS here', null],
			[
				'with TLS where none is due',
				() => ({ url: `http://${secure.trusted.host}` }),
				'No answer',
				null,
			],
			['behind a proxy that is down', () => behind(dead), NOT_SENT, null],
			['behind a proxy that refuses', () => behind(proxy.url), 'not accepted (HTTP 502)', 502],
			['whose tunnel a proxy refuses', tunnel, 'was not accepted (HTTP 407)', 407],
		];

	describe('a service', () => {
		test.each(failures)(
			'%s gets nothing, and the reason is told',
			async (_, place, words, refuses) => {
				const { url, proxy: address } = place();
				proxy.refuses = refuses ?? undefined;
				const requestOptions = address ? { proxy: address } : {};
				const { error } = await call(instance, await senderAt(instance, url, { requestOptions }));
				expect(error?.message).toContain(words);
				if (address && refuses !== 502) {
					expect(`${error?.message} ${error?.description}`).toMatch(/proxy/i);
				}
				expect(Object.values(secure).flatMap(({ bodies }) => bodies)).toEqual([]);
				expect(instance.sandbox.requests).toEqual([]);
			},
		);

		test('with a wrong certificate is sent to only where the user allows it', async () => {
			const requestOptions = { allowUnauthorizedCerts: true };
			const node = await senderAt(instance, secure.selfSigned.url, { requestOptions });
			expect(jsonOf((await call(instance, node)).items)).toMatchObject([{ success: true }]);
			expect(secure.selfSigned.bodies).toHaveLength(1);
		});

		test('behind TLS and a proxy gets the message, of which the proxy sees nothing', async () => {
			// By name: behind a proxy n8n takes the certificate of a bare address for one of localhost.
			const url = secure.trusted.url.replace('127.0.0.1', 'localhost');
			for (const requestOptions of [{}, { proxy: proxy.url }]) {
				const { items } = await call(instance, await senderAt(instance, url, { requestOptions }));
				expect(jsonOf(items)).toMatchObject([{ success: true }]);
			}
			expect(proxy.asked).toEqual([`CONNECT ${new URL(url).host}`]);
			expect(secure.trusted.bodies).toHaveLength(2);
			expect(proxy.seen()).not.toContain(instance.sandbox.apiKey);
		});

		test('and a receiver behind a proxy are reached through it', async () => {
			const { sandbox, receiver } = instance;
			const requestOptions = { proxy: proxy.url };
			const getLists = { resource: 'list', operation: 'getLists' };
			const post = { resource: 'webhook', webhookUrl: `${receiver.url}/contacts`, name: 'Ayu' };
			for (const parameters of [hello, getLists, { ...hello, ...post }]) {
				const node = sender(instance, { ...parameters, requestOptions });
				expect((await call(instance, node)).execution.status).toBe('success');
			}
			expect(proxy.asked).toEqual([
				`POST ${sandbox.url}/send`,
				`GET ${sandbox.url}/lists/`,
				`POST ${receiver.url}/contacts`,
			]);
		});

		test.each([
			['and comes back is sent what was left, and nothing twice', true],
			['leaves an error for each message that it did not take', false],
		])('that goes away in the middle %s', async (_, comesBack) => {
			const relay = await relayTo(instance.sandbox.url);
			const retry = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 };
			const settings = comesBack ? retry : { onError: 'continueErrorOutput' };
			await relay.comeBack();
			relay.onConnection = (count) => {
				if (count !== 3) return false;
				const away = relay.kill();
				if (comesBack) void away.then(() => setTimeout(() => void relay.comeBack(), 1500));
				return true;
			};
			const node = await senderAt(instance, relay.url, {}, settings);
			const { execution, items, errors } = await call(instance, node, { items: five });
			await relay.kill();

			expect(execution.status).toBe('success');
			expect(accepted()).toEqual(phonesOf(comesBack ? five : five.slice(0, 2)));
			expect(jsonOf(items).map(({ recipient }) => recipient)).toEqual(accepted());
			expect(jsonOf(errors).map(({ error }) => error)).toEqual(
				comesBack
					? []
					: [
							expect.stringContaining('may already have been sent'),
							expect.stringContaining('was not sent'),
							expect.stringContaining('was not sent'),
						],
			);
		});
	});
}
