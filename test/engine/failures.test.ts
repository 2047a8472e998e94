import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { PHONE, useBothPaths, sendTexts, type SendOptions } from './sandbox';
import { listOf } from './broadcasts';

const { holder, byBoth } = useBothPaths();

describe('By its turns and by the routing, the node refuses, and sends nothing:', () => {
	const media = { operation: 'sendMedia', mediaUrl: 'https://example.com/a.pdf' };
	const upload = { operation: 'sendMedia', mediaSource: 'binary' };
	// The form shows both sources then.
	const uploadByExpression = { ...media, mediaSource: '={{ "binary" }}' };
	const group = { recipientType: 'group', groupId: 'g@g.us' };
	const contact = { recipientType: 'contact' };
	const scheduled = { options: { sendAt: '2036-12-01T09:00:00' } };
	const onlyTo = 'but uploads can only go to a phone number';

	const option = (name: string, value: unknown, message: string): [INodeParameters, string] => [
		{ options: { [name]: value } as INodeParameters },
		message,
	];
	const MINIMUM = 'Minimum of Delay Between Messages ';
	const [MAX_NAME, MAXIMUM] = ['maxPerExecution', 'Max Messages per Execution '];

	/** One or more of a kind; each kind of rule has all its values in test/unit. */
	test.each<[INodeParameters, string]>([
		[{ phone: '0812' }, 'Phone "0812" starts with 0: '],
		[{ ...group, groupId: ' ' }, 'Group ID is empty'],
		[{ ...group, groupId: '={{ 120363025246125486 }}' }, 'Group ID "120363025246125490" is a num'],
		[contact, 'The input item has no phone to send to: connect Get List Contacts'],
		[{ text: '={{ ({}) }}' }, 'Text is an object, not text'],
		[{ ...media, mediaUrl: 'a.png' }, 'Media URL "a.png" is not a web address'],
		[{ recipientType: '={{ "nobody" }}', groupId: 'g' }, 'Send To "nobody" is not supported: use '],
		[{ ...media, mediaSource: '={{ "ftp" }}' }, 'Media Source "ftp" is not supported: use url or '],
		[{ isInteractive: '={{ "maybe" }}' }, 'Interactive Message "maybe" is neither true nor false'],
		[{ isInteractive: true, buttons: '[oops' }, 'Buttons "[oops" is not a JSON array'],
		option('sendAt', 'tomorrow', 'Send At "tomorrow" is not a date and time'),
		option('countryCode', 'ID', 'Country Code "ID" is not a country code'),
		[
			upload,
			'Input Data Field Name "data" holds no file, and this item has no file: add a node that returns one',
		],
		[{ ...uploadByExpression, ...group }, `Send To is Group, ${onlyTo}`],
		[{ ...uploadByExpression, isInteractive: true }, `Interactive Message is set, ${onlyTo}`],
		[{ ...uploadByExpression, ...scheduled }, `Send At is set, ${onlyTo}`],
		option(
			'sendHours',
			{ hours: { from: '00:00', to: '24:00', days: ['mon'], outside: 'later' } },
			'Outside These Hours "later" is not supported: use skip or wait',
		),
		option('textFormat', 'html', 'Text Format "html" is not supported: use asEntered or markdown'),
		option(MAX_NAME, 0, `${MAXIMUM}"0" is not a number of messages: enter a whole number, 1`),
		option('neverSendTo', listOf(''), 'Never Send To is empty: choose a list, or enter its ID'),
		option('delay', { seconds: { min: -1 } }, `${MINIMUM}"-1" is not a number of seconds: enter 0`),
		option('delay', { seconds: { max: 'soon' } }, 'Maximum of Delay Between Messages "soon"'),
		option(MAX_NAME, 2.5, MAXIMUM),
		option(MAX_NAME, null, MAXIMUM),
	])('%j', async (parameters, message) => {
		const { error, requests } = await byBoth({ parameters });
		expect(error?.message.slice(0, message.length)).toBe(message);
		expect(error?.context?.itemIndex).toBe(0);
		expect(requests).toEqual([]);
	});
});

describe('By its turns and by the routing, the node says what became of the message after', () => {
	const page = '<!doctype html><title>Welcome</title>';
	const inner = (more: object) => ({ status: 200, body: { status: 500, data: null, ...more } });
	const [json, html] = ['application/json', 'text/html'];

	/** The response, the end of the message, and part of the description. */
	test.each<[Exclude<Fault, string>, string, string]>([
		[{ status: 500, body: 'read EPIPE' }, '(HTTP 500): read EPIPE', 'Check the recipient'],
		[inner({}), '(HTTP 500): no reason given', 'Check the recipient'],
		[
			{ status: 302, body: '', headers: { location: '/elsewhere' } },
			'(HTTP 302): it redirects to another address, correct the Base URL in the credential',
			'Set Base URL',
		],
	])('a rejection: %j', async (fault, message, description) => {
		const { error } = await byBoth({ fault });
		expect(error?.message).toBe(`Message to ${PHONE} was not accepted ${message}`);
		expect(error?.description).toContain(description);
		expect(error?.context?.itemIndex).toBe(0);
		expect(holder.sandbox.requests).toHaveLength(1);
	});

	/** What the service does, and the beginning of the message, which all end alike. */
	test.each<[Fault, RegExp]>([
		[
			{ status: 504, contentType: html, body: page },
			/^No confirmation for \d+ \(HTTP 504\): Welcome\. A proxy answered instead of the messaging service, so the message /,
		],
		[
			{ status: 200, contentType: html, body: page },
			/^The service answered HTTP 200 with a web page "Welcome", but it is not a messaging API: check/,
		],
		[{ status: 200, body: 'Pending' }, /^The service answered HTTP 200 with "Pending": check the /],
		[{ status: 200, contentType: json, body: '{"st' }, /^The service answered HTTP 200 with /],
		['cut-after', /^No answer from 127\.0\.0\.1:\d+: the connection was closed\. /],
		[{ delay: 3000 }, /^No answer from 127\.0\.0\.1:\d+: the request timed out\. /],
	])('what leaves it unconfirmed: %j', async (fault, message) => {
		const { error } = await byBoth({ fault, parameters: { requestOptions: { timeout: 1000 } } });
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/ the message (to \d+ )?may already have been sent$/i);
		expect(error?.message).toContain(PHONE);
		expect(error?.description).toContain('Check in WhatsApp');
		expect(holder.sandbox.requests).toHaveLength(1);
	});
});

const [json, plain] = ['application/json', 'text/plain'];

/** As it came over the wire, and what the row has of it. */
test.each<[string, string, unknown]>([
	[plain, '"OK"', expect.stringMatching(/^"?OK"?$/)],
	[json, '"OK"', expect.stringMatching(/^"?OK"?$/)],
	[plain, 'Message sent.', 'Message sent.'],
	[json, '{"success":true,"error":null}', { success: true, error: null }],
	[plain, '{"success":true}', { success: true }],
	[json, '{"status":"queued","data":{"id":"a-key"}}', { id: 'a-key' }],
	[json, '{"status":200,"data":null,"error":""}', null],
])('A message that is acknowledged in %s by %s is sent', async (contentType, body, response) => {
	const { items, error } = await byBoth({
		fault: { status: 200, accepted: true, contentType, body },
	});
	expect(error).toBeUndefined();
	expect(items[0].json).toEqual({
		success: true,
		recipient: PHONE,
		recipientType: 'phone',
		status: 200,
		response,
	});
});

const to = (baseUrl: string, apiKey = 'a-key') => ({
	credentials: { whatsAppSenderApi: { apiKey, baseUrl } },
});

/** In the routing, n8n itself refuses the first two; a tool has no contacts. */
test.each<[SendOptions, RegExp]>([
	[{ parameters: { requestOptions: { proxy: 'none' } } }, /^Proxy is not a web address/],
	[
		{ parameters: { requestOptions: { proxy: '={{ $json.x }}' } } },
		/^Proxy: the expression has no/,
	],
	[{ parameters: { text: '={{ $("No such node").item }}' } }, /^Referenced node doesn't exist/],
	[
		{
			items: [{ json: { phone: 'g@g.us', is_group: true } }],
			parameters: { operation: 'sendMedia', mediaSource: 'binary', recipientType: 'contact' },
		},
		/^The contact is a group, but uploads can only go to a phone number/,
	],
	[to('http://127.0.0.1:1', ''), /^The API Key of the WhatsApp Sender API credential is empty$/],
	[
		to('http://127.0.0.1:1'),
		/^The service at 127\.0\.0\.1:1 could not be reached: .* was refused\. The message to 6281234567890 was not sent$/,
	],
])('By its turns, the node sends nothing with %j', async (options, message) => {
	const items = [{ json: { phone: PHONE, text: 'Hello' } }];
	const { error } = await sendTexts(holder.sandbox, { items, ...options });
	expect(error?.message).toMatch(message);
	expect(error?.context?.itemIndex).toBe(0);
	expect(holder.sandbox.requests).toEqual([]);
});
