import fc from 'fast-check';
import { responseText } from '../../nodes/WhatsAppSender/errors/responseText';

const anyBody = fc.oneof(
	fc.anything({ withDate: true, withMap: true, withBigInt: true, withNullPrototype: true }),
	fc.string({ unit: 'binary', maxLength: 600 }),
	fc.record({ error: fc.anything(), message: fc.anything() }),
);

describe("The service's own words", () => {
	test.each<[string, unknown, string]>([
		['plain text', 'No signal', 'No signal'],
		['JSON error', { error: 'No signal' }, 'No signal'],
		['JSON message', { message: 'No signal' }, 'No signal'],
		['an error object', { error: { code: 7, message: 'No signal' } }, 'No signal'],
		['text on several lines', ' No\r\n\tsignal ', 'No signal'],
		['nothing', '', ''],
		['no body', undefined, ''],
	])('are read from %s', (_form, body, expected) => {
		expect(responseText(body)).toBe(expected);
	});

	test.each([
		'<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>x</h1></body></html>',
		'\n<!-- a\nproxy --><HTML><HEAD><TITLE>\n502 Bad Gateway\n</TITLE></HEAD></HTML>',
		'<?xml version="1.0" encoding="iso-8859-1"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"><html><head><title>502 Bad Gateway</title></head></html>',
		'<title>502 Bad Gateway</title><h1>x</h1>',
	])('are the title where the body is the web page %j', (page) => {
		for (const body of [page, { error: page }, { data: page }]) {
			expect(responseText(body)).toContain('502 Bad Gateway');
			expect(responseText(body)).not.toContain('<');
		}
	});

	test.each([
		'<h1>Server Error (500)</h1>',
		'<br />\n<b>Fatal error</b>: Uncaught Error',
		'<pre>No</pre>',
	])('have no tags where the body is the piece of HTML %j', (piece) => {
		expect(responseText(piece)).not.toMatch(/<\/?[a-z]/i);
	});

	test('are at most 300 characters, and never half an emoji', () => {
		for (const text of ['x'.repeat(1000), '😀'.repeat(400), `a${'😀'.repeat(400)}`]) {
			const words = responseText(text);
			expect(words.length).toBeLessThanOrEqual(300);
			expect(words.length).toBeGreaterThan(290);
			expect(words.isWellFormed()).toBe(true);
		}
		fc.assert(
			fc.property(anyBody, (body) => expect(responseText(body).length).toBeLessThanOrEqual(300)),
		);
	});
});
