import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/errors';
import { concurrencyOf, delayOf } from '../../nodes/WhatsAppSender/turns/pace';
import { optionalText, parseButtons } from '../../nodes/WhatsAppSender/values/checks';
import { requestSettings } from '../../nodes/WhatsAppSender/http/settings';

describe('Buttons', () => {
	test.each(['[]', '', '  \n', undefined, null])('are none where they are %p', (value) => {
		expect(parseButtons(value)).toEqual([]);
	});

	test('pass untouched, as text and as an array, whatever their elements are', () => {
		fc.assert(
			fc.property(fc.array(fc.jsonValue()), (buttons) => {
				const json = JSON.stringify(buttons);
				expect(JSON.stringify(parseButtons(buttons))).toBe(json);
				expect(JSON.stringify(parseButtons(json))).toBe(json);
			}),
		);
	});

	test.each<unknown>(['{"text": "Yes"}', '[{"text": "Yes"}', 'Yes', '"Yes"', '5', 5, true, {}])(
		'that are %p are refused by name, with an example',
		(value) => {
			expect(() => parseButtons(value)).toThrow(InputError);
			expect(() => parseButtons(value)).toThrow(/^Buttons .*not a JSON array: enter it like \[/);
		},
	);
});

test('A footer is text, or none; anything else is refused by name', () => {
	const values = ['Reply STOP', 'A\nB 🎉', 2026, undefined, null, ''];
	expect(values.map((value) => optionalText('Footer', value))).toEqual([
		'Reply STOP',
		'A\nB 🎉',
		'2026',
		'',
		'',
		'',
	]);
	expect(() => optionalText('Footer', { text: 'x' })).toThrow(
		/^Footer is an object, not text: enter text/,
	);
});

describe('Request Options', () => {
	const usual = { skipSslCertificateValidation: false, timeout: 300_000 };
	const proxy = { host: 'proxy.example', port: 80, protocol: 'http' };

	test.each<[object, object]>([
		[{ timeout: 0 }, usual],
		[{ timeout: '2500' }, { ...usual, timeout: 2500, totalTimeout: 2500 }],
		[{ timeout: 1e12 }, { ...usual, timeout: 2 ** 31 - 1, totalTimeout: 2 ** 31 - 1 }],
		[{ allowUnauthorizedCerts: true }, { ...usual, skipSslCertificateValidation: true }],
		[{ proxy: 'http://proxy.example' }, { ...usual, proxy }],
		[
			{ proxy: 'https://proxy.example' },
			{ ...usual, proxy: { ...proxy, port: 443, protocol: 'https' } },
		],
		[
			{ proxy: 'http://me%40work:a%3Ab@proxy.example:3128' },
			{ ...usual, proxy: { ...proxy, port: 3128, auth: { username: 'me@work', password: 'a:b' } } },
		],
	])('%j are those of the request', (options, settings) => {
		expect(requestSettings(options)).toEqual(settings);
	});

	test.each<object>([
		{ proxy: 'proxy.example' },
		{ proxy: 'none' },
		{ allowUnauthorizedCerts: 'maybe' },
		...[-1, 0.5, true, 'soon', []].map((timeout) => ({ timeout })),
	])('%j are refused by name', (options) => {
		expect(() => requestSettings(options)).toThrow(InputError);
		expect(() => requestSettings(options)).toThrow(
			/^(Proxy is not a web|Ignore SSL Issues .*"maybe"|Timeout ".+" is not a number of milliseconds)/,
		);
	});
});

describe('The delay between two messages', () => {
	test.each<[object, number]>([
		[{}, 0],
		[{ minDelay: 0, maxDelay: 0 }, 0],
		[{ minDelay: '', maxDelay: null }, 0],
		[{ minDelay: 2 }, 2000],
		[{ maxDelay: 3 }, 3000],
		[{ minDelay: '1.5' }, 1500],
	])('of %j is %i ms', (options, expected) => {
		expect(delayOf(options)).toBeCloseTo(expected);
	});

	test('is random between the two, whichever is the larger, also where one is set to 0', () => {
		const seconds = fc.double({ min: 0, max: 3600, noNaN: true });
		fc.assert(
			fc.property(seconds, seconds, (minDelay, maxDelay) => {
				const delay = delayOf({ minDelay, maxDelay });
				expect(delay).toBeGreaterThanOrEqual(Math.min(minDelay, maxDelay) * 1000 - 0.001);
				expect(delay).toBeLessThanOrEqual(Math.max(minDelay, maxDelay) * 1000 + 0.001);
			}),
		);
		for (const options of [
			{ minDelay: 0, maxDelay: 10 },
			{ minDelay: 10, maxDelay: 0 },
		]) {
			const delays = Array.from({ length: 50 }, () => delayOf(options));
			expect(Math.min(...delays)).toBeLessThan(5_000);
			expect(Math.max(...delays)).toBeGreaterThan(5_000);
		}
	});

	test.each<[object, string]>([
		[{ minDelay: -1 }, 'Minimum Delay "-1" is not'],
		[{ maxDelay: 'soon' }, 'Maximum Delay "soon" is not'],
		[{ minDelay: true }, 'Minimum Delay "true" is not'],
		[{ maxDelay: Infinity }, 'Maximum Delay "Infinity" is not'],
	])('is refused by name: %j', (options, message) => {
		expect(() => delayOf(options)).toThrow(InputError);
		expect(() => delayOf(options)).toThrow(message);
	});
});

test('Messages at Once are 1 to 50, and 1 where they are no number', () => {
	const values = [undefined, 1, 50, '4', 51, 0, -3, 2.9, 'many', { toString: {} }];
	expect(values.map(concurrencyOf)).toEqual([1, 1, 50, 4, 50, 1, 1, 2, 1, 1]);
});
