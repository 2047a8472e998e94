import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { startSandbox, type MultipartBody, type Sandbox } from '../../sandbox';
import type { RequestView } from '../../sandbox/views/requestView';
import { runCurl } from './bash';
import { getLists, message, sendForm, sendJson } from './client';

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
	sandbox = await startSandbox();
	folder = await mkdtemp(path.join(tmpdir(), 'curl-'));
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
	await sandbox.close();
	await rm(folder, { recursive: true });
});

/** The command that the page offers for the newest message. */
async function command(): Promise<string> {
	const all = (await (await fetch(`${sandbox.url}/messages`)).json()) as {
		messages: Array<{ seq: number }>;
	};
	const request = await fetch(`${sandbox.url}/messages/${all.messages.at(-1)?.seq}/request`);
	return ((await request.json()) as RequestView).curl ?? 'There is no command';
}

/** Runs the command in a real bash, and gives what arrived before and because of it. */
async function sentAgain(): Promise<[before: unknown, after: unknown]> {
	await runCurl(await command(), folder, 'sandbox-key');
	const [before, after] = sandbox.requests.slice(-2);
	const compared = ({ method, path: way, query, body }: typeof before) => {
		const form = body as Partial<MultipartBody> | undefined;
		// A copy of a file has another id.
		return {
			method,
			way,
			query,
			body: form?.files
				? { ...form, files: form.files.map((file) => ({ ...file, previewId: '' })) }
				: body,
		};
	};
	return [compared(before), compared(after)];
}

// Any text, some of it as a shell or curl would read it; no NUL, which no command can contain.
const RUNS = process.env.LONG ? 60 : 12;

const special = fc.constantFrom(
	"'",
	'"',
	'\\',
	'$API_KEY',
	'$(id)',
	'`id`',
	'!',
	'@file',
	'<',
	'\n',
	'\r\n',
	';type=x',
	'%41',
	'sandbox-key',
	'{a,b}',
	'🎉',
	'ä',
);
const anyText = fc
	.array(fc.oneof(special, fc.string({ unit: 'binary' })), { maxLength: 6 })
	.map((parts) => parts.join('').replaceAll('\0', ''));
// A multipart header has no line breaks, and its quote is written as %22 by every sender.
const fileName = anyText
	.map((name) => name.replace(/[\p{C}/\\"\r\n]/gu, '').trim())
	.filter((name) => !['', '.', '..'].includes(name) && Buffer.byteLength(name) < 200);

describe('The command, run by bash and curl,', () => {
	it('sends any JSON body again as it was', async () => {
		const body = fc.record(
			{
				text: anyText,
				phone: fc.constantFrom(message.phone, '0812', ''),
				footer: anyText,
				buttons: fc.array(fc.jsonValue()),
				more: fc.jsonValue(),
			},
			{ requiredKeys: [] },
		);
		await fc.assert(
			fc.asyncProperty(body, async (fields) => {
				await sendJson(sandbox, { api_key: 'sandbox-key', ...fields });
				const [before, after] = await sentAgain();
				expect(after).toEqual(before);
			}),
			{ numRuns: RUNS },
		);
	}, 60_000);

	it('sends any form again as it was, with its file', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyText,
				fileName,
				fc.uint8Array({ minLength: 1 }),
				async (text, name, bytes) => {
					const file = new File([bytes as Uint8Array<ArrayBuffer>], name, {
						type: 'application/pdf',
					});
					await writeFile(path.join(folder, name), bytes);
					await sendForm(sandbox, [...Object.entries({ ...message, text }), ['file', file]]);
					const [before, after] = await sentAgain();
					expect(after).toEqual(before);
				},
			),
			{ numRuns: RUNS },
		);
	}, 60_000);

	it('asks for lists again, with the key in its header', async () => {
		await getLists(sandbox, 'no%20such%20list?all=true');
		const [before, after] = await sentAgain();
		expect(after).toEqual(before);
		expect(sandbox.requests[1].headers['api-key']).toBe('sandbox-key');
	});
});

it('The key is the variable API_KEY in the command, whatever else the body has', async () => {
	await sendJson(sandbox, { ...message, text: "It's $5" });
	expect(await command()).toBe(
		[
			`curl ${sandbox.url}/send \\`,
			"  -H 'content-type: application/json' \\",
			`  --data-raw '{"api_key":"'"$API_KEY"'","text":"It'\\''s $5","phone":"6281234567890"}'`,
		].join('\n'),
	);
});

it('A file is named by its last part alone, and keeps the name that it was sent with', async () => {
	await sendForm(sandbox, [
		...Object.entries(message),
		['file', new File(['x'], '../../etc/passwd')],
	]);
	const { files } = sandbox.requests[0].body as MultipartBody;
	expect(await command()).toContain('file=@"passwd"');
	expect(await command()).not.toContain('@"..');
	expect(files).toHaveLength(1);
});
