import { InputError } from '../errors/nodeErrors';
import { asText, quoted } from './checks';
import { callingCodeOf, isCallingCode, planOf } from './numberingPlan';

/**
 * The country that the user has set, as the digits of its calling code: `62`, `+62`, `0062` and `ID` are the same.
 *
 * @param field the label of its field
 * @param advice what else the user can do about it
 * @returns `''` where none is set
 */
export function normalizeCountryCode(
	written: unknown,
	field = 'Country Code',
	advice?: string,
): string {
	const text = asText(written ?? '')?.replace(/[\s\p{Cf}]/gu, '');
	const digits = text?.replace(/^(\+|00)/, '');
	if (digits === '') return '';
	if (digits && planOf(digits)) return digits;
	const code = callingCodeOf(text ?? '');
	if (code) return code;
	throw new InputError(
		`${field} ${quoted(written)} is not a country: enter its calling code, e.g. 62, or its two letters, e.g. ID`,
		advice,
	);
}

/** The country code that an international number begins with; `''` where there is no such code. */
export const countryCodeOf = (digits: string): string =>
	[1, 2, 3].map((length) => digits.slice(0, length)).find(isCallingCode) ?? '';
