import fc from 'fast-check';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/baseUrl';
import { concurrencyOf, delayOf } from '../../nodes/WhatsAppSender/turns/delay';
import { footerText, parseButtons } from '../../nodes/WhatsAppSender/values/buttons';
import { normalizeCountryCode } from '../../nodes/WhatsAppSender/values/countryCode';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { schedule } from '../../nodes/WhatsAppSender/values/schedule';

/** What an expression may give. */
const anyValue = fc.oneof(
	fc.anything({ withDate: true }),
	fc.string({ unit: 'binary', maxLength: 600 }),
	fc.json(),
	fc.double(),
	fc.webUrl(),
);
const matches = (pattern: RegExp) => (result: unknown) => pattern.test(result as string);
const isPhone = matches(/^[1-9]\d{7,14}$/);

test.each<[string, (value: unknown) => unknown, (result: unknown) => boolean]>([
	['Phone', (value) => normalizePhone(value), isPhone],
	['Phone', (value) => normalizePhone(value, '62'), isPhone],
	['Phone', (value) => normalizePhone(value, '1'), isPhone],
	['Default Country Code', normalizeCountryCode, matches(/^([1-9]\d{0,3})?$/)],
	['Buttons', parseButtons, Array.isArray],
	['Footer', footerText, (result) => typeof result === 'string'],
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
				expect(error.message).toMatch(
					new RegExp(`^${field} [^\\p{Cc}\\u2028\\u2029]{1,280}$`, 'u'),
				);
				expect(error.message.isWellFormed()).toBe(true);
			}
		}),
	);
});
