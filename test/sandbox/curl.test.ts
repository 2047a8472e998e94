import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { RecordedRequest } from '../../sandbox';
import { curlCommand } from '../../sandbox/views/curl';

const URL = 'http://127.0.0.1:8089';
const RUNS = process.env.LONG ? 200 : 12;

/** The words that bash gives to curl, with the key in its variable. */
async function words(request: object): Promise<string[]> {
	const sent = { method: 'POST', url: '/send', query: {}, headers: {}, ...request };
	const command = curlCommand(sent as RecordedRequest, URL, ['the-key']);
	const { stdout } = await promisify(execFile)(
		'bash',
		['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`],
		{ env: { ...process.env, API_KEY: 'the-key' } },
	);
	return stdout.split('\0').slice(0, -1);
}

// Any text, some of it as a shell or curl would read it; no NUL, which no command can contain.
const special = [
	...["'", '"', '\\', '$API_KEY', '$(id)', '`id`', '!', '@file', '<', '\n', '\r\n', ';type=x'],
	...['%41', 'the-key', '{a,b}', '🎉', 'ä'],
];
const anyText = fc
	.array(fc.oneof(fc.constantFrom(...special), fc.string({ unit: 'binary' })), { maxLength: 6 })
	.map((parts) => parts.join('').replaceAll('\0', ''));

describe('The command, run by bash,', () => {
	it('sends any JSON body as it was', async () => {
		const body = fc.record({ text: anyText, buttons: fc.array(fc.jsonValue()), more: anyText });
		const headers = ['-H', 'content-type: application/json'];
		await fc.assert(
			fc.asyncProperty(body, async (fields) => {
				const sent = { api_key: 'the-key', ...fields };
				const given = await words({ contentType: 'application/json', body: sent });
				expect(given).toEqual([`${URL}/send`, ...headers, '--data-raw', JSON.stringify(sent)]);
			}),
			{ numRuns: RUNS },
		);
	}, 60_000);

	it('sends any form as it was', async () => {
		await fc.assert(
			fc.asyncProperty(anyText, async (text) => {
				const body = {
					fields: { api_key: 'the-key', text },
					parts: ['api_key', 'text'],
					files: [],
				};
				const form = ['--form-string', 'api_key=the-key', '--form-string', `text=${text}`];
				expect(await words({ body })).toEqual([`${URL}/send`, ...form]);
			}),
			{ numRuns: RUNS },
		);
	}, 60_000);

	it.each([
		['invoice.pdf', '@"invoice.pdf";type=text/plain'],
		[`it's "1" \\ 2.txt`, String.raw`@" 2.txt";filename="it's \"1\" \\ 2.txt";type=text/plain`],
		['../../etc/passwd', '@"passwd";filename="../../etc/passwd";type=text/plain'],
	])('sends the file %s under its name, from the working folder', async (filename, word) => {
		const file = { field: 'file', filename, mimetype: 'text/plain' };
		const given = await words({ body: { fields: {}, parts: ['file'], files: [file] } });
		expect(given).toEqual([`${URL}/send`, '-F', `file=${word}`]);
	});

	it('requests lists, with the key in its header, its address and its query', async () => {
		const url = '/lists/the-key?all=true&api_key=the-key&more=[a]';
		const request = { method: 'GET', url, headers: { 'api-key': 'the-key' } };
		const address = `${URL}/lists/the-key?all=true&api_key=the-key&more=[a]`;
		expect(await words(request)).toEqual(['--globoff', address, '-H', 'api-key: the-key']);
	});
});

it('The key is the variable API_KEY in the command', () => {
	const body = { api_key: 'the-key', text: "It's $5" };
	const request = { method: 'POST', url: '/send', headers: {}, contentType: 'text/json', body };
	expect(curlCommand(request as never, URL, ['the-key'])?.split(' \\\n  ')).toEqual([
		`curl ${URL}/send`,
		"-H 'content-type: text/json'",
		`--data-raw '{"api_key":"'"$API_KEY"'","text":"It'\\''s $5"}'`,
	]);
});
