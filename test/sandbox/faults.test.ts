import { startSandbox, type Sandbox } from '../../sandbox';
import { message, sendForm, sendJson } from './client';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const sendTo = (phone: string, text = 'Hello') => sendJson(sandbox, { ...message, phone, text });

describe('A test number is not accepted, with the response', () => {
	it.each([
		['6200000000500', 500, 'text/plain', 'The message could not be sent'],
		['6200000000501', 500, 'application/json', '"error"'],
		['6200000000502', 502, 'text/html', '<title>502 Bad Gateway</title>'],
		['6200000000503', 503, 'text/plain', 'try again'],
		['6200000000429', 429, 'application/json', 'Too many messages'],
		['6200000000200', 200, 'application/json', '"status":500'],
		['6200000000201', 200, 'text/html', '<title>Welcome</title>'],
	])('for %s: HTTP %i, %s', async (phone, status, contentType, text) => {
		const response = await sendTo(phone);
		expect(response.status).toBe(status);
		expect(response.headers.get('content-type')).toContain(contentType);
		expect(await response.text()).toContain(text);
		expect(sandbox.accepted).toEqual([]);
		expect(sandbox.requests).toMatchObject([{ valid: true, accepted: false, status }]);
	});

	it('of the same kind for an upload', async () => {
		const parts = Object.entries({ ...message, phone: '6200000000500' });
		expect((await sendForm(sandbox, parts)).status).toBe(500);
	});
});

it('6200000000429 says how long to wait', async () => {
	expect((await sendTo('6200000000429')).headers.get('retry-after')).toBe('5');
});

it('6200000000302 sends the caller to another host, where a request is recorded', async () => {
	const response = await sendTo('6200000000302');
	expect(response.status).toBe(302);
	const place = new URL(response.headers.get('location') as string);
	expect(place.host).not.toBe(new URL(sandbox.url).host);
	await fetch(`http://127.0.0.1:${place.port}${place.pathname}`);
	expect(sandbox.requests.map(({ path }) => path)).toEqual(['/send', '/elsewhere']);
});

it('6200000000503 fails once for each text', async () => {
	const statuses = [];
	for (const text of ['one', 'one', 'two', 'one'])
		statuses.push((await sendTo('6200000000503', text)).status);
	expect(statuses).toEqual([503, 200, 503, 200]);
});

it('6200000000444 accepts the message and cuts the connection', async () => {
	await expect(sendTo('6200000000444')).rejects.toThrow('fetch failed');
	expect(sandbox.accepted).toHaveLength(1);
	expect(sandbox.requests[0].status).toBeUndefined();
});

it('6200000000408 accepts the message and keeps the caller waiting', async () => {
	const waiting = sendJson(sandbox, { ...message, phone: '6200000000408' }, {}, 300);
	await expect(waiting).rejects.toThrow(/timeout/);
	expect(sandbox.accepted).toHaveLength(1);
});
