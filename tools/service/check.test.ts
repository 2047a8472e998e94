import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { answering, trickling } from '../../rig/servers/answering';
import { demoLists } from '../../sandbox/demoLists';
import { DIALECTS, type DialectName } from '../../sandbox/dialects';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { checking, PHONE } from './checking';
import { WRONG_KEY } from './reads';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

/** What is seen of the service of the document, by point. */
const DOCUMENTED: Record<string, string> = {
	'Lists (§4.3)': `${demoLists().length} lists → works`,
	'A contact (§2.5)': 'as documented → works',
	'Page (§4.4)': 'a page of 100 → works; for more, the node requests all contacts',
	'all=true (§4.4)': '1250 contacts → works',
	'Wrong key (§5)': 'HTTP 404, JSON { error } → works',
	'Unknown list (§7)': 'HTTP 404, JSON { error } → works',
	'Text (§4.1)': 'it arrived → works',
	'File by URL (§4.2)': 'it arrived → works',
	'Upload (§4.2)': 'it arrived → works',
	'Buttons (§2.5)': 'like "A" → works; enter buttons like this',
	'send_at (§4.2)': 'seconds → works',
};

/** What each dialect changes of it. */
const CHANGES: Record<DialectName, Record<string, string>> = {
	'no page': {
		'Page (§4.4)': 'HTTP 404, JSON { error } → turn Return All on in Get List Contacts',
	},
	'all is a page': {
		'all=true (§4.4)':
			'500 of 1250 → in Never Send To and Only Send To, use Numbers: lists come incomplete',
	},
	'errors in a success': {
		'Wrong key (§5)': 'HTTP 200, JSON { status, data } → works',
		'Unknown list (§7)': 'HTTP 200, JSON { status, data } → works',
	},
	'wrong key is 401': {
		'Wrong key (§5)': 'HTTP 401, JSON { error } → works',
	},
	'unknown list is empty': {
		'Unknown list (§7)':
			'an empty list → keep every list that Never Send To names: without it, nobody is left out',
	},
	'no is_group': {
		'A contact (§2.5)': 'no is_group → set Send To by hand: groups cannot be told from contacts',
	},
	'send_at in milliseconds': {
		'send_at (§4.2)': 'at once → choose Milliseconds in the credential, as Unit of Scheduled Times',
	},
	'buttons with a text': {
		'Buttons (§2.5)': 'like {"text":"B"} → works; enter buttons like this',
	},
};

test.each([undefined, ...(Object.keys(DIALECTS) as DialectName[])])(
	'Every point is named right, in the dialect %s',
	async (name) => {
		sandbox.dialect = name ? DIALECTS[name] : {};
		const { seen, exitCode, verdict } = await checking(sandbox.url, { sandbox });
		const expected = { ...DOCUMENTED, ...(name && CHANGES[name]) };
		expect(seen).toEqual(expected);
		const settings = Object.values(expected)
			.flatMap((row) => / → (?!works)(.*)/.exec(row)?.[1] ?? [])
			.join('; ');
		expect(verdict).toBe(settings ? `Works, with these settings: ${settings}.` : 'Works.');
		expect(exitCode).toBe(0);
		// Each message once.
		expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(5);
	},
);

test('A server that is not there, and one that never ends, get one request', async () => {
	const gone = await checking('http://127.0.0.1:1');
	expect(gone.verdict).toContain('could not be reached: the connection was refused');
	const server = await answering(trickling(50));
	const endless = await checking(server.url, { timeLimit: 300 }).finally(server.close);
	expect(endless.verdict).toContain('the request timed out');
	for (const { exitCode, requests, text } of [gone, endless]) {
		expect([exitCode, requests]).toEqual([2, 1]);
		// Whose service it is stays out of the report.
		expect(text).not.toContain('127.0.0.1');
	}
});

test.each<[string, Fault, RegExp, number]>([
	['is cut off', 'cut-after', /look whether the text arrived/, 2],
	['is not OK', { status: 200, body: { status: 'pending' } }, /the node needs OK/, 1],
	['is an error', { status: 500, body: 'Not connected' }, /your WhatsApp number is connected/, 2],
])('A first message whose response %s is the only one', async (_, fault, sentence, code) => {
	sandbox.onSend = () => fault;
	const { verdict, exitCode } = await checking(sandbox.url, { sandbox });
	const posts = sandbox.requests.filter(({ method }) => method === 'POST');
	expect([posts.length, exitCode]).toEqual([1, code]);
	expect(verdict).toMatch(sentence);
});

test('Nothing of the account is printed or handed on, whatever the service repeats', async () => {
	const apiKey = 'key-7f3a/91';
	const own = ['Ayu', 'Newsletter', '6281200000001', PHONE, apiKey];
	const said = [...own, encodeURIComponent(apiKey)].join();
	const repeated = Object.fromEntries(own.map((each) => [each, said]));
	const list = { ...repeated, id: said, title: 'Newsletter', contacts: 2, updated_at: said };
	const contact = { ...repeated, phone: '6281200000001', name: 'Ayu', is_group: said };
	const hostile: RequestListener = ({ url, headers, method }, response) => {
		const isRead = method === 'GET' && headers['api-key'] !== WRONG_KEY;
		const data = url === '/lists/' ? [list] : [contact, contact];
		const [status, body] = isRead ? [200, { status: 200, data }] : [500, { error: said }];
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ ...repeated, ...body }));
	};
	const server = await answering(hostile);
	const { text } = await checking(server.url, { apiKey, sandbox }).finally(server.close);
	for (const secret of [...own, '7f3a']) expect(text).not.toContain(secret);
});

test('The command writes its file, ends with the verdict, and takes no key as an argument', async () => {
	const cwd = mkdtempSync(path.join(tmpdir(), 'check-service-'));
	const run = async (...order: string[]) => {
		const command = ['--import', require.resolve('tsx'), path.join(__dirname, 'cli.ts'), ...order];
		const options = { cwd, env: { ...process.env, API_KEY: 'key-7f3a/91' } };
		const running = promisify(execFile)(process.execPath, command, options);
		const { code, stdout, stderr } = await running.catch((error) => error);
		return { code, output: stdout + stderr };
	};
	const { code, output } = await run('--url', sandbox.url);
	const verdict = 'Could not be found out: the key is not valid, or Base URL is wrong: check both.';
	expect([code, output]).toEqual([2, expect.stringContaining(verdict)]);
	expect(readFileSync(path.join(cwd, 'check-service.md'), 'utf8')).toContain(verdict);
	expect(output).not.toContain('7f3a');
	const refused = await run('--url', sandbox.url, '--key', 'k');
	expect(refused).toEqual({ code: 2, output: expect.stringContaining("option '--key'") });
}, 30_000);
