import { startSandbox, type Sandbox } from '../../sandbox';
import { errorOf, getLists, message, sendForm, sendJson, unaddressed } from './client';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

describe('A send in JSON is rejected with the field and the reason when', () => {
	it.each([
		[
			'a field is not documented',
			{ ...message, caption: 'x' },
			/"caption" is not a documented field/,
		],
		[
			'it looks like a form',
			{ ...message, parts: [], files: [] },
			/"parts" is not a documented field/,
		],
		['the text is missing', { ...message, text: undefined }, /"text" is missing/],
		['the API key is missing', { ...message, api_key: undefined }, /"api_key" is missing/],
		['there is no recipient', unaddressed, /exactly one of "phone" and "group_id"/],
		[
			'there are two recipients',
			{ ...message, group_id: 'g' },
			/exactly one of "phone" and "group_id"/,
		],
		[
			'the phone begins with 0',
			{ ...message, phone: '081234567890' },
			/"phone" must be .* no leading 0/,
		],
		[
			'the phone has a plus sign',
			{ ...message, phone: '+6281234567890' },
			/"phone" must be .* digits only/,
		],
		[
			'the phone is a number',
			{ ...message, phone: 6281234567890 },
			/"phone" must be of type string/,
		],
		[
			'the media URL is none',
			{ ...message, media_url: 'photo.png' },
			/"media_url" must be an http or https URL/,
		],
		['send_at is a date', { ...message, send_at: '2026-12-01' }, /"send_at" must be .* digits/],
		[
			'send_at is a number',
			{ ...message, send_at: 1796090400 },
			/"send_at" must be of type string/,
		],
		['buttons are text', { ...message, buttons: '[]' }, /"buttons" must be of type array/],
		[
			'isInteractive is text',
			{ ...message, isInteractive: 'true' },
			/"isInteractive" must be of type boolean/,
		],
		['the body is a list', [message], /must be a JSON object/],
		[
			'the body is JSON inside of JSON',
			JSON.stringify(JSON.stringify(message)),
			/must be a JSON object/,
		],
		['the body is not JSON', '{', /is not valid JSON/],
		['the body is empty', '', /is not valid JSON/],
	])('%s', async (_when, body, reason) => {
		const response = await sendJson(sandbox, body);
		expect(response.status).toBe(400);
		expect(await errorOf(response)).toMatch(reason);
		expect(sandbox.accepted).toEqual([]);
		expect(sandbox.requests[0]).toMatchObject({
			valid: false,
			accepted: false,
			status: 400,
			problem: expect.any(String),
		});
	});
});

describe('An upload is rejected when', () => {
	const parts = Object.entries(message) as Array<[string, string | File]>;
	const file = new File(['x'], 'a.txt');
	it.each([
		[
			'a field is not of the upload form',
			[...parts, ['footer', 'x']],
			/"footer" is not a documented field/,
		],
		['the phone is missing', parts.slice(0, 2), /"phone" is missing/],
		['a field is given twice', [...parts, ['phone', '62811']], /"phone" is given twice/],
		['the file is text', [...parts, ['file', 'text']], /"file" must be a file/],
		['a text is a file', [...parts.slice(0, 2), ['phone', file]], /"phone" must not be a file/],
	] as Array<[string, Array<[string, string | File]>, RegExp]>)(
		'%s',
		async (_when, body, reason) => {
			const response = await sendForm(sandbox, body);
			expect(response.status).toBe(400);
			expect(await errorOf(response)).toMatch(reason);
			expect(sandbox.accepted).toEqual([]);
		},
	);

	it('its body breaks off', async () => {
		const response = await sendJson(sandbox, '--b\r\nnothing', {
			'content-type': 'multipart/form-data; boundary=b',
		});
		expect(await errorOf(response)).toMatch(/not readable as multipart/);
	});
});

describe('The API key', () => {
	it('is rejected in the query of a send', async () => {
		const response = await fetch(`${sandbox.url}/send?api_key=sandbox-key`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(message),
		});
		expect(await errorOf(response)).toMatch(/query parameter: "api_key" is not a documented field/);
	});

	it('is rejected in the header of a send, because the body has it', async () => {
		const response = await sendJson(sandbox, message, { 'api-key': 'sandbox-key' });
		expect(await errorOf(response)).toMatch(/header "api-key" is not used/);
	});

	it('that is wrong makes a send respond with 500 and a text', async () => {
		const response = await sendJson(sandbox, { ...message, api_key: 'other' });
		expect([response.status, await response.text()]).toEqual([500, 'The API key is not valid']);
	});

	it('that is wrong makes the lists respond with 404', async () => {
		expect((await getLists(sandbox, '', 'other')).status).toBe(404);
		expect((await getLists(sandbox, sandbox.lists[0].id, 'other')).status).toBe(404);
	});

	it('is required in the header of the lists, and rejected in their query', async () => {
		expect(await errorOf(await fetch(`${sandbox.url}/lists/`))).toMatch(/"api-key" is missing/);
		expect(await errorOf(await getLists(sandbox, '?api_key=x'))).toMatch(
			/"api_key" is not a documented field/,
		);
	});
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense'])(
	'A body of type %s is rejected',
	async (type) => {
		const response = await sendJson(sandbox, message, { 'content-type': type });
		expect(response.status).toBe(400);
		expect(await errorOf(response)).toMatch(/content-type/);
	},
);

it('A path the service does not have responds with 404 and is recorded', async () => {
	const response = await fetch(`${sandbox.url}/lists`);
	expect([response.status, await errorOf(response)]).toEqual([
		404,
		'The service has no GET /lists',
	]);
	expect(sandbox.requests).toMatchObject([{ method: 'GET', path: '/lists', valid: false }]);
});
