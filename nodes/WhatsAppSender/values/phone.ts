import { InputError } from '../errors/errors';
import { asText, quoted } from './checks';
import {
	countryCodeOf,
	keepsZero,
	mayLackCode,
	normalizeCountryCode,
	startsOtherwise,
	writesZero,
} from './countryCode';
import { readPhone, type WrittenPhone } from './writtenPhone';

/**
 * What other countries dial before a country code: North America, and Russia and its neighbours.
 * `011` also begins numbers of Malaysia and Brazil, with fewer digits after it.
 */
const DIALED_ABROAD = /^(?:011(?=\d{10})|810)/;

/** Why the country code of a number that does not show it is not certain. */
function problemAtHome(
	{ digits, inBrackets = '' }: WrittenPhone,
	countryCode: string,
	isListed: boolean,
): string | undefined {
	if (DIALED_ABROAD.test(digits)) {
		return `starts with ${digits.slice(0, 3)}, which some countries dial before the country code: write + instead`;
	}
	const isCountryCode = countryCode && inBrackets.startsWith(countryCode);
	if (inBrackets && !inBrackets.startsWith('0') && !isCountryCode) {
		return 'begins with brackets, as numbers without a country code do: write it with + and the country code, like +6281234567890';
	}
	if (digits.startsWith('0')) {
		if (!countryCode) {
			return `starts with 0: write it with the country code, e.g. 62${digits.slice(1)}, or set Default Country Code under Options`;
		}
		return startsOtherwise(countryCode)
			? `starts with 0, which Default Country Code ${countryCode} cannot replace: write it as dialed from abroad, with +${countryCode}`
			: undefined;
	}
	// With a country code set, numbers without one are to be expected, but not in the service's lists.
	if (!countryCode || isListed) return undefined;
	if (!digits.startsWith(countryCode)) {
		return `does not begin with +, 0 or the Default Country Code ${countryCode}: write + before it, if ${countryCodeOf(digits)} is its country code, or 0, if it has none`;
	}
	if (mayLackCode(digits, countryCode)) {
		return `is too short for a number with the country code ${countryCode}: write it with +${countryCode}`;
	}
	return undefined;
}

/** Why digits that begin with a country code have a 0 too many, as it is dialed within the country. */
function zeroProblem(digits: string): string | undefined {
	if (digits.startsWith('0')) {
		return 'has a 0 where its country code begins: write it like +6281234567890';
	}
	const code = countryCodeOf(digits);
	if (digits[code.length] !== '0' || keepsZero(code)) return undefined;
	return `has a 0 after the country code ${code}: remove the 0`;
}

/** Why digits are no phone number in international format (§2.2). */
function lengthProblem({ length }: string): string | undefined {
	if (length >= 8 && length <= 15) return undefined;
	return `is too ${length < 8 ? 'short' : 'long'}: enter a phone number with its country code, 8 to 15 digits`;
}

/**
 * Converts a phone number as people write it into the service's format (§2.2): 8–15 digits,
 * country code first. No country code is ever guessed.
 *
 * @param written text or a number, e.g. `+62 812-3456-7890`
 * @param countryCode digits that replace a leading 0, or `''`
 * @param isListed whether it comes from one of the service's own lists, in its format already
 */
export function normalizePhone(written: unknown, countryCode = '', isListed = false): string {
	const phone = readPhone(written);
	const { isInternational, hasZeroInBrackets } = phone;
	const digits = withCountryCode(phone, countryCode);
	// Digits that show no country code are taken as the service's own format.
	const showsCode = isInternational || hasZeroInBrackets || (countryCode !== '' && !isListed);
	const problem =
		(isInternational ? undefined : problemAtHome(phone, countryCode, isListed)) ??
		(showsCode ? zeroProblem(digits) : undefined) ??
		lengthProblem(digits);
	if (problem) throw new InputError(`Phone ${quoted(asText(written) ?? '')} ${problem}`);
	return digits;
}

function withCountryCode({ digits, isInternational }: WrittenPhone, countryCode: string): string {
	if (isInternational || !digits.startsWith('0')) return digits;
	return countryCode + (keepsZero(countryCode) ? digits : digits.slice(1));
}

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
	if (format === 'asIs' || !writesZero(code)) return written;
	try {
		const digits = normalizePhone(written, code);
		if (!digits.startsWith(code)) return written;
		return format === 'local' ? `0${digits.slice(code.length)}` : digits;
	} catch {
		return written;
	}
}
