import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { RecordedRequest } from '../../sandbox';
import { viewRequest } from '../../sandbox/page/view';

const URL = 'http://127.0.0.1:8089';
const RUNS = process.env.LONG ? 200 : 12;
const json = { contentType: 'application/json' };

function commandOf(request: object): string {
	const sent = { method: 'POST', url: '/send', query: {}, headers: {}, ...request };
	return viewRequest(sent as RecordedRequest, URL, 'the-key').curl!;
}

/** The words that bash gives to curl, with the key in its variable. */
async function words(request: object): Promise<string[]> {
	const script = `curl() { printf '%s\\0' "$@"; }\n${commandOf(request)}`;
	const env = { ...process.env, API_KEY: 'the-key' };
	const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
	return stdout.split('\0').slice(0, -1);
}

/** A form with these fields, and perhaps a file. */
function form(fields: Record<string, string>, filename?: string) {
	const files = filename ? [{ field: 'file', filename, mimetype: 'text/plain' }] : [];
	const parts = [...Object.keys(fields), ...files.map(({ field }) => field)];
	return { contentType: 'multipart/form-data; boundary=b', body: { fields, files, parts } };
}

// Any text, some of it as a shell or curl would read it; no NUL, which no command can contain.
const special = String.raw`' " \ $API_KEY $(id) ! @file < ;type=x %41 the-key {a,b} 🎉 ä`.split(
	' ',
);
const anyText = fc
	.array(
		fc.oneof(fc.constantFrom(...special, '`id`', '\n', '\r\n'), fc.string({ unit: 'binary' })),
		{ maxLength: 6 },
	)
	.map((parts) => parts.join('').replaceAll('\0', ''));

it('The command, run by bash, sends any JSON body and any form as it was', async () => {
	await fc.assert(
		fc.asyncProperty(anyText, fc.array(fc.jsonValue()), async (text, buttons) => {
			const body = { api_key: 'the-key', text, buttons };
			expect(await words({ ...json, body })).toEqual([
				...[`${URL}/send`, '-H', 'content-type: application/json'],
				...['--data-raw', JSON.stringify(body)],
			]);
			expect(await words(form({ api_key: 'the-key', text }))).toEqual([
				...[`${URL}/send`, '--form-string', 'api_key=the-key'],
				...['--form-string', `text=${text}`],
			]);
		}),
		{ numRuns: RUNS },
	);
}, 60_000);

it.each([
	['invoice.pdf', '@"invoice.pdf";type=text/plain'],
	[`it's "1" \\ 2.txt`, String.raw`@" 2.txt";filename="it's \"1\" \\ 2.txt";type=text/plain`],
	['../../etc/passwd', '@"passwd";filename="../../etc/passwd";type=text/plain'],
])('It sends the file %s under its name, from the working folder', async (filename, word) => {
	expect(await words(form({}, filename))).toEqual([`${URL}/send`, '-F', `file=${word}`]);
});

it('It requests lists, with the key in its header, its address and its query', async () => {
	const url = '/lists/the-key?all=true&api_key=the-key&more=[a]';
	const request = { method: 'GET', url, headers: { 'api-key': 'the-key' } };
	expect(await words(request)).toEqual(['--globoff', URL + url, '-H', 'api-key: the-key']);
});

it('The key is the variable API_KEY in it', () => {
	const body = { api_key: 'the-key', text: "It's $5" };
	expect(commandOf({ ...json, body }).split(' \\\n  ')).toEqual([
		`curl ${URL}/send`,
		"-H 'content-type: application/json'",
		`--data-raw '{"api_key":"'"$API_KEY"'","text":"It'\\''s $5"}'`,
	]);
});
