import fc from 'fast-check';
import { isAcknowledged, parseResponse } from '../../nodes/WhatsAppSender/service/response';
import {
	rejectedError,
	unexpectedResponse,
	connectionError,
} from '../../nodes/WhatsAppSender/service/errors';

const http = (body: unknown, statusCode = 200, headers = {}) =>
	({ body, statusCode, headers }) as Parameters<typeof parseResponse>[0];
const envelope = (data: unknown, status: unknown = 200) => ({
	status,
	statusText: '',
	data,
	headers: { 'content-length': '2', 'content-type': 'text/plain; charset=utf-8' },
});
const anything = fc.oneof(
	fc.anything({ withDate: true, withMap: true, withBigInt: true, withNullPrototype: true }),
	fc.string({ unit: 'binary', maxLength: 600 }),
	fc.record({ status: fc.anything(), data: fc.anything() }),
	fc.record({ error: fc.anything(), message: fc.anything() }),
);
const operations = [
	{ name: 'send', recipient: '6281234567890' },
	{ name: 'lists' },
	{ name: 'contacts', listId: 'abc' },
] as const;

describe('A response', () => {
	test.each<[string, unknown, number, object]>([
		['the envelope', envelope('OK'), 200, { status: 200, data: 'OK' }],
		['the envelope of lists', envelope([]), 200, { status: 200, data: [] }],
		['bare text', 'OK', 200, { status: 200, data: 'OK' }],
		['a bare array', [{ id: 'a' }], 200, { status: 200, data: [{ id: 'a' }] }],
		[
			'an envelope error under HTTP 200',
			envelope('Broken', 500),
			200,
			{ status: 500, data: 'Broken' },
		],
		['an HTTP error with bare text', 'Broken', 500, { status: 500, data: 'Broken' }],
		['an HTTP error around a good envelope', envelope('OK'), 502, { status: 502 }],
		['an object that is no envelope', { id: 'a' }, 200, { status: 200, data: { id: 'a' } }],
		[
			'an envelope whose status is no number',
			{ ...envelope('OK'), status: { toString: {} } },
			200,
			{ status: 200, data: 'OK' },
		],
		['an empty body', '', 200, { status: 200, data: '' }],
	])('is read from %s', (_form, body, statusCode, expected) => {
		expect(parseResponse(http(body, statusCode))).toMatchObject(expected);
	});

	test('without an envelope gets the shape of one from the HTTP answer', () => {
		const headers = {
			'content-length': '2',
			'content-type': 'text/plain; charset=utf-8',
			date: 'x',
		};
		expect(parseResponse(http('OK', 200, headers))).toEqual(envelope('OK'));
	});

	test.each<[string, unknown, number, boolean]>([
		['the envelope with OK', envelope('OK'), 200, true],
		['bare OK', 'OK', 200, true],
		['OK with a line break', 'OK\n', 200, true],
		['an envelope of an error that says OK', envelope('OK', 500), 200, false],
		['an envelope of a status that nobody knows', envelope('OK', 999), 200, false],
		['OK under HTTP 500', 'OK', 500, false],
		['OK under a redirect', 'OK', 302, false],
		['an empty body', '', 200, false],
		['a list', [], 200, false],
		['an HTML page', '<html><body>OK</body></html>', 200, false],
		['another text', 'QUEUE FULL', 200, false],
		['JSON without data', { status: 200 }, 200, false],
	])('acknowledges a message or not: %s', (_form, body, statusCode, expected) => {
		expect(isAcknowledged(parseResponse(http(body, statusCode)))).toBe(expected);
	});

	test('of any shape is read, and its error is one short line without HTML', () => {
		fc.assert(
			fc.property(
				anything,
				fc.integer({ min: 100, max: 599 }),
				fc.constantFrom(...operations),
				(body, status, operation) => {
					const response = parseResponse(http(body, status));
					expect(Number.isInteger(response.status)).toBe(true);
					isAcknowledged(response);
					for (const { message } of [
						rejectedError(operation, response),
						unexpectedResponse(operation, response),
					]) {
						expect(message).toMatch(/^[^\p{Cc}\u2028\u2029]{1,480}$/u);
						expect(message).not.toMatch(/<(!doctype|html|head|body)/i);
					}
				},
			),
		);
	});
});

describe('An error', () => {
	const [send, lists, contacts] = operations;
	const responseWith = (status: number, data: unknown) => ({
		status,
		statusText: '',
		data,
		headers: {},
	});

	test.each([
		[send, 400, 'Bad', 'Message to 6281234567890 was not accepted (HTTP 400): Bad'],
		[
			send,
			500,
			{ error: 'No signal' },
			'Message to 6281234567890 was not accepted (HTTP 500): No signal',
		],
		[send, 429, 'Slow down', 'Message to 6281234567890 was not accepted (HTTP 429): Slow down'],
		[
			lists,
			404,
			'x',
			'The API key was not accepted (HTTP 404): check it and the Base URL in the credential',
		],
		[
			contacts,
			404,
			'x',
			'List abc was not found, or the API key was not accepted (HTTP 404): choose the list again, or check the credential',
		],
		[lists, 500, 'Broken', 'The service answered HTTP 500: Broken'],
		[contacts, 403, { message: 'No' }, 'The service answered HTTP 403: No'],
	])('of %o with HTTP %d %p begins "%s"', (operation, status, data, message) => {
		const error = rejectedError(operation, responseWith(status, data));
		expect(error.message).toBe(message);
		expect(error.status).toBe(status);
		expect(error.description).not.toBe('');
	});

	test.each([502, 504, 520, 524])(
		'of a gateway without a response says that the message may already have been sent: HTTP %i',
		(status) => {
			const error = rejectedError(send, responseWith(status, 'Gateway'));
			expect(error.message).toBe(
				`Message to 6281234567890 was not accepted (HTTP ${status}): Gateway. This came from a gateway, so the message may already have been sent`,
			);
			expect(error.unconfirmed).toBe(true);
			expect(rejectedError(lists, responseWith(status, 'Gateway')).unconfirmed).toBe(false);
		},
	);

	test('with HTTP 429 points at the delay options', () => {
		expect(rejectedError(send, responseWith(429, '')).description).toMatch(/Delay/);
	});

	test.each(operations)('with a redirect says to correct the Base URL (%o)', (operation) => {
		const { message, description } = rejectedError(operation, responseWith(302, ''));
		expect(message + description).toMatch(/Base URL/);
	});

	test('for a response in neither form says to check the Base URL, and that a message may already have been sent', () => {
		const page = responseWith(200, '<html><title>Welcome</title></html>');
		for (const operation of operations)
			expect(unexpectedResponse(operation, page).message).toMatch(/check the Base URL/i);
		expect(unexpectedResponse(send, page).message).toMatch(/may already have been sent/);
		expect(unexpectedResponse(lists, page).message).not.toMatch(/already have been sent/);
	});

	test('of the network names the host, the reason and what became of a message', () => {
		const refused = { connected: false, reason: 'the connection was refused' };
		const silent = { connected: true, reason: 'the request timed out' };
		for (const operation of operations) {
			expect(connectionError(operation, 'api.test', refused, false).message).toMatch(
				/^The service at api\.test could not be reached: the connection was refused/,
			);
			expect(connectionError(operation, 'api.test', silent, false).message).toMatch(
				/^No answer from api\.test/,
			);
		}
		expect(connectionError(send, 'api.test', refused, true).description).toMatch(/^Check Proxy/);
		expect(connectionError(send, 'api.test', refused, false).description).not.toMatch(/Proxy/);
		expect(connectionError(send, 'api.test', silent, false).message).toMatch(
			/may already have been sent/,
		);
		expect(connectionError(send, 'api.test', refused, false).message).not.toMatch(
			/may already have been sent/,
		);
	});
});
