import { randomUUID } from 'node:crypto';
import { freePort } from '../../../rig/n8n/ports';
import { answering } from '../../../rig/servers/answering';
import { certificateFor, secureService } from '../../../rig/servers/secure';
import type { Instance } from '../../../rig/startInstance';
import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';

const secret = (kind: string) => `${kind}-secret-${randomUUID()}`;

/** n8n's own credentials for a receiver: parameter, type, data, and the secret as it travels. */
const header = secret('header');
const bearer = secret('bearer');
const query = secret('query');
const password = secret('pässwörd');
const login = Buffer.from(`jörg:${password}`, 'utf8').toString('base64');
const AUTHENTICATIONS = [
	['headerAuth', 'httpHeaderAuth', { name: 'X-Token', value: header }, header],
	['bearerAuth', 'httpBearerAuth', { token: bearer }, bearer],
	['queryAuth', 'httpQueryAuth', { name: 'token', value: query }, query],
	['basicAuth', 'httpBasicAuth', { user: 'jörg', password }, login],
] as const;

/** Every form in which a secret of a receiver could show. */
export const receiverSecrets = [header, bearer, query, password, login];

/** Webhook List with each of n8n's authentications, whatever becomes of it. */
export function receivers(instance: Instance): void {
	test.each(AUTHENTICATIONS)(
		'a receiver that wants %s gets its own secret, which nobody else ever sees',
		async (kind, type, data, inTransit) => {
			const { api, receiver } = instance;
			let elsewhere = '';
			const other = await answering((request, response) => {
				elsewhere += request.url + JSON.stringify(request.headers);
				response.end('{}');
			});
			const cutting = await answering((request) => request.socket.destroy());
			const silent = await answering(() => {});
			const secure = await secureService(certificateFor('receiver', 'DNS:receiver.example'));
			receiver.answer = ({ url, body }) => {
				const repeated = { headers: { authorization: `Bearer ${inTransit}` }, taken: true };
				if (url.startsWith('/fine')) return { body: '{"ok":true,"error":""}' };
				if (url.startsWith('/repeats')) return { body: JSON.stringify(repeated) };
				if (url.startsWith('/refuses'))
					return { status: 403, body: JSON.stringify({ error: `Unknown: ${inTransit}` }) };
				if (url.startsWith('/moved')) return { status: 307, headers: { location: other.url } };
				return { body };
			};

			const { id, name } = await api.createCredential({ name: kind, type, data });
			const timeout = '={{ $json.timeout ?? 20000 }}';
			const node = sender(
				instance,
				{
					...{ resource: 'webhook', webhookUrl: '={{ $json.url }}', receiverAuthentication: kind },
					...{ name: 'Ayu', phone: '6281200000001', options: { timeout } },
				},
				{ onError: 'continueRegularOutput', retryOnFail: true, waitBetweenTries: 10 },
			);
			Object.assign(node.credentials as object, { [type]: { id, name } });
			const outcomes: Array<[item: object, json: unknown]> = [
				// n8n tries again where the first item has such a field: what was taken is not sent again.
				[{ url: `${receiver.url}/fine` }, { ok: true, error: '' }],
				[{ url: `${receiver.url}/contacts` }, { name: 'Ayu', phone: '081200000001' }],
				[
					{ url: `${receiver.url}/repeats` },
					{ headers: { authorization: 'Bearer •••' }, taken: true },
				],
				[{ url: `${receiver.url}/refuses` }, error('answered HTTP 403: Unknown: ')],
				[{ url: `${receiver.url}/moved` }, error('it redirects to another address')],
				[{ url: `http://127.0.0.1:${await freePort()}` }, error('the connection was refused')],
				[{ url: 'http://no-such-host.invalid' }, error('could not be reached')],
				[{ url: cutting.url }, error('closed. The contact may already have been sent')],
				[{ url: silent.url, timeout: 500 }, error('the request timed out')],
				[{ url: secure.url }, error('could not be reached: its certificate')],
			];
			const { items, execution } = await call(instance, node, {
				items: outcomes.map(([item]) => item),
			});
			for (const server of [other, cutting, silent, secure]) server.close();

			expect(jsonOf(items)).toEqual(outcomes.map(([, json]) => json));
			expect(linksOf(items)).toEqual(outcomes.map((_, index) => index));
			const taken = receiver.requests.filter(({ url }) => !/refuses|moved/.test(url));
			expect(taken).toHaveLength(3);
			expect(JSON.stringify(receiver.requests[0])).toContain(inTransit);
			expect(JSON.stringify(execution)).not.toContain(inTransit);
			expect(elsewhere).toBe('');
			expect(secure.bodies).toEqual([]);
		},
	);
}

const error = (words: string) => ({ error: expect.stringContaining(words) });
