import type { RequestListener } from 'node:http';

type Answer = [status: number, body: unknown, headers?: Record<string, string>];

/** What people will try instead of the service: what it answers to `GET /lists/`, to other addresses, and what the check says. */
export const OTHER_INTERFACES: Array<
	[name: string, lists: Answer, sentence: RegExp, others?: Answer]
> = [
	[
		'a key in Authorization, and /send-message',
		[401, { status: false, message: 'Authorization header is missing' }],
		/key in the header Authorization/,
	],
	[
		'a session in the path',
		[404, { success: false, message: 'Session not found, create a session first' }],
		/session or an instance in its addresses/,
	],
	[
		'form fields target and message',
		[200, { status: false, reason: 'token invalid' }],
		/token or a device as a form field/,
	],
	[
		"Meta's Graph",
		[
			400,
			{ error: { message: 'Unsupported get request', type: 'GraphMethodException', code: 100 } },
		],
		/WhatsApp Business Cloud node/,
	],
	['a website', [200, '<!doctype html><title>Welcome</title>'], /this is a website/],
	[
		'JSON:API',
		[200, { jsonapi: { version: '1.1' }, data: [{ type: 'lists', id: '1', attributes: {} }] }],
		/JSON:API/,
	],
	[
		'Twilio',
		[404, { code: 20404, message: 'Not found', more_info: 'https://www.twilio.com/docs' }],
		/Twilio node/,
	],
	['GraphQL', [400, { errors: [{ message: 'Must provide query string.' }] }], /GraphQL/],
	[
		'mailing lists by name',
		[200, { lists: [{ id: 'a', name: 'News' }], total_items: 1 }],
		/another kind of gateway/,
	],
	['a router', [404, { statusCode: 404, message: 'Cannot GET /lists/' }], /no address \/lists\//],
	['to-do lists', [200, [{ id: 1, name: 'Home' }]], /the node needs "phone"/, [200, [{ id: 7 }]]],
	['an answer to everything', [200, []], /does not look at the key|make a list/, [200, []]],
];

/** A server with one of them. */
export const otherInterface =
	(lists: Answer, others: Answer = [404, { message: 'Not found' }]): RequestListener =>
	({ url }, response) => {
		const [status, body, headers] = url?.endsWith('/lists/') ? lists : others;
		const type = typeof body === 'string' ? 'text/html' : 'application/json';
		response.writeHead(status, { 'content-type': type, ...headers });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	};
