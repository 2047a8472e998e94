import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { InputError, WorkflowError } from '../../nodes/WhatsAppSender/errors/nodeErrors';
import { parseButtons } from '../../nodes/WhatsAppSender/message/buttons';
import { delayOf } from '../../nodes/WhatsAppSender/values/delay';
import { requestSettings } from '../../nodes/WhatsAppSender/values/requestOptions';

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

	test.each([['Ya, Tidak'], ['[{"text": "Ya"}'], ['x'.repeat(5000)], [5]])(
		'that are %j are refused by name, with an array to copy',
		(value) => {
			expect(() => parseButtons(value)).toThrow(InputError);
			expect(() => parseButtons(value)).toThrow(
				/^Buttons .{1,99} is not a JSON array: enter it like \[\{"text":"Yes"\},/,
			);
		},
	);
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
		[{}, 7.5],
	])('%j is %d s', (option, seconds) => {
		jest.spyOn(Math, 'random').mockReturnValue(0.25);
		expect(delayOf(option)).toBe(seconds * 1000);
	});

	test.each([
		[{ min: -1 }, 'Minimum of Delay Between Messages "-1"'],
		[{ max: 'soon' }, 'Maximum of Delay Between Messages "soon"'],
		[{ min: null }, 'Minimum of Delay Between Messages "nothing"'],
	])('%j is refused by name', (seconds, words) => {
		const message = `${words} is not a number of seconds: enter 0 or more`;
		expect(() => delayOf({ seconds })).toThrow(new WorkflowError(message));
	});
});

describe('Request Options', () => {
	const usual = { skipSslCertificateValidation: false };
	const login = 'http://me%40work:a%3Ab@proxy.example:3128';

	test.each<[object, object]>([
		[{ timeout: 0 }, usual],
		[{ timeout: '2500' }, { ...usual, timeout: 2500 }],
		[{ timeout: 1e12 }, { ...usual, timeout: 2 ** 31 - 1 }],
		[{ allowUnauthorizedCerts: true }, { ...usual, skipSslCertificateValidation: true }],
		[{ proxy: login }, { ...usual, proxy: login }],
	])('%j are those of the request', (options, settings) => {
		expect(requestSettings(options, {})).toEqual(settings);
	});

	test.each<object>([
		{ proxy: 'proxy.example:3128' },
		{ proxy: 'http://me:100%@proxy.example' },
		{ allowUnauthorizedCerts: 'maybe' },
		...[-1, 0.5, true, 'soon', []].map((timeout) => ({ timeout })),
	])('%j are refused by name', (options) => {
		expect(() => requestSettings(options, {})).toThrow(InputError);
		expect(() => requestSettings(options, {})).toThrow(
			/^(Proxy is not a web|Ignore SSL Issues .*"maybe"|Timeout ".+" is not a number of milliseconds)/,
		);
	});

	test.each([undefined, null, '', ' '])('have no Proxy where %j is entered by hand', (proxy) => {
		expect(requestSettings({ proxy }, { requestOptions: { proxy: '' } })).toEqual(usual);
	});

	const byExpression = { requestOptions: { proxy: '={{ $vars.PROXY }}' } };
	test.each<[unknown, INodeParameters, RegExp]>([
		...[undefined, null, '', ' '].map((value): [unknown, INodeParameters, RegExp] => [
			{ proxy: value },
			byExpression,
			/^Proxy: the expression has no result/,
		]),
		[{ proxy: false }, byExpression, /^Proxy is not a web address/],
		[{}, { requestOptions: '={{ ({}) }}' }, /^Request Options is an expression: /],
	])('never leave a proxy out that an expression should give: %j', (entered, stored, words) => {
		expect(() => requestSettings(entered, stored)).toThrow(words);
	});
});
