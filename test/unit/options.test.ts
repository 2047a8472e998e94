import fc from 'fast-check';
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { InputError } from '../../nodes/WhatsAppSender/errors/errors';
import { isPrivate } from '../../nodes/WhatsAppSender/message/wait/link';
import { waitLimit } from '../../nodes/WhatsAppSender/message/wait/waitLimit';
import { concurrencyOf, delayOf } from '../../nodes/WhatsAppSender/turns/pace';
import { footerText, parseButtons } from '../../nodes/WhatsAppSender/values/checks';
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
	expect(values.map(footerText)).toEqual(['Reply STOP', 'A\nB 🎉', '2026', '', '', '']);
	expect(() => footerText({ text: 'x' })).toThrow(/^Footer is an object, not text: enter text/);
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

describe('Limit Wait Time', () => {
	const NOW = Date.UTC(2026, 10, 21, 12);
	const limitOf = (limit: object) => waitLimit(limit, 'Asia/Jakarta', NOW);
	const until = (maxDateAndTime?: unknown) => ({ limitType: 'atSpecifiedTime', maxDateAndTime });

	test.each([{}, { resumeAmount: 1e12, resumeUnit: 'days' }])('is none: %j', (limit) => {
		expect(limitOf(limit)).toBe(WAIT_INDEFINITELY);
	});

	test.each<[object, string]>([
		[{ resumeAmount: 45, resumeUnit: 'minutes' }, '2026-11-21T12:45'],
		[{ resumeAmount: 1.5, resumeUnit: 'hours' }, '2026-11-21T13:30'],
		[{ resumeAmount: '2', resumeUnit: 'days' }, '2026-11-23T12:00'],
		[{ limitType: 'afterTimeInterval' }, '2026-11-21T13:00'],
		[until('2026-11-22T09:00:00'), '2026-11-22T02:00'],
		[until('2026-11-22T09:00:00+00:00'), '2026-11-22T09:00'],
		[until(new Date('2026-11-22T09:00:00Z')), '2026-11-22T09:00'],
	])('ends an interval, or at a time in the time zone of the workflow: %j', (limit, expected) => {
		expect(limitOf(limit).toISOString()).toBe(`${expected}:00.000Z`);
	});

	test.each<[object, string]>([
		[{ resumeAmount: 0 }, 'Amount "0" of Limit Wait Time is not a time to wait'],
		[{ resumeAmount: -1 }, 'Amount "-1" of Limit Wait Time is not a time to wait'],
		[{ resumeAmount: 'soon' }, 'Amount "soon" of Limit Wait Time is not a time to wait'],
		[{ resumeAmount: '' }, 'is not a time to wait'],
		[{ resumeUnit: 'weeks' }, 'Unit "weeks" of Limit Wait Time is not supported'],
		[{ limitType: 'never' }, 'Limit Type "never" is not supported'],
		[until(), 'is not a date and time'],
		[until('tomorrow'), 'Max Date and Time "tomorrow" is not a date'],
		[until('2026-12-01'), 'Max Date and Time "2026-12-01" is a date without a time'],
		[until('20261201'), 'Max Date and Time "20261201" is a date without dashes'],
		[until('2026-11-21T18:59:00'), '"2026-11-21T18:59:00" has already passed'],
	])('refuses %j', (limit, message) => {
		expect(() => limitOf(limit)).toThrow(InputError);
		expect(() => limitOf(limit)).toThrow(message);
	});
});

test('A phone elsewhere cannot reach a host of this computer or of a local network', () => {
	const within =
		'localhost 127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.1 192.168.1.20 169.254.1.1 100.64.0.1 ' +
		'[::1] [fd12:3456::1] [fe80::1] n8n n8n.local n8n.home.arpa';
	const outside =
		'n8n.example.com 11.0.0.1 172.32.0.1 193.168.1.1 100.128.0.1 [2001:db8::1] local.example.com';
	const hosts = `${within} ${outside}`.split(' ').map((host) => new URL(`http://${host}`).hostname);
	expect(hosts.filter(isPrivate).join(' ')).toBe(within);
});
