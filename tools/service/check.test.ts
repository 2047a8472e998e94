import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { demoLists } from '../../sandbox/demoLists';
import type { Dialect } from '../../sandbox/dialects';
import { check } from './check';

const PHONE = '6281234567890';
let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

async function checking(baseUrl = sandbox.url) {
	const lines: string[] = [];
	const say = (line: string) => void lines.push(line);
	const report = await check({ apiKey: sandbox.apiKey, baseUrl }, say, PHONE, 0);
	// Nothing of the account, whatever the service repeats.
	for (const own of [sandbox.apiKey, PHONE, sandbox.lists[0].title, new URL(baseUrl).host])
		expect(report.text).not.toContain(own);
	const rows = report.rows.map(({ point, seen, means }) => [point, `${seen} → ${means}`]);
	const sent = sandbox.requests.filter(({ method }) => method === 'POST').length;
	return { ...report, rows: Object.fromEntries(rows), lines, sent };
}

const FILE = 'accepted → works; if it came without the file, do not send files in this way';
const accepted = expect.stringMatching(/^accepted → works; /);

/** What is seen of the service of the document, by point. */
const DOCUMENTED: Record<string, string> = {
	'Lists (§4.3)': `${demoLists().length} lists → works`,
	'A contact (§2.5)': 'as documented → works',
	'Page (§4.4)': 'a page of 100 → works; for more, the node requests all contacts',
	'all=true (§4.4)': '1250 contacts → works',
	'Unknown list (§7)': 'HTTP 404, JSON → works',
	'Text (§4.1)': accepted,
	'File by URL (§4.2)': FILE,
	'Upload (§4.2)': FILE,
	'Buttons (§2.5)': accepted,
	'send_at (§4.2)': accepted,
};

/** A service that differs where the document leaves it open: what is seen instead, and the setting for it. */
interface Service {
	what: string;
	dialect: Dialect;
	row?: [point: string, seen: string];
	setting?: string;
}
const SERVICES: Service[] = [
	{ what: 'no difference', dialect: {} },
	{ what: 'OK in quotes', dialect: { accepted: '"OK"' } },
	{ what: 'a text for OK', dialect: { accepted: 'Message sent successfully.' } },
	{ what: 'an object for OK', dialect: { accepted: { success: true, id: 'a1' } } },
	{ what: 'a message for OK', dialect: { accepted: { status: 200, data: { id: 'a1' } } } },
	{ what: 'a word for 200', dialect: { accepted: { status: 'queued', data: null } } },
	{
		what: 'no page',
		dialect: { noPage: true },
		row: ['Page (§4.4)', 'HTTP 404, JSON'],
		setting: 'turn Return All on in Get List Contacts',
	},
	{
		what: 'a page for all',
		dialect: { all: 500 },
		row: ['all=true (§4.4)', '500 of 1250'],
		setting: 'in Never Send To and Only Send To, use Numbers: lists come incomplete',
	},
	{
		what: 'errors in a success',
		dialect: { error: (status, data) => [200, { status, data }] },
		row: ['Unknown list (§7)', 'HTTP 200, JSON'],
	},
	{
		what: 'an unknown list that is empty',
		dialect: { unknownList: [] },
		row: ['Unknown list (§7)', 'an empty list'],
		setting: 'keep every list that Never Send To names: without it, nobody is left out',
	},
	{
		what: 'no is_group',
		dialect: { noGroups: true },
		row: ['A contact (§2.5)', 'no is_group'],
		setting: 'set Send To by hand: groups cannot be told from contacts',
	},
];

test.each(SERVICES)('A service with $what is found out', async ({ dialect, row, setting }) => {
	sandbox.dialect = dialect;
	const { rows, exitCode, verdict, sent } = await checking();
	const differs = row && { [row[0]]: `${row[1]} → ${setting ?? 'works'}` };
	expect(rows).toEqual({ ...DOCUMENTED, ...differs });
	expect(verdict).toMatch(/^Works, if the messages arrived/);
	expect(verdict.split(', with these settings: ')[1]).toBe(setting && `${setting}.`);
	expect([exitCode, sent]).toEqual([0, 5]);
});

test('A server that is not there gets one request, and stays out of the report', async () => {
	const { verdict, exitCode, lines } = await checking('http://127.0.0.1:1');
	expect(verdict).toContain('could not be reached: the connection was refused');
	expect([exitCode, lines.length]).toEqual([2, 1]);
});

test.each<[string, Fault, RegExp, number]>([
	['is cut off', 'cut-after', /look whether the text arrived/, 2],
	['is not OK', { status: 200, body: { status: 'pending' } }, /the node needs OK/, 1],
	[
		'is an error',
		{ status: 500, body: `No ${PHONE}, sandbox-key` },
		/your WhatsApp number is connected/,
		2,
	],
])('A first message whose response %s is the only one', async (_, fault, sentence, code) => {
	sandbox.onSend = () => fault;
	const { verdict, exitCode, sent } = await checking();
	expect([sent, exitCode]).toEqual([1, code]);
	expect(verdict).toMatch(sentence);
});

test('A scheduled message that is not accepted needs the other unit', async () => {
	sandbox.onSend = ({ body }) => ((body as IDataObject).send_at ? { status: 500 } : undefined);
	const { verdict, exitCode } = await checking();
	expect(verdict).toMatch(/settings: choose Milliseconds in the credential, as Unit of [^;]+\.$/);
	expect(exitCode).toBe(0);
});

test('The command writes its file, and sends only when told to', async () => {
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
	expect(await run()).toEqual([2, expect.stringMatching(new RegExp(`^(?!.*7f3a)[^]*${verdict}`))]);
	expect(readFileSync(path.join(cwd, 'check-service.md'), 'utf8')).toContain(verdict);
	const asked = await run('--phone', '0812-3456-7890', '--country', '62');
	expect(asked).toEqual([2, expect.stringContaining(`to ${PHONE}: Nothing was sent`)]);
}, 300_000);
