import { normalizeCountryCode, stripFormatting } from '../values/phone';

/** How the receiver wants a phone number: §2.6 leaves it to the receiver's own contract. */
export type PhoneFormat = 'local' | 'international' | 'asIs';

/**
 * Writes a number of one's own country with a leading 0 (`local`, as the template of §2.6) or with
 * the country code (`international`). A number of another country and a group id stay unchanged.
 *
 * @param countryCode digits that stand for the leading 0, e.g. `62`
 * @throws InputError where `countryCode` is no country code
 */
export function formatPhone(written: string, format: PhoneFormat, countryCode: unknown): string {
	const code = normalizeCountryCode(countryCode);
	if (format === 'asIs' || code === '') return written;
	const digits = stripFormatting(written);
	const isNational = /^0\d{6,14}$/.test(digits);
	const isOwnCountry = /^\d{8,15}$/.test(digits) && digits.startsWith(code);
	const subscriber = digits.slice(isNational ? 1 : code.length);
	if (!(isNational || isOwnCountry) || subscriber.startsWith('0')) return written;
	return (format === 'local' ? '0' : code) + subscriber;
}
