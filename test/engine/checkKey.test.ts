import type { AnswerFault } from '../../sandbox';
import { listOf, putLists, useBroadcasts, type Broadcast } from './broadcasts';
import { asked, phone, recipients, useSandbox } from './sandbox';

const { holder, send, arrivals, story } = useBroadcasts();
const second = useSandbox({ apiKey: 'second-key' });
const check = async (more: Broadcast = {}) =>
	await send({ options: { checkFirst: true }, ...more });
const NOT_TAKEN = 'The API key was not accepted';

describe('Check All Items First asks the service whether it takes the key:', () => {
	test.each<[AnswerFault, string]>([
		[{ status: 401, body: 'No such key' }, `${NOT_TAKEN} (HTTP 401): check it and the Base URL`],
		[{ status: 403 }, `${NOT_TAKEN} (HTTP 403): check it and the Base URL`],
		[{ status: 404 }, `${NOT_TAKEN} (HTTP 404): check it and the Base URL`],
		[{ status: 500, body: 'Oops' }, 'The service answered HTTP 500: Oops'],
		[{ status: 302, headers: { location: '/' } }, 'The service answered HTTP 302: it redirects'],
		[{ status: 200, body: 'Welcome' }, 'The service answered HTTP 200 with "Welcome"'],
	])('%j is a fault of every item with the key, of a dry run too', async (fault, reason) => {
		holder.sandbox.onLists = () => fault;
		const { error } = await check();
		expect(error?.message).toBe('Nothing was sent: 3 of 3 items cannot be sent');
		const { items } = await send({ options: { dryRun: true } });
		expect(error?.description?.split('<br>').slice(0, 3)).toEqual(
			items.map(({ json }, item) => `Item ${item + 1} (${phone(item)}): ${json.reason}`),
		);
		for (const { json } of items) expect(String(json.reason).startsWith(reason)).toBe(true);
		expect(asked(holder.sandbox)).toEqual(['/lists/', '/lists/']);
		expect(arrivals()).toEqual([]);
	});

	test('no answer in time, and no connection, are faults too', async () => {
		holder.sandbox.latency = 60_000;
		const slow = await check({ parameters: { requestOptions: { timeout: 100 } } });
		expect(slow.error?.description).toMatch(/^Item 1 .+: No answer from 127\.0\.0\.1:\d+: .+out/);
		const gone = { whatsAppSenderApi: { apiKey: 'x', baseUrl: 'http://127.0.0.1:1' } };
		const { error } = await check({ credentials: gone });
		expect(error?.description).toMatch(/^Item 1 .+: The service at 127.+ could not be reached: /);
	});

	test('a wrong key is a fault of its items alone, and each key is asked once', async () => {
		const to = recipients(6).map(({ json }, index) => {
			const { apiKey, url } = (index % 2 ? second : holder).sandbox;
			return { json: { ...json, key: index === 3 ? 'wrong-key' : apiKey, url } };
		});
		const ofItem = { apiKey: '={{ $json.key }}', baseUrl: '={{ $json.url }}' };
		const { error } = await check({ to, credentials: { whatsAppSenderApi: ofItem } });
		expect(error?.message).toBe('Nothing was sent: 1 of 6 items cannot be sent');
		expect(error?.description).toContain(`Item 4 (${phone(3)}): ${NOT_TAKEN} (HTTP 404)`);
		expect(error?.description).not.toContain('wrong-key');
		expect([holder, second].map(({ sandbox }) => asked(sandbox).length)).toEqual([1, 2]);
		expect([...arrivals(), ...second.sandbox.accepted]).toEqual([]);
	});

	test('once in a loop, and again in the next try only where it failed', async () => {
		await check({ batches: recipients(3).map((item) => [item]) });
		expect(asked(holder.sandbox)).toEqual(['/lists/']);
		holder.sandbox.reset();
		let answers = 0;
		holder.sandbox.onLists = () => (++answers === 1 ? { status: 500 } : undefined);
		expect(story(await check({ retryOnFail: true }))).toBe('0 1 2: sent sent sent');
		expect(answers).toBe(2);
	});

	test('never for items that are skipped, and once where the routing sends one message', async () => {
		putLists(holder.sandbox, { L: recipients(3).map(({ json }) => String(json.phone)) });
		const options = { checkFirst: true, neverSendTo: listOf('L') };
		expect(story(await send({ options }))).toBe(': neverSendTo neverSendTo neverSendTo');
		expect(story(await check({ to: 1, runsBy: 'routing' }))).toBe('0: sent');
		expect(asked(holder.sandbox)).toEqual(['/lists/L?all=true', '/lists/']);
	});
});
