import { request } from 'node:http';
import { startSandbox, type Sandbox } from '../../sandbox';
import { errorOf, getLists, message, sendForm, sendJson } from './client';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const oneRecipient = /exactly one of "phone" and "group_id"/;
const file = new File(['x'], 'a.txt');

async function isRejected(response: Response, reason: RegExp): Promise<void> {
	expect(response.status).toBe(400);
	expect(await errorOf(response)).toMatch(reason);
	expect(sandbox.accepted).toEqual([]);
	expect(sandbox.requests).toMatchObject([
		{ valid: false, accepted: false, status: 400, problem: expect.stringMatching(reason) },
	]);
}

describe('A send in JSON is rejected with the field and the reason', () => {
	it.each<[object, RegExp]>([
		[{ caption: 'x' }, /"caption" is not a documented field/],
		[{ parts: [], files: [] }, /"parts" is not a documented field/],
		[{ text: undefined }, /"text" is missing/],
		[{ api_key: undefined }, /"api_key" is missing/],
		[{ api_key: '' }, /"api_key" must not be empty/],
		[{ phone: undefined }, oneRecipient],
		[{ group_id: 'g' }, oneRecipient],
		[{ phone: '081234567890' }, /"phone" must be .* no leading 0/],
		[{ phone: '+6281234567890' }, /"phone" must be .* digits only/],
		[{ phone: 6281234567890 }, /"phone" must be of type string/],
		[{ media_url: 'photo.png' }, /"media_url" must be an http or https URL/],
		[{ send_at: '2026-12-01' }, /"send_at" must be .* digits/],
		[{ send_at: 1796090400 }, /"send_at" must be of type string/],
		[{ buttons: '[]' }, /"buttons" must be of type array/],
		[{ isInteractive: 'true' }, /"isInteractive" must be of type boolean/],
	])('for %j', async (change, reason) => {
		await isRejected(await sendJson(sandbox, { ...message, ...change }), reason);
	});

	it.each([
		['a list', [message], /must be a JSON object/],
		['JSON inside of JSON', JSON.stringify(JSON.stringify(message)), /must be a JSON object/],
		['broken', '{', /is not valid JSON/],
		['empty', '', /is not valid JSON/],
	])('where the body is %s', async (_what, body, reason) => {
		await isRejected(await sendJson(sandbox, body), reason);
	});

	it.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense'])(
		'where its type is %s',
		async (type) => {
			await isRejected(await sendJson(sandbox, message, { 'content-type': type }), /content-type/);
		},
	);
});

describe('An upload is rejected', () => {
	const parts = Object.entries(message) as Array<[string, string | File]>;

	it.each<[string, Array<[string, string | File]>, RegExp]>([
		['another field', [...parts, ['footer', 'x']], /"footer" is not a documented field/],
		['no phone', parts.slice(0, 2), /"phone" is missing/],
		['a field twice', [...parts, ['phone', '62811']], /"phone" is given twice/],
		['a text as file', [...parts, ['file', 'text']], /"file" must be a file/],
		['a file as text', [...parts.slice(0, 2), ['phone', file]], /"phone" must not be a file/],
	])('with %s', async (_what, body, reason) => {
		await isRejected(await sendForm(sandbox, body), reason);
	});

	it('that breaks off', async () => {
		const headers = { 'content-type': 'multipart/form-data; boundary=b' };
		const response = await sendJson(sandbox, '--b\r\nnothing', headers);
		await isRejected(response, /not readable as multipart/);
	});
});

describe('The API key', () => {
	it('is rejected in the query of a send, and of the lists', async () => {
		const reason = /query parameter: "api_key" is not a documented field/;
		const asSend = await fetch(`${sandbox.url}/send?api_key=sandbox-key`, { method: 'POST' });
		expect(await errorOf(asSend)).toMatch(reason);
		expect(await errorOf(await getLists(sandbox, '?api_key=x'))).toMatch(reason);
	});

	it('is rejected in the header of a send, because the body has it', async () => {
		const response = await sendJson(sandbox, message, { 'api-key': 'sandbox-key' });
		await isRejected(response, /header "api-key" is not used/);
	});

	it('is required in the header of the lists', async () => {
		await isRejected(await fetch(`${sandbox.url}/lists/`), /"api-key" is missing/);
	});

	it('that is wrong makes a send respond with 500 and a text, and the lists with 404', async () => {
		const response = await sendJson(sandbox, { ...message, api_key: 'other' });
		expect([response.status, await response.text()]).toEqual([500, 'The API key is not valid']);
		expect((await getLists(sandbox, '', 'other')).status).toBe(404);
		expect((await getLists(sandbox, sandbox.lists[0].id, 'other')).status).toBe(404);
	});
});

it('A request for lists is rejected with a body, and with an "all" that is neither true nor false', async () => {
	const body = Buffer.from('{}');
	const status = await new Promise((resolve) => {
		const headers = { 'api-key': 'sandbox-key', 'content-length': body.length };
		request(`${sandbox.url}/lists/`, { headers }, (response) => {
			resolve(response.resume().statusCode);
		}).end(body);
	});
	expect(status).toBe(400);
	expect((await getLists(sandbox, `${sandbox.lists[0].id}?all=yes`)).status).toBe(400);
});

it('A path that the service does not have responds with 404 and is recorded', async () => {
	const response = await fetch(`${sandbox.url}/lists`);
	expect(response.status).toBe(404);
	expect(await errorOf(response)).toBe('The service has no GET /lists');
	expect(sandbox.requests).toMatchObject([{ method: 'GET', path: '/lists', valid: false }]);
});
