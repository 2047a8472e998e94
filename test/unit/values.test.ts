import { WorkflowError } from '../../nodes/WhatsAppSender/errors/nodeErrors';
import { delay } from '../../nodes/WhatsAppSender/broadcast/rules/delay';
import { parseButtons } from '../../nodes/WhatsAppSender/message/body';
import {
	isOn,
	optionalText,
	requiredId,
	requiredText,
	requiredWebAddress,
} from '../../nodes/WhatsAppSender/values/checks';
import { requestSettings } from '../../nodes/WhatsAppSender/values/requestOptions';
import { dryRun } from '../../nodes/WhatsAppSender/broadcast/rules/dryRun';
import { maxPerExecution } from '../../nodes/WhatsAppSender/broadcast/rules/maximum';
import { neverSendTo, onlySendTo } from '../../nodes/WhatsAppSender/broadcast/rules/stopLists';
import { ruleOf } from './turn';

test.each<[boolean, unknown[]]>([
	[true, [true, 'true', ' True ', 1, '1']],
	[false, [false, 'FALSE', '', 0, '0', null, undefined]],
])('A switch is %p by expression where it gives one of %j', (position, values) => {
	for (const value of values) expect(isOn('Dry Run', value)).toBe(position);
});

test('A text with an object in it is refused', () => {
	for (const read of [optionalText, requiredText]) {
		expect(() => read('Text', 'Hi [object Object]!', 'enter a message')).toThrow(
			/^Text contains an object instead of text, because an expression returned an object: choose/,
		);
	}
});

test('A text that is a failed calculation is refused', () => {
	expect(() => optionalText('Footer', Infinity)).toThrow(
		'Footer is a failed calculation, not text: enter text, or check the expression',
	);
	expect(() => requiredId('Group ID', NaN, 'enter it')).toThrow(/^Group ID "NaN"/);
});

test('An address with a login is taken, and the error of a wrong one does not repeat it', () => {
	const read = (address: string) => requiredWebAddress('Media URL', address, 'https://example.com');
	expect(read(' https://user:s3cret@example.com/a.pdf ')).toContain('user:s3cret@');
	for (const wrong of ['ftp://me:s3cret@', 'me:s3cret@b', 'http://me:s3cret/@b'])
		expect(() => read(wrong)).toThrow(/^Media URL (?!.*s3cret)/);
});

describe('Buttons', () => {
	test('are none where nothing is entered, and pass untouched as text', () => {
		for (const none of ['', '  \n', undefined, null]) expect(parseButtons(none)).toEqual([]);
		const buttons = [{ text: 'Yes', more: [1, { a: null }] }, 'No', 7, null, []];
		expect(parseButtons(JSON.stringify(buttons))).toEqual(buttons);
	});

	test.each(['Ya, Tidak', '[{"text": "Ya"}', 'x'.repeat(5000), 5])('are refused: %j', (value) => {
		const words = /^Buttons .{1,99} is not a JSON array: enter it like \[\{"text":"Yes"\},/;
		expect(() => parseButtons(value)).toThrow(words);
	});
});

describe('Delay Between Messages', () => {
	afterEach(() => jest.restoreAllMocks());

	/** In seconds, with a quarter of what is random. */
	test.each<[object, number]>([
		[{ seconds: { min: 0, max: 0 } }, 0],
		[{ seconds: { min: '4.0', max: ' 4' } }, 4],
		[{ seconds: { min: 0, max: 80 } }, 20],
		[{ seconds: { min: 80, max: 0 } }, 60],
		// Number fields of the form are left out where they have their defaults.
		[{ seconds: { min: 15 } }, 15],
		[{ seconds: {} }, 7.5],
	])('%j is %d s', (option, seconds) => {
		jest.spyOn(Math, 'random').mockReturnValue(0.25);
		expect(ruleOf(delay, option).delay?.()).toBe(seconds * 1000);
	});

	test('whose two numbers were deleted in the editor is none', () => {
		expect(ruleOf(delay, {}).delay).toBeUndefined();
	});

	test.each([
		[{ max: 'soon' }, 'Maximum of Delay Between Messages "soon"'],
		[{ min: null }, 'Minimum of Delay Between Messages "nothing"'],
	])('%j is refused by name', (seconds, words) => {
		const message = `${words} is not a number of seconds: enter 0 or more`;
		expect(() => ruleOf(delay, { seconds })).toThrow(new WorkflowError(message));
	});
});

describe('Request Options', () => {
	const proxy = 'https://me%40work:a%3Ab@proxy.example';

	test.each<[object, object]>([
		[{}, {}],
		[{ timeout: 0, proxy: ' ' }, {}],
		[{ timeout: '2500', proxy: '' }, { timeout: 2500 }],
		[{ timeout: 1e12 }, { timeout: 2 ** 31 - 1 }],
		[{ allowUnauthorizedCerts: true }, { skipSslCertificateValidation: true }],
		[{ proxy }, { proxy }],
	])('%j are those of the request', (options, settings) => {
		expect(requestSettings(options)).toEqual(settings);
	});

	test.each<[object, RegExp]>([
		[{ proxy: 'proxy.example:3128' }, /^Proxy is not a web address/],
		[{ allowUnauthorizedCerts: 'maybe' }, /^Ignore SSL Issues .*"maybe"/],
		[{ timeout: 0.5 }, /^Timeout "0.5" is not a number of milliseconds/],
		[{ timeout: 'soon' }, /^Timeout "soon" is not a number of milliseconds/],
		[{ proxy: undefined }, /^Proxy: the expression has no result/],
		[{ proxy: false }, /^Proxy is not a web address/],
		// What n8n makes of a text: see `lengthOfText`.
		[{ length: 10 }, /^Request Options is an expression: /],
	])('%j are refused by name: %p', (entered, words) => {
		expect(() => requestSettings(entered)).toThrow(words);
	});
});

test.each([
	[maxPerExecution, '', 'Max Messages per Execution "" is not a number of messages'],
	[maxPerExecution, 1.5, 'Max Messages per Execution "1.5" is not a number of messages'],
	[neverSendTo, { mode: 'numbers', value: true }, 'Never Send To is true, not phone numbers'],
	[onlySendTo, { mode: 'list', value: [] }, 'Only Send To is a list, not the ID of a list'],
	[dryRun, {}, 'Dry Run is an object, which is neither true nor false'],
])('%# An option refuses %p', (option, value, words) => {
	expect(() => ruleOf(option, value)).toThrow(words);
});
