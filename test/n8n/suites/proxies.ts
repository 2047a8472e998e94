import { freePort } from '../../../rig/n8n/ports';
import { call, jsonOf, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { senderAt } from '../../../rig/workflows/elsewhere';
import { startProxy } from '../../../rig/servers/proxy';
import { secureService } from '../../../rig/servers/secure';
import { trusted } from './certificates';

export function proxies(instance: Instance): void {
	let proxy: Awaited<ReturnType<typeof startProxy>>;
	beforeAll(async () => void (proxy = await startProxy()));
	beforeEach(() => proxy.reset());
	afterAll(() => proxy.close());

	const through = (address = proxy.url) => ({ requestOptions: { proxy: address } });
	const hello = { phone: '6281200000001', text: 'Hello' };

	describe('a proxy in between', () => {
		test('passes messages and lists on', async () => {
			const { sandbox } = instance;
			const sent = await call(instance, sender(instance, { ...hello, ...through() }));
			const lists = { resource: 'list', operation: 'getLists', ...through() };
			const read = await call(instance, sender(instance, lists));

			expect(jsonOf(sent.items)).toMatchObject([{ success: true }]);
			expect(read.items).toHaveLength(sandbox.lists.length);
			expect(proxy.asked).toEqual([`POST ${sandbox.url}/send`, `GET ${sandbox.url}/lists/`]);
		});

		test('sees nothing of a message to a service behind TLS', async () => {
			const service = await secureService(trusted);
			// By name: behind a proxy n8n takes the certificate of a bare address for one of localhost.
			const url = service.url.replace('127.0.0.1', 'localhost');
			const { items } = await call(instance, await senderAt(instance, url, through()));
			service.close();

			expect(jsonOf(items)).toMatchObject([{ success: true }]);
			expect(proxy.asked).toEqual([`CONNECT ${new URL(url).host}`]);
			expect(service.bodies.join()).toContain(instance.sandbox.apiKey);
			expect(proxy.seen()).not.toContain(instance.sandbox.apiKey);
		});

		test('passes contacts on to a webhook receiver', async () => {
			const post = { resource: 'webhook', webhookUrl: `${instance.receiver.url}/contacts` };
			const contact = { name: 'Ayu', phone: '6281200000001' };
			await call(instance, sender(instance, { ...post, ...contact, ...through() }));
			expect(proxy.asked).toEqual([`POST ${instance.receiver.url}/contacts`]);
			expect(instance.receiver.requests).toHaveLength(1);
		});

		test('that rejects is distinguished from a message that was accepted', async () => {
			proxy.refuses = 502;
			const { error } = await call(instance, sender(instance, { ...hello, ...through() }));
			expect(error?.message).toContain('was not accepted (HTTP 502)');
			expect(instance.sandbox.requests).toEqual([]);
		});

		test('that refuses a tunnel has sent nothing', async () => {
			const service = await secureService(trusted);
			proxy.refuses = 407;
			const { error } = await call(instance, await senderAt(instance, service.url, through()));
			service.close();
			expect(service.bodies).toEqual([]);
			expect(error?.message).toContain('was not accepted (HTTP 407)');
			expect(error?.description).toMatch(/proxy/i);
		});

		test('that is not there is reported, and nothing is sent', async () => {
			const dead = `http://127.0.0.1:${await freePort()}`;
			const { error } = await call(instance, sender(instance, { ...hello, ...through(dead) }));
			expect(error?.message).toMatch(/the connection was refused\..* was not sent$/);
			expect(`${error?.message} ${error?.description}`).toMatch(/proxy/i);
			expect(instance.sandbox.requests).toEqual([]);
		});
	});
}
