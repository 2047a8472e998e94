import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answering } from '../../rig/servers/answering';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { demoLists } from '../../sandbox/demoLists';
import { arrivalOf, type Dialect } from '../../sandbox/dialects';
import { check } from './check';
import { WRONG_KEY } from './reads';
import { ARRIVED, AS_SCHEDULED, AT_ONCE, type Sending } from './sends';

const PHONE = '6281234567890';
let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

/** A person with the phone that the sandbox sends to. */
const choose: Sending['choose'] = async (question, choices) => {
	const point = /^"(.+)"/.exec(question)?.[1];
	const message = sandbox.accepted.find(({ text }) => text.endsWith(`: ${point}`));
	if (!message) return choices.at(-1)!;
	const { at, buttons } = arrivalOf(message, sandbox.dialect);
	if (message.buttons) return String(buttons[0]);
	if (message.sendAt) return at > Date.now() + 100_000 ? AS_SCHEDULED : AT_ONCE;
	return ARRIVED;
};

async function checking(baseUrl = sandbox.url, apiKey = 'sandbox-key') {
	const lines: string[] = [];
	const say = (line: string) => void lines.push(line);
	const report = await check({ apiKey, baseUrl }, say, { phone: PHONE, choose }, 0);
	const rows = report.rows.map(({ point, seen, means }) => [point, `${seen} → ${means}`]);
	return { ...report, rows: Object.fromEntries(rows), lines };
}

/** What is seen of the service of the document, by point. */
const DOCUMENTED: Record<string, string> = {
	'Lists (§4.3)': `${demoLists().length} lists → works`,
	'A contact (§2.5)': 'as documented → works',
	'Page (§4.4)': 'a page of 100 → works; for more, the node requests all contacts',
	'all=true (§4.4)': '1250 contacts → works',
	'Unknown list (§7)': 'HTTP 404, JSON → works',
	'Wrong key (§5)': 'HTTP 404, JSON → works',
	'Text (§4.1)': 'it arrived → works',
	'File by URL (§4.2)': 'it arrived → works',
	'Upload (§4.2)': 'it arrived → works',
	'Buttons (§2.5)': 'A → enter buttons like "A"',
	'send_at (§4.2)': 'three minutes after it was sent → works',
};

/** Services that differ where the document leaves it open, and what is seen of each instead. */
const DIALECTS: Array<[what: string, dialect: Dialect, seen?: Record<string, string>]> = [
	['no difference', {}],
	['OK in quotes', { accepted: '"OK"' }],
	['a text for OK', { accepted: 'Message sent successfully.' }],
	['an object for OK', { accepted: { success: true, id: 'a1' } }],
	['a message for OK', { accepted: { status: 200, data: { id: 'a1' } } }],
	['a word for 200', { accepted: { status: 'queued', data: null } }],
	[
		'no page',
		{ noPage: true },
		{ 'Page (§4.4)': 'HTTP 404, JSON → turn Return All on in Get List Contacts' },
	],
	[
		'a page for all',
		{ all: 500 },
		{
			'all=true (§4.4)':
				'500 of 1250 → in Never Send To and Only Send To, use Numbers: lists come incomplete',
		},
	],
	[
		'errors in a success',
		{ error: (status, data) => [200, { status, data }] },
		{ 'Unknown list (§7)': 'HTTP 200, JSON → works', 'Wrong key (§5)': 'HTTP 200, JSON → works' },
	],
	['401 for a wrong key', { wrongKey: 401 }, { 'Wrong key (§5)': 'HTTP 401, JSON → works' }],
	[
		'an unknown list that is empty',
		{ unknownList: [] },
		{
			'Unknown list (§7)':
				'an empty list → keep every list that Never Send To names: without it, nobody is left out',
		},
	],
	[
		'no is_group',
		{ noGroups: true },
		{
			'A contact (§2.5)': 'no is_group → set Send To by hand: groups cannot be told from contacts',
		},
	],
	[
		'send_at in milliseconds',
		{ sendAt: 'milliseconds' },
		{
			'send_at (§4.2)':
				'at once → choose Milliseconds in the credential, as Unit of Scheduled Times',
		},
	],
	[
		'buttons with a text',
		{ button: (button) => Object(button).text },
		{ 'Buttons (§2.5)': 'B → enter buttons like {"text":"B"}' },
	],
];

const NAMED = DIALECTS.map(([what, dialect, seen]) => ({ what, dialect, seen }));

test.each(NAMED)('A service with $what is found out', async ({ dialect, seen }) => {
	sandbox.dialect = dialect;
	const { rows, exitCode, verdict } = await checking();
	const expected = { ...DOCUMENTED, ...seen };
	expect(rows).toEqual(expected);
	const settings = Object.values(expected).flatMap(
		(row) => / → (?!works)(.*)/.exec(row)?.[1] ?? [],
	);
	expect(verdict).toBe(`Works, with these settings: ${settings.join('; ')}.`);
	expect(exitCode).toBe(0);
	// Each message once.
	expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(5);
});

test('A server that is not there gets one request, and stays out of the report', async () => {
	const { verdict, exitCode, lines, text } = await checking('http://127.0.0.1:1');
	expect(verdict).toContain('could not be reached: the connection was refused');
	expect([exitCode, lines.length]).toEqual([2, 1]);
	expect(text).not.toContain('127.0.0.1');
});

test.each<[string, Fault, RegExp, number]>([
	['is cut off', 'cut-after', /look whether the text arrived/, 2],
	['is not OK', { status: 200, body: { status: 'pending' } }, /the node needs OK/, 1],
	['is an error', { status: 500, body: 'Not connected' }, /your WhatsApp number is connected/, 2],
])('A first message whose response %s is the only one', async (_, fault, sentence, code) => {
	sandbox.onSend = () => fault;
	const { verdict, exitCode } = await checking();
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
	const { text } = await checking(server.url, apiKey).finally(server.close);
	for (const secret of [...own, '7f3a']) expect(text).not.toContain(secret);
});

test('The command writes its file, sends only when told to, and takes no key as an argument', async () => {
	const cwd = mkdtempSync(path.join(tmpdir(), 'check-service-'));
	const run = async (...order: string[]) =>
		await new Promise<[unknown, string]>((resolve) => {
			const command = ['--import', require.resolve('tsx'), path.join(__dirname, 'cli.ts')];
			const options = { cwd, env: { ...process.env, API_KEY: 'key-7f3a/91' } };
			const all = [...command, '--url', sandbox.url, ...order];
			const running = execFile(process.execPath, all, options, (error, stdout, stderr) =>
				resolve([error?.code, stdout + stderr]),
			);
			running.stdin?.end('no\n');
		});
	const verdict = 'Could not be found out: the key is not valid, or Base URL is wrong: check both.';
	const [read, asked, refused] = await Promise.all([
		run(),
		run('--phone', '0812-3456-7890', '--country', '62'),
		run('--key', 'k'),
	]);
	expect(read).toEqual([2, expect.stringContaining(verdict)]);
	expect(read[1]).not.toContain('7f3a');
	expect(readFileSync(path.join(cwd, 'check-service.md'), 'utf8')).toContain(verdict);
	expect(asked).toEqual([2, expect.stringMatching(new RegExp(`to ${PHONE}: Nothing was sent`))]);
	expect(refused).toEqual([2, expect.stringContaining("option '--key'")]);
}, 300_000);
