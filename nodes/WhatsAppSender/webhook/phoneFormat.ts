import { normalizeCountryCode, planOf } from '../values/countryCode';
import { normalizePhone } from '../values/phone';

/** How the receiver wants a phone number: §2.6 leaves it to the receiver's own contract. */
export const PHONE_FORMATS = ['local', 'international', 'asIs'] as const;
export type PhoneFormat = (typeof PHONE_FORMATS)[number];

/**
 * Writes a number of one's own country with a leading 0 (`local`, as the template of §2.6) or with
 * the country code (`international`). Unchanged: a number of another country, of a country that
 * writes no leading 0, a group id, and whatever a message would not be sent to.
 *
 * @param countryCode digits that stand for the leading 0, e.g. `62`
 */
export function formatPhone(written: string, format: PhoneFormat, countryCode: unknown): string {
	const code = normalizeCountryCode(countryCode, 'Country Code');
	if (format === 'asIs' || !planOf(code)?.writesZero) return written;
	try {
		const digits = normalizePhone(written, code);
		if (!digits.startsWith(code)) return written;
		return format === 'local' ? `0${digits.slice(code.length)}` : digits;
	} catch {
		return written;
	}
}
