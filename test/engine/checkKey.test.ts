import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnswerFault } from '../../sandbox';
import { asked, phone, recipients, sendTexts, useSandbox } from './sandbox';
import type { SendOptions } from './sandbox';

const holder = useSandbox();
const second = useSandbox({ apiKey: 'second-key' });
const parameters = { options: { checkFirst: true } };
const check = async (options: SendOptions = {}) =>
	await sendTexts(holder.sandbox, { parameters, ...options });
const ONE = 'Nothing was sent: 3 of 3 items cannot be sent';
const NOT_TAKEN = 'The API key was not accepted';

/** Everything but questions about lists. */
const messages = () =>
	[holder, second].flatMap(({ sandbox }) => sandbox.requests).filter(({ body }) => body);

describe('Check All Items First asks the service whether it takes the key:', () => {
	test.each<[AnswerFault, string]>([
		[{ status: 401, body: 'No such key' }, `${NOT_TAKEN} (HTTP 401): check it and the Base URL`],
		[{ status: 403 }, `${NOT_TAKEN} (HTTP 403): check it and the Base URL`],
		[{ status: 404 }, `${NOT_TAKEN} (HTTP 404): check it and the Base URL`],
		[{ status: 500, body: 'Oops' }, 'The service answered HTTP 500: Oops'],
		[{ status: 302, headers: { location: '/' } }, 'The service answered HTTP 302: it redirects'],
		[{ status: 200, body: 'Welcome' }, 'The service answered HTTP 200 with "Welcome"'],
	])('%j is a fault of every item with the key', async (fault, reason) => {
		holder.sandbox.onLists = () => fault;
		const { error } = await check();
		expect(error?.message).toBe(ONE);
		const faults = error?.description?.split('<br>').slice(0, 3) ?? [];
		for (const [item, line] of faults.entries()) {
			expect(line.startsWith(`Item ${item} (${phone(item)}): ${reason}`)).toBe(true);
		}
		expect(asked(holder.sandbox)).toEqual(['/lists/']);
		expect(messages()).toEqual([]);
	});

	test('no answer in time, and no connection, are faults too', async () => {
		holder.sandbox.latency = 60_000;
		const slow = await check({ parameters: { ...parameters, requestOptions: { timeout: 100 } } });
		expect(slow.error?.description).toMatch(/^Item 0 .+: No answer from 127\.0\.0\.1:\d+: .+out/);
		const server: Server = createServer().listen(0, '127.0.0.1');
		await new Promise((resolve) => server.once('listening', resolve));
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		await new Promise((resolve) => server.close(resolve));
		const gone = { whatsAppSenderApi: { apiKey: 'x', baseUrl } };
		const { error } = await check({ credentials: gone });
		expect(error?.description).toMatch(/^Item 0 .+: The service at 127.+ could not be reached: /);
	});

	test('a wrong key is a fault of its items alone, and each key is asked once', async () => {
		const keyed = (index: number) => {
			const { sandbox } = index % 2 ? second : holder;
			const key = index === 3 ? 'wrong-key' : sandbox.apiKey;
			return { json: { ...recipients(6)[index].json, key, url: sandbox.url } };
		};
		const items = [...Array(6).keys()].map(keyed);
		const credentials = {
			whatsAppSenderApi: { apiKey: '={{ $json.key }}', baseUrl: '={{ $json.url }}' },
		};
		const { error } = await check({ items, credentials });
		expect(error?.message).toBe('Nothing was sent: 1 of 6 items cannot be sent');
		expect(error?.description).toContain(`Item 3 (${phone(3)}): ${NOT_TAKEN} (HTTP 404)`);
		expect(error?.description).not.toContain('wrong-key');
		expect([holder, second].map(({ sandbox }) => asked(sandbox).length)).toEqual([1, 2]);
		expect(messages()).toEqual([]);
	});

	test('once in a loop, and again in the next try only where it failed', async () => {
		const batches = recipients(3).map((item) => [item]);
		await check({ batches });
		expect(asked(holder.sandbox)).toEqual(['/lists/']);
		holder.sandbox.reset();
		let answers = 0;
		holder.sandbox.onLists = () => (++answers === 1 ? { status: 500 } : undefined);
		const { error } = await check({ retryOnFail: true });
		expect(error).toBeUndefined();
		expect([answers, holder.sandbox.accepted.length]).toEqual([2, 3]);
	});

	test('never for items that are skipped', async () => {
		const lists = [{ id: 'L', title: 'Stop', contacts: recipients(3).map(({ json }) => json) }];
		holder.sandbox.lists = lists as never;
		const neverSendTo = { __rl: true, mode: 'id', value: 'L' };
		const options = { checkFirst: true, neverSendTo };
		const { items } = await check({ parameters: { options } });
		expect(items.map(({ json }) => json.reason)).toEqual(Array(3).fill('neverSendTo'));
		expect(asked(holder.sandbox)).toEqual(['/lists/L?all=true']);
	});

	test('not of the routing, which sends one message', async () => {
		const { items } = await check({ items: recipients(1), runsBy: 'routing' });
		expect(items).toMatchObject([{ json: { success: true } }]);
		expect(asked(holder.sandbox)).toEqual([]);
	});
});
