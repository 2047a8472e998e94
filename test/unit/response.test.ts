import { isAcknowledged, isList, parseResponse } from '../../nodes/WhatsAppSender/service/response';
import { responseText } from '../../nodes/WhatsAppSender/errors/responseText';
import { rejectedError } from '../../nodes/WhatsAppSender/service/errors';

const http = (body: unknown, statusCode = 200) =>
	({ body, statusCode }) as Parameters<typeof parseResponse>[0];
const envelope = (data: unknown, status: unknown = 200) => ({
	status,
	statusText: '',
	data,
	headers: { 'content-length': '2', 'content-type': 'text/plain; charset=utf-8' },
});

describe('A response', () => {
	test.each<[form: string, body: unknown, http: number, status: number, data: unknown]>([
		['the envelope of lists', envelope([]), 200, 200, []],
		['a bare array', [{ id: 'a' }], 200, 200, [{ id: 'a' }]],
		['an envelope error under HTTP 200', envelope('Broken', 500), 200, 500, 'Broken'],
		['an envelope of a status that nobody knows', envelope('OK', 999), 200, 999, 'OK'],
		['an HTTP error around a good envelope', envelope('OK'), 502, 502, 'OK'],
	])('is read from %s, and acknowledges no message', (_form, body, statusCode, status, data) => {
		const response = parseResponse(http(body, statusCode));
		expect(response).toMatchObject({ status, data });
		expect(isAcknowledged(response)).toBe(false);
	});

	const inEnvelope = (status: unknown) => envelope('OK', status);
	test.each<[string, unknown[]]>([
		['a text', ['OK', ' Ok\n', '"OK"', 'Success', 'sent', 'Queued.', 'ACCEPTED', 'Scheduled']],
		['a longer one', ['Message sent', 'message queued successfully', '"Sent successfully."']],
		['an object', [{ success: true }, { ok: 'true' }, { sent: 'OK' }, { queued: ' Success ' }]],
		['an object with a status', [200, '201', 299, 'sent', 'QUEUED'].map((status) => ({ status }))],
		[
			'an object with no error in it',
			[null, false, '', ' ', [], {}].map((error) => ({ success: true, error, id: 7 })),
		],
		['an object with more in it', [{ sent: true, status: 'pending', details: { error: 'x' } }]],
		['an envelope', [true, 'true', 'OK', ' Success ', 'sent', 'Queued', 204].map(inEnvelope)],
		[
			'an envelope of these',
			['Message sent.', { ok: true }, { status: 'sent' }].map((data) => envelope(data)),
		],
		['an envelope of a message', [null, {}, { id: 'a1' }].map((data) => envelope(data))],
		['an envelope of OK, whatever else it holds', [{ ...envelope('OK'), error: { a: ['x'] } }]],
	])('acknowledges a message in %s', (_form, bodies) => {
		for (const body of bodies) {
			const response = parseResponse(http(body));
			expect([body, isAcknowledged(response)]).toEqual([body, true]);
			expect(isAcknowledged(parseResponse(http(body, 500)))).toBe(false);
			// Kept as the service sent it.
			expect(response.data).toEqual(Object(body).headers ? Object(body).data : body);
		}
	});

	test.each<[string, unknown[]]>([
		['nothing', ['', ' ', '""', null, undefined, {}, [], true, 200]],
		['another text', ['OK?', 'Not sent', 'Message not sent', 'Sent to nobody', 'Pending', '"OK']],
		['an object without a verdict', [{ id: 'a1' }, { success: 1 }, { status: 'pending' }]],
		['an object of the opposite', [{ success: false }, { status: 'error' }, { ok: 0 }]],
		[
			'an object that contradicts itself',
			[false, 'false', 'FAILED', 'rejected', 'not sent', 0, 404, '500'].map((status) => {
				return { success: true, status };
			}),
		],
		['an object with an error', ['x', 7, true, ['x']].map((error) => ({ success: true, error }))],
		[
			'an envelope of these',
			['', 'Pending', [], true, { success: false }, { error: 'x' }, { sent: null }].map((data) =>
				envelope(data),
			),
		],
		[
			'an envelope that contradicts itself',
			[{ success: false }, { error: 'x' }].map((more) => ({ ...envelope(null), ...more })),
		],
	])('does not acknowledge a message in %s', (_form, bodies) => {
		for (const body of bodies) {
			expect([body, isAcknowledged(parseResponse(http(body)))]).toEqual([body, false]);
		}
	});

	test.each([false, 'Error', ' FAIL', 'failed'])(
		"is an error with the envelope's text where its status is %j",
		(status) => {
			for (const data of ['No signal', [], 'OK']) {
				const message = data === 'No signal' ? '' : 'No signal';
				const body = { ...envelope(data, status), message };
				const response = parseResponse(http(body));
				expect(response).toMatchObject({ status: 500, data });
				expect(rejectedError({ name: 'lists' }, response).message).toMatch(/: No signal$/);
				expect(parseResponse(http(body, 404)).status).toBe(404);
			}
		},
	);

	test.each([null, '', 'pending', 0, 1, -1, 100, 1000, 1e308, [200], { toString: {} }])(
		'is neither a success nor an error where the status of its envelope is %j',
		(status) => {
			for (const data of ['OK', { success: true }, [{ id: 'a' }]]) {
				const response = parseResponse(http(envelope(data, status)));
				expect(response.status).toBe(200);
				expect([isAcknowledged(response), isList(response)]).toEqual([false, false]);
			}
		},
	);

	test('without an envelope gets the shape of one from the HTTP answer', () => {
		const bare = { status: 200, statusText: '', data: 'OK', form: 'bare' };
		expect(parseResponse(http('OK'))).toEqual(bare);
	});
});

describe("The service's own words", () => {
	test.each<[string, unknown, string]>([
		['plain text', 'No signal', 'No signal'],
		['an error object', { error: { code: 7, message: 'No signal' } }, 'No signal'],
	])('are read from %s', (_form, body, expected) => {
		expect(responseText(body)).toBe(expected);
	});

	test.each([
		'\n<!-- a\nproxy --><HTML><HEAD><TITLE>\n502 Bad Gateway\n</TITLE></HEAD></HTML>',
		'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML"><html><title>502 Bad Gateway</title></html>',
	])('are the title where the body is the web page %j', (page) => {
		for (const body of [page, { error: page }, { data: page }]) {
			expect(responseText(body)).toContain('502 Bad Gateway');
			expect(responseText(body)).not.toContain('<');
		}
	});

	test('have no tags where the body is a piece of HTML', () => {
		expect(responseText('<h1>Server Error (500)</h1>')).not.toMatch(/<\/?[a-z]/i);
	});

	const MEGABYTES = 5_000_000;
	test.each([
		['emoji', '😀'.repeat(MEGABYTES / 4), /^(😀){149}…$/u],
		['tags', '<'.repeat(MEGABYTES), /^.{300}$/],
		['titles', `<!doctype html>${'<title>'.repeat(MEGABYTES / 10)}`, /^$/],
	])('are at most 300 characters of 5 MB of %s, and never half an emoji', (_of, body, text) => {
		expect(responseText(body)).toMatch(text);
		expect(responseText({ error: body })).toMatch(text);
	});
});
