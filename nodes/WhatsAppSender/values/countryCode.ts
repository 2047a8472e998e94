import { InputError } from '../errors/errors';
import { asText, quoted } from './checks';

/** Country codes of two digits; 1 and 7 have one, all others three. */
const OF_TWO_DIGITS = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** Countries where a number may begin with 0 after the country code too: Italy, Ivory Coast, … */
const KEEP_ZERO = ['39', '225', '226', '229', '241', '242', '378', '992'];

/**
 * Countries where the country code does not simply take the place of a leading 0: another digit
 * stands there (8, 06), some numbers keep it (Italy), or more changes (Argentina, Mexico).
 */
const OTHER_START = ['1', '7', '36', '39', '52', '54', '241', '375', '378', '692', '993'];

/** Countries that write their mobile numbers with a leading 0 in place of the country code. */
const WRITE_ZERO = (
	'20 27 31 32 33 40 41 43 44 46 49 53 58 60 61 62 63 64 66 81 82 84 90 91 92 93 94 95 98 ' +
	'211 212 213 218 231 232 233 234 243 249 250 251 254 255 256 260 261 262 263 264 265 291 353 355 ' +
	'358 359 370 373 374 377 380 381 382 383 385 386 387 389 421 508 590 593 594 595 596 598 850 855 ' +
	'856 880 886 962 963 964 966 967 970 971 972 994 996'
).split(' ');

/**
 * Digits that the shortest number of a country has with its code, for countries where numbers
 * without it may begin with the same digits: +91 9123456789.
 */
const SHORTEST: Array<[digits: number, countryCodes: string]> = [
	[9, '95'],
	[10, '45 47 53'],
	[11, '7 27 39 66 84 216 222 377 502 503 506 855 965 968 976'],
	[12, '55 91 233 963 992 994 996 998'],
];

/** The country code that an international number begins with. */
export function countryCodeOf(digits: string): string {
	if (/^[17]/.test(digits)) return digits[0];
	return digits.slice(0, OF_TWO_DIGITS.test(digits) ? 2 : 3);
}

/** Whether digits that begin with a country code may well be a number without it. */
export function mayLackCode(digits: string, countryCode: string): boolean {
	const row = SHORTEST.find(([, codes]) => codes.split(' ').includes(countryCode));
	return row !== undefined && digits.length < row[0];
}

export const keepsZero = (countryCode: string) => KEEP_ZERO.includes(countryCode);
export const writesZero = (countryCode: string) => WRITE_ZERO.includes(countryCode);
export const startsOtherwise = (countryCode: string) => OTHER_START.includes(countryCode);

/**
 * A country code that the user has set: 1–4 digits, a `+` or `00` before them forgiven.
 *
 * @param field the label of its field
 * @returns `''` where none is set
 */
export function normalizeCountryCode(written: unknown, field = 'Default Country Code'): string {
	const digits = asText(written ?? '')
		?.replace(/[\s\p{Cf}]/gu, '')
		.replace(/^(\+|00)/, '');
	if (digits === undefined || !/^([1-9]\d{0,3})?$/.test(digits)) {
		throw new InputError(
			`${field} ${quoted(written)} is not a country code: enter its digits only, e.g. 62`,
		);
	}
	return digits;
}
