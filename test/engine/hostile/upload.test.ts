import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import type { MultipartBody } from '../../../sandbox';
import { sendTexts, useSandbox } from '../sandbox';
import { expectCivil, forAny, NASTY_TEXTS, text } from './input';

const holder = useSandbox({ rawBodies: true });
const PHONE = '6281234567890';

interface Upload {
	fileName?: string;
	mimeType?: string;
	text?: string;
	option?: string;
}

/** Uploads a file of three bytes. */
async function upload({ fileName = 'a.pdf', mimeType = 'text/plain', ...given }: Upload) {
	const { sandbox } = holder;
	sandbox.reset();
	const data = { data: Buffer.from('abc').toString('base64'), mimeType, fileName };
	const json = { text: given.text ?? 'Hi', option: given.option ?? '' };
	const parameters: INodeParameters = {
		operation: 'sendMedia',
		mediaSource: 'binary',
		phone: PHONE,
		options: { fileName: '={{ $json.option }}' },
	};
	const outcome = await sendTexts(sandbox, { items: [{ json, binary: { data } }], parameters });
	expectCivil(outcome);
	const [request] = sandbox.requests;
	return { outcome, request, body: request?.body as MultipartBody };
}

/** Exactly the documented parts, each with exactly the headers that its kind has. */
function expectWholeForm({ request, body }: Awaited<ReturnType<typeof upload>>, sent: string) {
	expect(request.problem).toBeUndefined();
	expect(body.parts).toEqual(['api_key', 'text', 'phone', 'file']);
	expect(body.fields).toEqual({ api_key: 'sandbox-key', text: sent.toWellFormed(), phone: PHONE });
	expect(body.files).toHaveLength(1);
	const boundary = /boundary=(.+)$/.exec(String(request.contentType))?.[1] ?? 'none';
	const parts = String(request.rawBody).split(`--${boundary}`).slice(1, -1);
	expect(parts).toHaveLength(4);
	const heads = parts.map((part) => part.split('\r\n\r\n')[0].trim().split('\r\n'));
	for (const lines of heads) {
		const names = lines.map((line) => line.split(':')[0].toLowerCase());
		expect([1, 2]).toContain(names.length);
		expect(names.toSorted()).toEqual(
			['content-disposition', 'content-type'].slice(0, names.length),
		);
	}
	expect(Number(request.headers['content-length'])).toBe(request.rawBody?.length);
}

test.each(NASTY_TEXTS)(
	'%j as file name and as text adds no header and no part',
	async (fileName) => {
		for (const given of [{ fileName }, { option: fileName }, { fileName, text: fileName }]) {
			const sent = await upload(given);
			if (!sent.request) {
				expect(sent.outcome.error?.message).toMatch(/^Text is empty/);
				continue;
			}
			expectWholeForm(sent, given.text ?? 'Hi');
			const name = sent.body.files[0].filename;
			expect(name).not.toMatch(/[\p{Cc}\p{Cf}/\\"]/u);
			expect(name).not.toMatch(/^\.*$/);
		}
	},
);

test.each([
	'text/html\r\nX-Injected: yes',
	'a\r\n\r\nb',
	'application/pdf; name="x"',
	'',
	'…/…',
	'__proto__',
])('the file type %j adds no header and no part', async (mimeType) => {
	expectWholeForm(await upload({ mimeType }), 'Hi');
});

test('any file name, type and text leave the form whole', async () => {
	const uploads = fc.record({ fileName: text, mimeType: text, text, option: text });
	await forAny(uploads, async (given) => {
		const sent = await upload(given);
		if (sent.request) expectWholeForm(sent, given.text);
		else expect(sent.outcome.error?.message).toMatch(/^Text is empty/);
	});
});

test('a file name of 5 MB is cut to one that a file can have', async () => {
	const sent = await upload({ option: `${'🌻'.repeat(1_250_000)}.pdf` });
	expectWholeForm(sent, 'Hi');
	expect(Buffer.byteLength(sent.body.files[0].filename)).toBeLessThanOrEqual(200);
	expect(sent.body.files[0].filename).toMatch(/\.pdf$/);
});
