import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { isBelow, normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/baseUrl';

describe('The Base URL', () => {
	test.each([
		['https://api.example.com', 'https://api.example.com'],
		['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
		['  https://api.example.com \n', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com///', 'https://api.example.com'],
		['https://api.example.com/whatsapp/v1', 'https://api.example.com/whatsapp/v1'],
		['https://api.example.com/whatsapp/v1// ', 'https://api.example.com/whatsapp/v1'],
		['HTTPS://API.example.com', 'https://api.example.com'],
		['https://api.example.com:443', 'https://api.example.com'],
		['http://[::1]:3000/v1', 'http://[::1]:3000/v1'],
	])('%j is read as %s', (typed, expected) => {
		expect(normalizeBaseUrl(typed)).toBe(expected);
	});

	test.each<[unknown]>([
		[''],
		['   '],
		[undefined],
		[null],
		[5],
		['api.example.com'],
		['/v1'],
		['ftp://api.example.com'],
		['javascript:alert(1)'],
		['https://'],
		['https://api example.com'],
	])('%p is refused as no web address', (typed) => {
		expect(() => normalizeBaseUrl(typed)).toThrow(InputError);
		expect(() => normalizeBaseUrl(typed)).toThrow(/^Base URL /);
	});

	test.each([
		'https://user:secret@example.com',
		'https://example.com/?key=secret',
		'https://example.com/#secret',
	])('%s is refused, without repeating what could be secret', (typed) => {
		expect(() => normalizeBaseUrl(typed)).toThrow(InputError);
		expect(() => normalizeBaseUrl(typed)).toThrow(/^Base URL (?!.*secret)/);
	});

	test('of any text is normalized once and for all, or refused', () => {
		const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.anything());
		fc.assert(
			fc.property(typed, (value) => {
				try {
					const baseUrl = normalizeBaseUrl(value);
					expect(baseUrl).toMatch(/^https?:\/\/[^/].*[^/]$/);
					expect(normalizeBaseUrl(baseUrl)).toBe(baseUrl);
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
				}
			}),
		);
	});
});

describe('An address lies below the Base URL', () => {
	test.each([
		['https://api.example.com', 'https://api.example.com/send', true],
		['https://api.example.com/v1', 'https://api.example.com/v1/send', true],
		['https://api.example.com/v1', 'https://api.example.com/v1/lists/abc', true],
		['https://api.example.com/v1', 'https://api.example.com/v10/send', false],
		['https://api.example.com/v1', 'https://api.example.com/send', false],
		['https://api.example.com/v1', 'https://api.example.com/v1/../send', false],
		['https://api.example.com/v1', 'https://api.example.com/v1/%2e%2e/send', false],
		['https://api.example.com', 'https://api.example.com:8443/send', false],
		['https://api.example.com', 'http://api.example.com/send', false],
		['https://api.example.com', 'https://example.com/send', false],
		['https://api.example.com', 'https://api.example.com.evil.test/send', false],
		['https://api.example.com', 'https://api.example.com@evil.test/send', false],
	])('%s → %s: %s', (baseUrl, url, expected) => {
		expect(isBelow(baseUrl, new URL(url))).toBe(expected);
	});
});
