import type { RequestListener } from 'node:http';
import { answering, trickling } from '../../rig/servers/answering';
import { certificateFor } from '../../rig/servers/between';
import { startSandbox } from '../../sandbox';
import { checking, PHONE } from './checking';
import { OTHER_INTERFACES, otherInterface } from './otherInterfaces';

const stops: Array<() => Promise<void>> = [];
afterEach(async () => void (await Promise.all(stops.splice(0).map(async (stop) => await stop()))));

/** Checks a server that answers so. */
async function checkOf(answer: Parameters<typeof answering>[0], options = {}, tls?: object) {
	const server = await answering(answer, { tls });
	stops.push(server.close);
	return await verdictOf(server.url, options);
}
async function verdictOf(url: string, options = {}) {
	const made = await checking(url, options);
	const { screen } = made;
	return {
		...made,
		verdict: screen
			.slice(screen.lastIndexOf('┘') + 1)
			.replace(/\s+/g, ' ')
			.trim(),
	};
}
const page = (status: number, body: string) =>
	otherInterface([status, body], [404, 'Nothing here']);
const json = (status: number, body: unknown) => otherInterface([status, body]);
const queued: Parameters<typeof otherInterface>[0] = [200, { status: 'queued', id: 7 }];

test.each(OTHER_INTERFACES)('Another interface is not compatible: %s', async (...row) => {
	const [, lists, sentence, others] = row;
	const { exitCode, verdict } = await checkOf(otherInterface(lists, others));
	expect(verdict).toMatch(sentence);
	expect(exitCode).toBe(1);
});

const login = '<html><form><input type="password"></form></html>';
const badGateway = '<html><title>Bad Gateway</title></html>';
test.each<[string, RequestListener, RegExp, number]>([
	['a login page', page(200, login), /a login page: enter/, 1],
	['a proxy', page(502, badGateway), /a proxy answered/, 2],
	['401', json(401, { error: 'No' }), /the key was refused/, 2],
	['403', json(403, { error: 'No' }), /the key was refused/, 2],
	['404, like any address', json(404, { message: 'Not found' }), /Base URL is wrong/, 2],
	['404 for the key', json(404, 'The key is not valid'), /the key is not valid: check it/, 2],
	['429', json(429, { error: 'Slow down' }), /too many requests/, 2],
	['500', json(500, { error: 'Oh' }), /down, or busy/, 2],
	['a redirect', otherInterface([301, '', { location: '/login' }]), /it redirects: set Base/, 2],
])('What went wrong is said in words: %s', async (_, answer, sentence, code) => {
	const { exitCode, verdict } = await checkOf(answer);
	expect(verdict).toMatch(sentence);
	expect(exitCode).toBe(code);
});

test('A server that is not there, a certificate, and an answer that never ends', async () => {
	const gone = await verdictOf('http://127.0.0.1:1');
	expect(gone.verdict).toMatch(/could not be reached: the connection was refused/);
	const tls = await certificateFor('service');
	const distrusted = await checkOf(json(200, []), {}, tls);
	expect(distrusted.verdict).toMatch(/its certificate is self-signed/);
	const endless = await checkOf(trickling(50), { timeLimit: 300 });
	expect(endless.verdict).toMatch(/the request timed out/);
	for (const { exitCode, starts } of [gone, distrusted, endless]) {
		expect(exitCode).toBe(2);
		// There is nothing to find out, so there is no second request.
		expect(starts).toHaveLength(1);
	}
});

test('At most one request starts in a second, each one is announced, and reading sends nothing', async () => {
	const sandbox = await startSandbox();
	stops.push(sandbox.close);
	const { starts, lines } = await checking(sandbox.url);
	expect(starts).toHaveLength(6);
	starts.slice(1).forEach((start, at) => expect(start - starts[at]).toBeGreaterThan(990));
	const announced = lines.flatMap((line) => /^\d+\. (\w+ \S+):/.exec(line)?.[1] ?? []);
	expect(sandbox.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(announced);
	expect(sandbox.requests.map(({ method }) => method)).toEqual(Array(6).fill('GET'));
});

test.each<[string, Parameters<typeof answering>[0], RegExp, number]>([
	['is cut off', ({ socket }) => socket.destroy(), /look whether the text arrived/, 2],
	['has no OK', otherInterface(queued, queued), /it needs OK/, 1],
])(
	'A first message whose response %s is the only one, sent once',
	async (_, answer, sentence, code) => {
		const sandbox = await startSandbox();
		stops.push(sandbox.close);
		let posts = 0;
		const { verdict, exitCode } = await checkOf(
			async (request, response, body) => {
				const { method, url, headers } = request;
				if (method === 'POST') posts++;
				if (method === 'POST') return await answer(request, response, body);
				const passed = await fetch(sandbox.url + url, { headers: headers as never });
				response.writeHead(passed.status, { 'content-type': 'application/json' });
				response.end(await passed.text());
			},
			{ sandbox },
		);
		expect(posts).toBe(1);
		expect(verdict).toMatch(sentence);
		expect(exitCode).toBe(code);
	},
);

test('Nothing of the account is in what is printed or handed on, whatever the service repeats', async () => {
	const apiKey = 'key-7f3a/91';
	const own = ['Ayu', 'Bima Prakoso', 'Newsletter', '6281200000001', PHONE, apiKey];
	const said = own.join(' ') + encodeURIComponent(apiKey) + Buffer.from(apiKey).toString('base64');
	const repeated = Object.fromEntries(own.map((each) => [each, said]));
	const list = { id: said, title: 'Newsletter', contacts: 2, updated_at: said, ...repeated };
	const contact = { phone: '6281200000001', name: 'Ayu', is_group: said, ...repeated };
	const answer: RequestListener = ({ url = '', headers, method }, response) => {
		const isOwn = headers['api-key'] === apiKey;
		const [status, body] =
			method === 'POST' || !isOwn
				? [500, { error: said, ...repeated }]
				: url.endsWith('/lists/')
					? [200, { status: true, data: [list], ...repeated }]
					: [200, { status: 200, data: [contact, contact], ...repeated }];
		const own = { 'x-ayu': apiKey, 'x-ratelimit-limit': apiKey, [`x-${PHONE}`]: '1' };
		response.writeHead(status as number, { 'content-type': 'application/json', ...own });
		response.end(JSON.stringify(body));
	};
	const sandbox = await startSandbox();
	stops.push(sandbox.close);
	const { screen, file } = await checkOf(answer, { apiKey, sandbox });
	const failed = await checkOf(json(418, { error: said, ...repeated }), { apiKey });
	expect(file).toContain('x-ratelimit-limit');
	for (const text of [screen, file, failed.screen, failed.file]) {
		for (const secret of [...own, Buffer.from(apiKey).toString('base64').slice(0, 8), '7f3a'])
			expect(text).not.toContain(secret);
	}
});
