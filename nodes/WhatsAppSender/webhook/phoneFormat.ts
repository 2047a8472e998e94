import { keepsZero, normalizeCountryCode } from '../values/countryCode';
import { readPhone } from '../values/writtenPhone';

/** How the receiver wants a phone number: §2.6 leaves it to the receiver's own contract. */
export const PHONE_FORMATS = ['local', 'international', 'asIs'] as const;
export type PhoneFormat = (typeof PHONE_FORMATS)[number];

/**
 * Writes a number of one's own country with a leading 0 (`local`, as the template of §2.6) or with
 * the country code (`international`). A number of another country, a group id and whatever could be
 * read in two ways stay unchanged.
 *
 * @param countryCode digits that stand for the leading 0, e.g. `62`
 * @throws InputError where `countryCode` is no country code
 */
export function formatPhone(written: string, format: PhoneFormat, countryCode: unknown): string {
	const code = normalizeCountryCode(countryCode);
	if (format === 'asIs' || code === '' || keepsZero(code)) return written;
	const phone = phoneIn(written);
	if (!phone) return written;
	const { digits, isInternational } = phone;
	const isNational = !isInternational && /^0\d{6,14}$/.test(digits);
	const isOwnCountry = /^\d{8,15}$/.test(digits) && digits.startsWith(code);
	const subscriber = digits.slice(isNational ? 1 : code.length);
	if (!(isNational || isOwnCountry) || subscriber.startsWith('0')) return written;
	return (format === 'local' ? '0' : code) + subscriber;
}

function phoneIn(written: string) {
	try {
		return readPhone(written);
	} catch {
		return undefined;
	}
}
