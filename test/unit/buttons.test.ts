import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { footerText, parseButtons } from '../../nodes/WhatsAppSender/values/buttons';

describe('Buttons', () => {
	test.each<[string, unknown, unknown[]]>([
		['the default', '[]', []],
		['empty text', '', []],
		['blank text', '  \n', []],
		['nothing', undefined, []],
		['null', null, []],
		['JSON text', '[{"text": "Yes"}, {"text": "No"}]', [{ text: 'Yes' }, { text: 'No' }]],
		['an array of an expression', [{ text: 'Yes' }], [{ text: 'Yes' }]],
		['elements of any shape', '["Yes", 1, null, {"a": []}]', ['Yes', 1, null, { a: [] }]],
	])('are read from %s', (_form, value, expected) => {
		expect(parseButtons(value)).toEqual(expected);
	});

	test.each<[unknown]>([
		['{"text": "Yes"}'],
		['[{"text": "Yes"}'],
		['Yes'],
		['"Yes"'],
		['5'],
		[5],
		[true],
		[{ text: 'Yes' }],
	])('that are %p are refused by name, with an example', (value) => {
		expect(() => parseButtons(value)).toThrow(InputError);
		expect(() => parseButtons(value)).toThrow(/^Buttons .*not a JSON array: enter it like \[/);
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
});

describe('A footer', () => {
	test.each<[string, unknown, string]>([
		['text', 'Reply STOP', 'Reply STOP'],
		['nothing from an expression', undefined, ''],
		['null', null, ''],
		['empty text', '', ''],
		['a number', 2026, '2026'],
		['line breaks and emoji', 'A\nB 🎉', 'A\nB 🎉'],
	])('is read from %s', (_form, value, expected) => {
		expect(footerText(value)).toBe(expected);
	});

	test('that is not text is refused by name', () => {
		expect(() => footerText({ text: 'x' })).toThrow(InputError);
		expect(() => footerText({ text: 'x' })).toThrow(/^Footer is an object, not text/);
	});
});
