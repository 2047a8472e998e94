import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { InputError } from '../../nodes/WhatsAppSender/errors/errors';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { waitLimit } from '../../nodes/WhatsAppSender/message/wait/waitLimit';
import { normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/baseUrl';
import { concurrencyOf, delayOf } from '../../nodes/WhatsAppSender/turns/pace';
import {
	footerText,
	isOn,
	oneOf,
	optionalText,
	parseButtons,
	requiredText,
	requiredWebAddress,
} from '../../nodes/WhatsAppSender/values/checks';
import { normalizeCountryCode } from '../../nodes/WhatsAppSender/values/countryCode';
import { safeFileName } from '../../nodes/WhatsAppSender/message/file';
import { formatPhone, normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import {
	contactRecipient,
	groupRecipient,
	recipientKey,
} from '../../nodes/WhatsAppSender/values/recipient';
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
	expect(message).toMatch(/: (enter|use|write|set|remove|choose|connect|format)\b/);
	const own = message.replace(/".*"/, '').replace(WELL_KNOWN, '');
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
	['Footer', footerText, (result) => typeof result === 'string'],
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
	['Minimum Delay', (minDelay) => delayOf({ minDelay }), (result) => Number(result) >= 0],
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
				expect(message).toMatch(new RegExp(`^${field} [^\\p{Cc}\\u2028\\u2029]{1,280}$`, 'u'));
				expect(message.isWellFormed()).toBe(true);
				expectRemedy(message);
			}
		}),
		{ numRuns: 300 },
	);
});

test.each(['[object Object]', 'Hi [object Object]!'])('A text with %s in it is refused', (text) => {
	for (const read of [optionalText, requiredText]) {
		expect(() => read('Text', text, 'enter a message')).toThrow(
			/^Text contains an object instead of text, because an expression gave an object: choose/,
		);
	}
});

test.each([
	['Mexico', '5215512345678', '525512345678'],
	['Argentina', '5491112345678', '541112345678'],
	['Brazil', '5531987654321', '553187654321'],
])('A number of %s in both of its writings is one person', (_country, longer, shorter) => {
	const [one, other] = [longer, shorter].map((id) => ({ type: 'phone', id }) as const);
	expect(recipientKey(one)).toBe(recipientKey(other));
	expect(contactRecipient({ phone: longer }, '').id).toBe(longer);
});

test.each([
	['a fixed line of Brazil and a mobile number', '551123456789', '5511923456789'],
	['other countries', '5115512345678', '515512345678'],
	['numbers of Mexico that begin with 1', '521551234567', '52551234567'],
	['a number and a group', '5215512345678', '525512345678@g.us'],
])('%s are two recipients', (_what, ...ids) => {
	const [one, other] = ids.map((id) =>
		recipientKey(contactRecipient({ phone: id, is_group: id.includes('@') }, '')),
	);
	expect(one).not.toBe(other);
});

test.each(['My family group', 'a\tb', '120363025246125486 @g.us'])(
	'The group ID "%s" has spaces in it and is refused, with where to find one',
	(id) => {
		expect(() => groupRecipient(id)).toThrow(
			/^Group ID ".*" contains spaces: use the phone that Get List Contacts returns for a group$/,
		);
		expect(groupRecipient(' 120363025246125486@g.us\n').id).toBe('120363025246125486@g.us');
	},
);

test.each<[string, unknown[]]>([
	['group', [true, 'true', ' TRUE ', 1, '1']],
	['phone', [false, 'false', '0', '', 0, 2, 'true!', 'untrue', null, undefined, {}, ['true']]],
])('A contact is a %s by its is_group', (type, marks) => {
	for (const is_group of marks) {
		const contact = { phone: '6281234567890', is_group } as IDataObject;
		expect(contactRecipient(contact, '')).toMatchObject({ type, id: '6281234567890' });
	}
});

test.each(['{"__proto__":{"is_group":true}}', '{"constructor":1}', '[]', '7', 'null'])(
	'An item that is %s is no contact',
	(source) => {
		const read = () => contactRecipient(JSON.parse(source), '');
		expect(read).toThrow(/^The input item has no phone/);
	},
);

test('An address with a login is taken, and the error of a wrong one does not repeat it', () => {
	const read = (address: string) => requiredWebAddress('Media URL', address, 'https://example.com');
	expect(read(' https://user:s3cret@example.com/a.pdf ')).toContain('user:s3cret@');
	for (const protocol of ['ftp:', 'http:/', ''])
		expect(() => read(`${protocol}//user:s3cret@`)).toThrow(/^Media URL (?!.*s3cret)/);
});

const anyName = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 400 }),
	fc.string({ unit: 'grapheme', maxLength: 400 }),
	fc.string({ unit: fc.constantFrom('/', '\\', '.', ' ', '\0', '\n', 'a', '😀') }),
);

describe('The name of an uploaded file', () => {
	test.each<[string, unknown[], string, string?]>([
		["is the user's own", ['invoice.pdf', 'data.bin'], 'invoice.pdf'],
		["is the file's where the user's is empty", ['', 'data.bin'], 'data.bin'],
		["is the file's where the user's is blank", ['  ', 'data.bin'], 'data.bin'],
		["is the file's where the user's is missing", [undefined, 'data.bin'], 'data.bin'],
		['keeps any script and emoji', ['فاتورة 請求書 🎉.pdf'], 'فاتورة 請求書 🎉.pdf'],
		['loses Unix folders', ['/etc/passwd'], 'passwd'],
		['loses Windows folders', ['C:\\Users\\me\\invoice.pdf'], 'invoice.pdf'],
		['loses the way up', ['../../invoice.pdf'], 'invoice.pdf'],
		['loses line breaks', ['in\r\nvoice.pdf'], 'invoice.pdf'],
		['loses a text direction that hides the extension', ['a\u202efdp.exe'], 'afdp.exe'],
		['keeps an extension that has no name before it', ['.pdf'], 'file.pdf'],
		['does not begin with a dot', ['.htaccess.txt'], 'htaccess.txt'],
		["is made of the type's extension where there is none", [undefined], 'file.pdf', 'pdf'],
		['takes a number', [1001, 'scan.pdf'], '1001'],
		['is never empty', [undefined, '..'], 'file'],
		['takes no extension that is none', [undefined], 'file', '../x'],
	])('%s', (_rule, names, expected, extension = undefined) => {
		expect(safeFileName(names, extension)).toBe(expected);
	});

	test('is safe and at most 200 bytes, whatever it is made of, and stays as it is then', () => {
		const names = fc.array(fc.oneof(anyName, fc.anything()), { maxLength: 3 });
		fc.assert(
			fc.property(names, anyName, (wanted, extension) => {
				const name = safeFileName(wanted, extension);
				expect(name).not.toMatch(/^\.*$|[/\\\p{Cc}\p{Cf}"\u2028\u2029]/u);
				expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
				expect(name.isWellFormed()).toBe(true);
				expect(safeFileName([name])).toBe(name);
			}),
		);
	});

	test('is measured a few times, not once for each character', () => {
		const measured = jest.spyOn(Buffer, 'byteLength');
		for (const stem of ['x', '🌻', 'x ']) safeFileName([`${stem.repeat(100_000)}.pdf`]);
		expect(measured.mock.calls.length).toBeLessThan(10);
		measured.mockRestore();
	});

	test('keeps its extension, however long it is', () => {
		const stems = fc.oneof(anyName, fc.string({ unit: 'grapheme', minLength: 150 }));
		const extensions = fc.constantFrom('pdf', 'jpg', 'mp4', 'docx', 'webp', 'gz');
		const examples: Array<[string, string]> = [['🌻'.repeat(1_250_000), 'pdf']];
		fc.assert(
			fc.property(stems, extensions, (stem, extension) => {
				expect(safeFileName([`a${stem}z.${extension}`])).toMatch(new RegExp(`.\\.${extension}$`));
			}),
			{ examples },
		);
	});
});
