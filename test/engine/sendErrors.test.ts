import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const TO = String(recipients(1)[0].json.phone);

async function failureOf(fault: Fault, parameters: INodeParameters = {}) {
	holder.sandbox.onSend = () => fault;
	return await failure(parameters);
}

async function failure(parameters: INodeParameters = {}, baseUrl = holder.sandbox.url) {
	const credentials = { whatsAppSenderApi: { apiKey: holder.sandbox.apiKey, baseUrl } };
	const { error, items } = await sendTexts(holder.sandbox, {
		items: recipients(1),
		parameters,
		credentials,
	});
	expect(items).toEqual([]);
	return { message: error?.message, description: error?.description, error };
}

const html = '<!doctype html><title>Bad Gateway</title><body>nginx';

describe('a response that is not a success', () => {
	test.each<[string, Fault, string]>([
		[
			'plain text',
			{ status: 500, body: 'Number is not on WhatsApp' },
			'(HTTP 500): Number is not on WhatsApp',
		],
		['JSON error', { status: 500, body: { error: 'Not connected' } }, '(HTTP 500): Not connected'],
		['JSON message', { status: 422, body: { message: 'Bad phone' } }, '(HTTP 422): Bad phone'],
		['a nested message', { status: 500, body: { error: { message: 'Deep' } } }, '(HTTP 500): Deep'],
		[
			'an HTML page',
			{ status: 502, body: html, contentType: 'text/html' },
			'(HTTP 502): Bad Gateway. This came from a gateway, so the message may already have been sent',
		],
		['nothing', { status: 503, body: '' }, '(HTTP 503): Service Unavailable'],
		[
			"the network's own words",
			{ status: 500, body: 'connect ECONNREFUSED 10.0.0.1' },
			'(HTTP 500): connect ECONNREFUSED 10.0.0.1',
		],
		[
			'an envelope under HTTP 200',
			{ status: 200, body: { status: 500, data: 'No signal' } },
			'(HTTP 500): No signal',
		],
		['too many', { status: 429, body: 'Slow down' }, '(HTTP 429): Slow down'],
		['unauthorised', { status: 401, body: 'Who?' }, '(HTTP 401): Who?'],
	])('names the text of the service: %s', async (_case, fault, expected) => {
		const { message, error } = await failureOf(fault);
		expect(message).toBe(`Message to ${TO} was not accepted ${expected}`);
		expect(error?.name).toBe('NodeApiError');
		expect(holder.sandbox.requests).toHaveLength(1);
	});

	test('with a long text is cut at 300 characters', async () => {
		const { message } = await failureOf({ status: 500, body: 'x'.repeat(10_000) });
		expect(message?.split(': ')[1]).toHaveLength(300);
	});

	test('429 points at the delay options', async () => {
		const { description } = await failureOf({ status: 429, body: 'Slow down' });
		expect(description).toMatch(/Minimum and Maximum Delay/);
	});

	test('a redirect is not followed and says to correct the Base URL', async () => {
		const headers = { location: `${holder.sandbox.url}/elsewhere` };
		const { message } = await failureOf({ status: 302, body: '', headers });
		expect(message).toMatch(
			new RegExp(`^Message to ${TO} was not accepted \\(HTTP 302\\): .*Base URL`),
		);
		expect(holder.sandbox.requests).toHaveLength(1);
	});

	test.each<[string, Fault]>([
		['an HTML page', { status: 200, body: html, contentType: 'text/html' }],
		['broken JSON', { status: 200, body: '{"status":200,"da', contentType: 'application/json' }],
		['another text', { status: 200, body: 'Queued' }],
		['an envelope without OK', { status: 200, body: { status: 200, data: 'FAILED' } }],
		['nothing', { status: 200, body: '' }],
		['an empty object', { status: 200, body: {} }],
	])('a success that acknowledges nothing is never reported as sent: %s', async (_case, fault) => {
		const { message } = await failureOf(fault);
		expect(message).toMatch(/^The service answered HTTP 200 with .*check the Base URL/);
		expect(message).toContain(`The message to ${TO} may already have been sent`);
	});
});

describe('no response', () => {
	test('because nothing listens there', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await new Promise((resolve) => server.once('listening', resolve));
		const { port } = server.address() as AddressInfo;
		await new Promise((resolve) => server.close(resolve));
		const { message } = await failure({}, `http://127.0.0.1:${port}`);
		expect(message).toBe(
			`The service at 127.0.0.1:${port} could not be reached: the connection was refused. The message to ${TO} was not sent`,
		);
	});

	test('because there is no such host', async () => {
		const { message } = await failure({}, 'http://no-such-host.invalid');
		expect(message).toMatch(/^The service at no-such-host\.invalid could not be reached: /);
	});

	test.each<[string, Fault, INodeParameters]>([
		['the connection was closed', 'cut-after', {}],
		['the connection was closed', 'cut-before', {}],
		['the request timed out', { delay: 1000 }, { requestOptions: { timeout: 100 } }],
	])('says that the message may already have been sent: %s', async (reason, fault, parameters) => {
		const { message } = await failureOf(fault, parameters);
		const host = new URL(holder.sandbox.url).host;
		expect(message).toBe(
			`No answer from ${host}: ${reason}. The message to ${TO} may already have been sent`,
		);
		expect(holder.sandbox.requests).toHaveLength(1);
	});
});

describe('bad input', () => {
	test.each<[string, INodeParameters, RegExp]>([
		['an empty phone', { phone: '={{ "" }}' }, /^Phone "" is empty: /],
		[
			'a leading 0',
			{ phone: '081234567890' },
			/^Phone "081234567890" starts with 0: write it with the country code, e\.g\. 6281234567890, or set Default Country Code$/,
		],
		['letters', { phone: 'call me' }, /^Phone "call me" is not a phone number/],
		['too few digits', { phone: '1234567' }, /^Phone "1234567" is too short/],
		['too many digits', { phone: '1234567890123456' }, /^Phone "1234567890123456" is too long/],
		['a list', { phone: '={{ ["1"] }}' }, /^Phone is a list, not a number/],
		['an empty text', { text: '={{ "" }}' }, /^Text is empty/],
		['an object as text', { text: '={{ ({ a: 1 }) }}' }, /^Text is an object, not text/],
		['no group', { recipientType: 'group', groupId: ' ' }, /^Group ID is empty/],
		[
			'buttons that are no array',
			{ isInteractive: true, buttons: '{"text":"Yes"}' },
			/^Buttons ".*" is not a JSON array/,
		],
		[
			'buttons that are no JSON',
			{ isInteractive: true, buttons: '[oops' },
			/^Buttons "\[oops" is not a JSON array/,
		],
		[
			'a date that is none',
			{ options: { sendAt: 'tomorrow' } },
			/^Send At "tomorrow" is not a date and time/,
		],
		[
			'a country code that is none',
			{ options: { countryCode: 'ID' } },
			/^Default Country Code "ID" is not a country code/,
		],
		[
			'a delay that is none',
			{ options: { minDelay: -1 } },
			/^Minimum Delay "-1" is not a number of seconds/,
		],
		// In the routing, n8n itself refuses it.
		[
			'a proxy that is not an address',
			{ requestOptions: { proxy: 'none' } },
			/^Proxy is not a web address/,
		],
		['no media', { operation: 'sendMedia', mediaUrl: '={{ "" }}' }, /^Media URL is empty/],
		[
			'media that is no address',
			{ operation: 'sendMedia', mediaUrl: 'example.com/a.png' },
			/^Media URL "example\.com\/a\.png" is not a web address/,
		],
		[
			'media of the wrong kind',
			{ operation: 'sendMedia', mediaUrl: 'file:///etc/passwd' },
			/^Media URL "file:\/\/\/etc\/passwd" is not a web address/,
		],
	])(
		'is refused with the field, the value and the fix: %s',
		async (_case, parameters, expected) => {
			const { message, error } = await failure(parameters);
			expect(message).toMatch(expected);
			expect(error?.name).toBe('NodeOperationError');
			expect(error?.context?.itemIndex).toBe(0);
			expect(holder.sandbox.requests).toHaveLength(0);
		},
	);

	test('an item that is no contact says what to connect', async () => {
		const { error } = await sendTexts(holder.sandbox, {
			items: [{ json: { name: 'Ayu' } }],
			parameters: { recipientType: 'contact', text: 'Hi' },
		});
		expect(error?.message).toMatch(
			/^The input item has no phone to send to: connect Get List Contacts/,
		);
		expect(holder.sandbox.requests).toHaveLength(0);
	});

	test.each([
		'',
		'api.example.com',
		'ftp://example.com',
		'https://a:b@example.com',
		'https://example.com/?x=1',
	])(
		'a Base URL that is not an address is refused before anything is sent: %j',
		async (baseUrl) => {
			const { message } = await failure({}, baseUrl);
			expect(message).toMatch(/^Base URL /);
			expect(message).not.toContain('a:b');
		},
	);
});
