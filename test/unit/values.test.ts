import {
	isOn,
	optionalText,
	requiredId,
	requiredText,
	requiredWebAddress,
} from '../../nodes/WhatsAppSender/values/checks';

test.each<[boolean, unknown[]]>([
	[true, [true, 'true', 'TRUE', ' True ', 1, '1']],
	[false, [false, 'false', 'FALSE', '', 0, '0', null, undefined]],
])('A switch is %p by expression where it gives one of %j', (position, values) => {
	for (const value of values) expect(isOn('Dry Run', value)).toBe(position);
});

test.each(['[object Object]', 'Hi [object Object]!'])('A text with %s in it is refused', (text) => {
	for (const read of [optionalText, requiredText]) {
		expect(() => read('Text', text, 'enter a message')).toThrow(
			/^Text contains an object instead of text, because an expression returned an object: choose/,
		);
	}
});

test.each([NaN, Infinity, -Infinity])('A text that is %p is refused', (number) => {
	expect(() => optionalText('Footer', number)).toThrow(
		'Footer is a failed calculation, not text: enter text, or check the expression',
	);
	expect(() => requiredId('Group ID', number, 'enter it')).toThrow(/^Group ID "-?(NaN|Inf)/);
});

test('An address with a login is taken, and the error of a wrong one does not repeat it', () => {
	const read = (address: string) => requiredWebAddress('Media URL', address, 'https://example.com');
	expect(read(' https://user:s3cret@example.com/a.pdf ')).toContain('user:s3cret@');
	for (const wrong of ['ftp://me:s3cret@', 'me:s3cret@b', 'http://me:s3cret/@b'])
		expect(() => read(wrong)).toThrow(/^Media URL (?!.*s3cret)/);
});
