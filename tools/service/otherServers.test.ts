import type { RequestListener } from 'node:http';
import { answering, trickling } from '../../rig/servers/answering';
import { certificateFor } from '../../rig/servers/between';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { checking, PHONE } from './checking';
import { WRONG_KEY } from './reads';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

type Answer = Parameters<typeof answering>[0];
async function checkOf(answer: Answer, options: Parameters<typeof checking>[1] = {}, tls?: object) {
	const server = await answering(answer, { tls });
	return await checking(server.url, options).finally(server.close);
}

type Canned = [status: number, body: unknown];
/** Answers `GET /lists/` with the first, anything else with the second. */
const canned = (lists: Canned, other: Canned = [404, { message: 'Nothing' }]): RequestListener =>
	function ({ url }, response) {
		const [status, body] = url === '/lists/' ? lists : other;
		const type = typeof body === 'string' ? 'text/html' : 'application/json';
		response.writeHead(status, { 'content-type': type, location: '/login' });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	};

const login = '<html><form><input type="password"></form></html>';
const graph = { error: { message: 'Unsupported', type: 'GraphMethodException', code: 100 } };
const jsonApi = { jsonapi: { version: '1.1' }, data: [{ type: 'lists', id: '1' }] };
const mailing = { lists: [{ id: 'a', name: 'News' }], total_items: 1 };

/** What people will try in place of the service, by public shapes; and what goes wrong on the way. */
test.each<[name: string, exitCode: number, verdict: string, lists: Canned, other?: Canned]>([
	['Authorization', 1, 'header Authorization', [401, { message: 'Authorization is missing' }]],
	['a session in the path', 1, 'session or an instance', [404, { message: 'Session not found' }]],
	['form fields', 1, 'a form field', [200, { status: false, reason: 'token invalid' }]],
	["Meta's Graph", 1, 'WhatsApp Business Cloud node', [400, graph]],
	['a website', 1, 'a website: enter', [200, '<!doctype html><title>Welcome</title>']],
	['JSON:API', 1, 'JSON:API', [200, jsonApi]],
	['Twilio', 1, 'Twilio node', [404, { more_info: 'https://www.twilio.com/docs' }]],
	['GraphQL', 1, 'GraphQL', [400, { errors: [{ message: 'Must provide query string.' }] }]],
	['mailing lists', 1, 'another interface', [200, mailing]],
	['a router', 1, 'no address /lists/', [404, { message: 'Cannot GET /lists/' }]],
	['to-do lists', 1, 'needs "phone"', [200, [{ id: 1, name: 'Home' }]], [200, [{ id: 7 }]]],
	['one answer to everything', 1, 'does not look at the key', [200, []], [200, []]],
	['a login page', 1, 'a login page: enter the address of the API', [200, login]],
	['a proxy', 2, 'a proxy answered', [502, '<html><title>Bad Gateway</title></html>']],
	['401', 2, 'the key was refused', [401, { error: 'No' }]],
	['403', 2, 'the key was refused', [403, { error: 'No' }]],
	['404 as for any address', 2, 'or Base URL is wrong', [404, { message: 'Nothing' }]],
	['404 for the key', 2, 'the key is not valid: check it', [404, 'The key is not valid']],
	['429', 2, 'too many requests', [429, { error: 'Slow down' }]],
	['500', 2, 'down, or busy', [500, { error: 'Oh' }]],
	['a redirect', 2, 'set Base URL to the address it redirects to', [301, '']],
])('It is said in words what there is: %s', async (...row) => {
	const [, exitCode, verdict, lists, other] = row;
	const report = await checkOf(canned(lists, other));
	expect(report).toMatchObject({ exitCode, verdict: expect.stringContaining(verdict) });
});

test('A server that is not there, a certificate, an answer that never ends: one request', async () => {
	const tls = await certificateFor('service');
	const gone = await checking('http://127.0.0.1:1');
	expect(gone.verdict).toContain('could not be reached: the connection was refused');
	const distrusted = await checkOf(canned([200, []]), {}, tls);
	expect(distrusted.verdict).toContain('its certificate is self-signed');
	const endless = await checkOf(trickling(50), { timeLimit: 300 });
	expect(endless.verdict).toContain('the request timed out');
	for (const { exitCode, starts } of [gone, distrusted, endless])
		expect([exitCode, starts.length]).toEqual([2, 1]);
	// Whose service it is stays out of the report.
	expect([gone, distrusted, endless].map(({ file }) => file).join()).not.toContain('127.0.0.1');
});

test('One request a second, each one announced; reading sends nothing', async () => {
	const { starts, lines } = await checking(sandbox.url);
	// A timer may be a little early.
	starts.slice(1).forEach((start, at) => expect(start - starts[at]).toBeGreaterThan(990));
	const announced = lines.flatMap((line) => /^\d+\. (\w+ \S+):/.exec(line)?.[1] ?? []);
	expect(sandbox.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(announced);
	expect(sandbox.requests.map(({ method }) => method)).toEqual(Array(6).fill('GET'));
});

test.each<[string, Fault, RegExp, number]>([
	['is cut off', 'cut-after', /look whether the text arrived/, 2],
	['is not OK', { status: 200, body: { status: 'queued', id: 7 } }, /the node needs OK/, 1],
	['is an error', { status: 500, body: 'Not connected' }, /your WhatsApp number is connected/, 2],
])(
	'A first message whose response %s is the only one, sent once',
	async (_, fault, sentence, code) => {
		sandbox.onSend = () => fault;
		const { verdict, exitCode } = await checking(sandbox.url, { sandbox });
		const posts = sandbox.requests.filter(({ method }) => method === 'POST');
		expect([posts.length, exitCode]).toEqual([1, code]);
		expect(verdict).toMatch(sentence);
	},
);

test('Nothing of the account is printed or handed on, whatever the service repeats', async () => {
	const apiKey = 'key-7f3a/91';
	const base64 = Buffer.from(apiKey).toString('base64');
	const own = ['Ayu', 'Bima Prakoso', 'Newsletter', '6281200000001', PHONE, apiKey];
	const said = [...own, encodeURIComponent(apiKey), base64].join();
	const repeated = Object.fromEntries(own.map((each) => [each, said]));
	const list = { ...repeated, id: said, title: 'Newsletter', contacts: 2, updated_at: said };
	const contact = { ...repeated, phone: '6281200000001', name: 'Ayu', is_group: said };
	const hostile: RequestListener = ({ url, headers, method }, response) => {
		const isRead = method === 'GET' && headers['api-key'] !== WRONG_KEY;
		const data = url === '/lists/' ? [list] : [contact, contact];
		const [status, body] = isRead ? [200, { status: 200, data }] : [500, { error: said }];
		const names = { 'x-ayu': said, 'x-ratelimit-limit': said, [`x-${PHONE}`]: '1' };
		response.writeHead(status, { 'content-type': 'application/json', ...names });
		response.end(JSON.stringify({ ...repeated, ...body }));
	};
	const read = await checkOf(hostile, { apiKey, sandbox });
	expect(read.file).toContain('x-ratelimit-limit');
	const named = await checkOf(hostile, { apiKey: 'x-ratelimit-limit' });
	expect(named.screen + named.file).not.toContain('x-ratelimit-limit');
	const failed = await checkOf(canned([418, { error: said, ...repeated }]), { apiKey });
	for (const text of [read.screen, read.file, failed.screen, failed.file])
		for (const secret of [...own, base64, '7f3a']) expect(text).not.toContain(secret);
});
