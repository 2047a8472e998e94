import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { InputError } from '../../nodes/WhatsAppSender/errors/errors';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { waitLimit } from '../../nodes/WhatsAppSender/message/wait/limitWaitTime';
import { normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/baseUrl';
import { concurrencyOf, delayOf } from '../../nodes/WhatsAppSender/turns/delay';
import {
	isOn,
	oneOf,
	optionalText,
	parseButtons,
	requiredId,
	requiredText,
	requiredWebAddress,
} from '../../nodes/WhatsAppSender/values/checks';
import { normalizeCountryCode } from '../../nodes/WhatsAppSender/values/countryCode';
import { formatPhone, normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { contactRecipient, groupRecipient } from '../../nodes/WhatsAppSender/message/recipient';
import { schedule } from '../../nodes/WhatsAppSender/values/schedule';

/** What the form shows: labels of fields and their choices, and the names of the operations. */
const labels = [new WhatsAppSender().description, new WhatsAppSenderApi()]
	.flatMap((form) => {
		const shown: string[] = [];
		JSON.stringify(form, (key, value: unknown) => {
			if ((key === 'displayName' || key === 'name') && /^[A-Z]/.test(value as string)) {
				// Without the unit in brackets.
				shown.push((value as string).replace(/ \(.*\)$/, ''));
			}
			return value;
		});
		return shown;
	})
	.sort((a, b) => b.length - a.length);
/** Names that are not of the form. */
const WELL_KNOWN = /\b(WhatsApp|JSON|The input item)\b/g;

/** Ends with what to do, and names nothing that the form does not have. */
function expectRemedy(message: string): void {
	expect(message).toMatch(/(: (enter|use|write|set|remove|choose|connect|format)|\. Return)\b/);
	const own = message.replace(/".*"|\. Return/, '').replace(WELL_KNOWN, '');
	expect(labels.reduce((text, label) => text.replaceAll(label, ''), own)).not.toMatch(/[A-Z][a-z]/);
}

/** What an expression may give. */
const anyValue = fc.oneof(
	fc.constantFrom('', ' ', '2026-11-21', '20261121', 46357, '09:00', '[object Object]', 2 ** 60),
	fc.constantFrom(
		'0812 345 6789',
		'(479) 812-3456',
		'011 65 9123 4567',
		'+65 9123 4567/8',
		'1@g.us',
	),
	fc.anything({ withDate: true }),
	fc.string({ unit: 'binary', maxLength: 600 }),
	fc.json(),
	fc.double(),
	fc.webUrl(),
);
const matches = (pattern: RegExp) => (result: unknown) => pattern.test(result as string);
const isPhone = matches(/^[1-9]\d{7,14}$/);
const idOfContact = (phone: unknown) => contactRecipient({ phone } as IDataObject, '').id;
const idOfGroup = (phone: unknown) =>
	contactRecipient({ phone, is_group: true } as IDataObject, '').id;

test.each<[string, (value: unknown) => unknown, (result: unknown) => boolean]>([
	['Phone', (value) => normalizePhone(value), isPhone],
	['Phone', (value) => normalizePhone(value, '62'), isPhone],
	['Phone', (value) => normalizePhone(value, '1'), isPhone],
	['(Phone|The input item has no phone)', idOfContact, isPhone],
	['(Group ID|The input item has no phone)', idOfGroup, matches(/^\S/)],
	['Default Country Code', normalizeCountryCode, matches(/^([1-9]\d{0,3})?$/)],
	['Buttons', parseButtons, Array.isArray],
	['Footer', (value) => optionalText('Footer', value), (result) => typeof result === 'string'],
	['Text', (value) => requiredText('Text', value, 'enter a message'), matches(/\S/)],
	['Page Title', (value) => optionalText('Page Title', value), (result) => result !== undefined],
	['Group ID', (value) => groupRecipient(value).id, matches(/^\S+$/)],
	['Country Code', (code) => formatPhone('0812', 'local', code), matches(/^0812$/)],
	['Interactive Message', (value) => isOn('Interactive Message', value), (on) => on === !!on],
	[
		'Phone Format',
		(value) => oneOf(['local', 'international'], 'Phone Format', value),
		matches(/./),
	],
	[
		'Media URL',
		(value) => requiredWebAddress('Media URL', value, 'https://example.com/a.pdf'),
		matches(/^https?:/i),
	],
	[
		'Max Date and Time',
		(maxDateAndTime) =>
			waitLimit({ limitType: 'atSpecifiedTime', maxDateAndTime }, 'Asia/Jakarta').getTime(),
		(time) => Number(time) > Date.now(),
	],
	['Send At', (value) => schedule(value, 'Asia/Jakarta', 'seconds') ?? '0', matches(/^\d+$/)],
	[
		'Minimum of Delay Between Messages',
		(min) => delayOf({ seconds: { min } }),
		(result) => Number(result) >= 0,
	],
	['Messages at Once', concurrencyOf, matches(/^([1-9]|[1-4]\d|50)$/)],
	[
		'Base URL',
		normalizeBaseUrl,
		(url) => /^https?:\/\/[^/].*[^/]$/.test(url as string) && normalizeBaseUrl(url) === url,
	],
])('%s of any shape is read, or refused on one short, well-formed line', (field, read, isRead) => {
	fc.assert(
		fc.property(anyValue, (value) => {
			try {
				expect(isRead(read(value))).toBe(true);
			} catch (error) {
				if (!(error instanceof InputError)) throw error;
				const { message } = error;
				expect(message).toMatch(new RegExp(`^${field}:? [^\\p{Cc}\\u2028\\u2029]{1,280}$`, 'u'));
				expect(message.isWellFormed()).toBe(true);
				expectRemedy(message);
			}
		}),
		{ numRuns: 300 },
	);
});

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
	for (const wrong of [
		'ftp://me:s3cret@',
		'http:///me:s3cret@',
		'me:s3cret@b',
		'http://me:s3cret/@b',
	])
		expect(() => read(wrong)).toThrow(/^Media URL (?!.*s3cret)/);
});
