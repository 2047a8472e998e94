import { DateTime } from 'luxon';
import type { Run } from '../../nodes/WhatsAppSender/broadcast/execution';
import type { RunOptions } from '../../nodes/WhatsAppSender/broadcast/rule';
import {
	delay,
	dryRun,
	maxPerExecution,
	waitForDelay,
} from '../../nodes/WhatsAppSender/broadcast/rules';
import { WorkflowError } from '../../nodes/WhatsAppSender/errors/failures';
import { requestSettings } from '../../nodes/WhatsAppSender/http/request';
import { parseButtons } from '../../nodes/WhatsAppSender/message/fields';
import { isOn } from '../../nodes/WhatsAppSender/values/formFields';
import {
	namesIn,
	optionalText,
	requiredId,
	requiredText,
} from '../../nodes/WhatsAppSender/values/text';
import { requiredWebAddress } from '../../nodes/WhatsAppSender/values/webAddress';
import { pause } from '../../nodes/WhatsAppSender/values/promises';
import { valueOf } from './turn';

test.each<[boolean, unknown[]]>([
	[true, [true, 'true', ' True ', 1, '1']],
	[false, [false, 'FALSE', '', 0, '0', null, undefined]],
])('A switch is %p for each of %j', (isTrue, values) => {
	for (const value of values) expect(isOn('Dry Run', value)).toBe(isTrue);
});

test('A text that contains an object or a failed calculation is refused', () => {
	const withObject =
		/^Text contains an object instead of text, because an expression returned an object: choose/;
	for (const read of [optionalText, requiredText])
		expect(() => read('Text', 'Hi [object Object]!', 'enter a message')).toThrow(withObject);
	const failed = 'Footer is a failed calculation, not text: enter text, or check the expression';
	expect(() => optionalText('Footer', Infinity)).toThrow(failed);
	expect(() => requiredId('Group ID', NaN, 'enter it')).toThrow(/^Group ID "NaN"/);
});

test.each([DateTime.now(), new Date()])('The date %p is refused as a text', (date) => {
	const words = 'Campaign is a date, not text: enter a name';
	expect(() => optionalText('Campaign', date, 'enter a name')).toThrow(words);
});

test('The names of fields are shown with the characters that nobody sees', () => {
	const fields = { Nama: 1, 'No HP': 2, '\ufeffPhone': 3, ' Total ': 4, 'a\u00a0b': 5 };
	expect(namesIn(fields)).toBe('Nama, No HP, "\\ufeffPhone", " Total ", "a\\u00a0b"');
	const wide = { 'No  HP': 1, 'a\u0000': 2, [`${'x'.repeat(58)}🔑${'y'.repeat(1e6)}`]: 3 };
	expect(namesIn(wide)).toBe(`No  HP, "a\\u0000", ${'x'.repeat(58)}…`);
	const ten = Object.fromEntries('abcdefghij'.split('').map((name) => [name, 1]));
	expect(namesIn(ten)).toBe('a, b, c, d, e, f, g, h and 2 more');
});

test('An address can have a login, and the error of a wrong address does not repeat it', () => {
	const read = (address: string) => requiredWebAddress('Media URL', address, 'https://example.com');
	expect(read(' https://user:s3cret@example.com/a.pdf ')).toContain('user:s3cret@');
	expect(read('\u202ahttps://example.com/a.pdf\u200b \u202c')).toBe('https://example.com/a.pdf');
	const two = 'http://me:s3cret@a.com, http://b.com';
	for (const wrong of ['ftp://me:s3cret@', 'me:s3cret@b', 'http://me:s3cret/@b', two])
		expect(() => read(wrong)).toThrow(/^Media URL (?!.*s3cret)/);
});

test('A field takes one address, which may contain another', () => {
	const read = (address: string) => requiredWebAddress('Media URL', address, 'https://example.com');
	const one = 'https://example.com/a.pdf';
	const nested = ['/?url=', '/', '/?', '/#'].map((path) => `https://example.com${path}${one}`);
	const names = 'My File.pdf|Report v1.2 final|J.Smith invoice|a.pdf copy.pdf|?q=a.b%20c'.split(
		'|',
	);
	nested.push(...names.map((name) => `https://example.com/${name}`));
	for (const address of nested) expect(read(address)).toBe(address);
	const joined = [', ', ',', ' ', '\n', ';', '|', '&', '+', ''].map((sign) => one + sign + one);
	const around = [
		`see ${one}`,
		'https://example.com/a.mp4 see page 2',
		`${one} see page 2`,
		`${one}?t=1 please`,
		`${one}#top please`,
		`${one}\nsee page 2`,
		`${one}, www.a.com/b`,
		`${one}: the invoice`,
		'https://example.com/a.pdf/ please',
	];
	for (const wrong of [...joined, ...around, `http://${one}`, 'https:///x', 'https://?a'])
		expect(() => read(wrong)).toThrow(/^Media URL ".+" is not a web address/);
});

test('Buttons are a JSON array, whose elements the node does not change', () => {
	for (const none of ['', '  \n', '[]', [], undefined, null])
		expect(parseButtons(none)).toBeUndefined();
	const buttons = [{ text: 'Yes', more: [1, { a: null }] }, 'No', 7, null, []];
	expect(parseButtons(JSON.stringify(buttons))).toEqual(buttons);
	const words = /^Buttons .{1,99} is not a JSON array: enter it like \[\{"text":"Yes"\},/;
	for (const wrong of ['[{"text": "Ya"}', 'x'.repeat(5000), 5])
		expect(() => parseButtons(wrong)).toThrow(words);
});

describe('Delay Between Messages', () => {
	afterEach(() => jest.restoreAllMocks());

	/** In seconds, with a random number of a quarter. */
	test.each<[object, number]>([
		[{ seconds: { min: 80, max: 0 } }, 60],
		// n8n does not store numbers that are the defaults.
		[{ seconds: { min: 15 } }, 15],
		[{ seconds: {} }, 7.5],
	])('%j is %p s', (option, seconds) => {
		jest.spyOn(Math, 'random').mockReturnValue(0.25);
		expect(valueOf(delay, option)()).toBe(seconds * 1000);
	});

	test('is drawn once for each message that is sent, whoever is skipped in between', async () => {
		let draws = 0;
		const execution = { stored: {} } as Run['execution'];
		const options = { drawDelay: () => ++draws } as RunOptions;
		const run = { execution, options } as unknown as Run;
		for (let item = 0; item < 3; item++) await waitForDelay(run);
		expect(draws).toBe(1);
	});

	test.each([
		[{ max: 'soon' }, 'Maximum of Delay Between Messages "soon"'],
		[{ min: ' ' }, 'Minimum of Delay Between Messages ""'],
		[{ min: null }, 'Minimum of Delay Between Messages "nothing"'],
	])('%j is refused', (seconds, words) => {
		const message = `${words} is not a number of seconds: enter 0 or more`;
		expect(() => valueOf(delay, { seconds })).toThrow(new WorkflowError(message));
	});
});

test('A pause ends at once if the execution was stopped before', async () => {
	const clock = jest.spyOn(globalThis, 'setTimeout');
	await pause(60_000, AbortSignal.abort());
	expect(clock).not.toHaveBeenCalled();
	clock.mockRestore();
});

describe('Request Options', () => {
	const proxy = 'https://me%40work:a%3Ab@proxy.example';
	const auth = { username: 'me%40work', password: 'a%3Ab' };
	const none = { username: '', password: '' };

	test.each<[object, object]>([
		[{ timeout: 0, proxy: ' ' }, {}],
		[{ timeout: null }, {}],
		[{ timeout: 1e12 }, { timeout: 2 ** 31 - 1 }],
		[{ proxy: 'http://a' }, { proxy: { protocol: 'http:', host: 'a', port: 80, auth: none } }],
		[{ proxy }, { proxy: { protocol: 'https:', host: 'proxy.example', port: 443, auth } }],
	])('%j become the settings %j', (options, settings) => {
		expect(requestSettings(options)).toEqual(settings);
	});

	test.each<[object, RegExp]>([
		[{ proxy: 'proxy.example:3128' }, /^Proxy is not a web address/],
		[{ allowUnauthorizedCerts: 'maybe' }, /^Ignore SSL Issues .*"maybe"/],
		[{ timeout: 0.5 }, /^Timeout "0.5" is not a number of milliseconds/],
		[{ proxy: undefined }, /^Proxy is not a web address/],
		// n8n makes this of a text: see `lengthOfText`.
		[{ length: 10 }, /^Request Options cannot be one expression: /],
	])('%j are refused: %p', (entered, words) => {
		expect(() => requestSettings(entered)).toThrow(words);
	});
});

test.each([
	[maxPerExecution, 'few', 'Max Messages per Execution "few" is not a number of messages'],
	[dryRun, {}, 'Dry Run is an object, which is neither true nor false'],
])('%# An option refuses %p', (option, value, words) => {
	expect(() => valueOf<unknown>(option, value)).toThrow(words);
});
