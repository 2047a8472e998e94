import { errorOf, getLists, message, sendForm, sendJson, useSandbox, type Parts } from './client';

const holder = useSandbox();
const file = new File(['x'], 'a.txt');
const parts: Parts = Object.entries(message);
const form = { 'content-type': 'multipart/form-data; boundary=b' };

async function expectRejected(response: Response, reason: RegExp): Promise<void> {
	expect(response.status).toBe(400);
	expect(await errorOf(response)).toMatch(reason);
	expect(holder.sandbox.accepted).toEqual([]);
	expect(holder.sandbox.requests).toMatchObject([
		{ valid: false, accepted: false, status: 400, problem: expect.stringMatching(reason) },
	]);
}

const messageWith = (fields: object) => ({ ...message, ...fields });

it.each<[string, unknown, RegExp, Record<string, string>?]>([
	['an unknown field', messageWith({ caption: 'x' }), /"caption" is not a documented field/],
	['no text', messageWith({ text: undefined }), /"text" is missing/],
	['two recipients', messageWith({ group_id: 'g' }), /exactly one of "phone" and "group_id"/],
	['a local number', messageWith({ phone: '081234567890' }), /"phone" must be .* no leading 0/],
	['no URL', messageWith({ media_url: 'a.png' }), /"media_url" must be an http or https URL/],
	['a date', messageWith({ send_at: '2026-12-01' }), /"send_at" must be .* digits/],
	['a wrong type', messageWith({ isInteractive: 'true' }), /"isInteractive" must be boolean/],
	['an array', [message], /must be object/],
	['broken JSON', '{', /in JSON at position 1/],
	['a web form', message, /content-type/, { 'content-type': 'application/x-www-form-urlencoded' }],
	['an incomplete form', '--b\r\nnothing', /not readable as multipart/, form],
	['the key in a header', message, /"api-key" is not used/, { 'api-key': 'sandbox-key' }],
])('The sandbox rejects a send with %s', async (_what, body, reason, headers = {}) => {
	await expectRejected(await sendJson(holder.sandbox, body, headers), reason);
});

it.each<[string, Parts, RegExp]>([
	['an unknown field', [...parts, ['footer', 'x']], /"footer" is not a documented field/],
	['no phone', parts.slice(0, 2), /"phone" is missing/],
	['a field twice', [...parts, ['phone', '62811']], /"phone" is given twice/],
	['a file as text', [...parts.slice(0, 2), ['phone', file]], /"phone" must not be a file/],
])('The sandbox rejects an upload with %s', async (_what, body, reason) => {
	await expectRejected(await sendForm(holder.sandbox, body), reason);
});

it('The sandbox rejects a key in the query, and requires it in the header for lists', async () => {
	const { sandbox } = holder;
	const reason = /query parameter: "api_key" is not a documented field/;
	const asSend = await fetch(`${sandbox.url}/send?api_key=sandbox-key`, { method: 'POST' });
	expect(await errorOf(asSend)).toMatch(reason);
	expect(await errorOf(await getLists(sandbox, '?api_key=x'))).toMatch(reason);
	expect(await errorOf(await fetch(`${sandbox.url}/lists/`))).toMatch(/"api-key" is missing/);
});

it('With a wrong key a send gets HTTP 500 and a text, and the lists get HTTP 404', async () => {
	const { sandbox } = holder;
	const response = await sendJson(sandbox, { ...message, api_key: 'other' });
	expect([response.status, await response.text()]).toEqual([500, 'The API key is not valid']);
	for (const path of ['', sandbox.lists[0].id])
		expect((await getLists(sandbox, path, 'other')).status).toBe(404);
});

it('An unknown path gets HTTP 404 and is recorded', async () => {
	const response = await fetch(`${holder.sandbox.url}/lists`);
	expect(response.status).toBe(404);
	expect(await errorOf(response)).toMatch('no such address');
	const unknown = { method: 'GET', path: '/lists', valid: false };
	expect(holder.sandbox.requests).toMatchObject([unknown]);
});
