import { InputError } from '../errors/inputError';
import { asText, kindOf, quoted } from '../errors/words';

const EXAMPLE = 'enter it with the country code, e.g. 6281234567890';

/** Why digits are no phone number in international format (§2.2), the first row that fits. */
const PROBLEMS: Array<{ when: (digits: string) => boolean; problem: (digits: string) => string }> =
	[
		{
			when: (digits) => digits === '',
			problem: () => `is empty: ${EXAMPLE}`,
		},
		{
			when: (digits) => /\D/.test(digits),
			problem: () => `is not a phone number: ${EXAMPLE}`,
		},
		{
			when: (digits) => digits.startsWith('0'),
			problem: (digits) =>
				`starts with 0: write it with the country code, e.g. 62${digits.replace(/^0+/, '')}, or set Default Country Code`,
		},
		{
			when: (digits) => digits.length < 8,
			problem: () => 'is too short: with its country code it has 8 to 15 digits',
		},
		{
			when: (digits) => digits.length > 15,
			problem: () => 'is too long: with its country code it has 8 to 15 digits',
		},
	];

/**
 * Converts a phone number as people write it into the service's format (§2.2): 8–15 digits,
 * country code first. No country code is ever guessed.
 *
 * @param written text or a number, e.g. `+62 812-3456-7890`
 * @param countryCode digits that replace a leading 0, or `''`
 * @throws InputError that names the value and the fix
 */
export function normalizePhone(written: unknown, countryCode = ''): string {
	const text = written === undefined || written === null ? '' : asText(written);
	if (text === undefined) {
		throw new InputError(`Phone is ${kindOf(written)}, not a number: ${EXAMPLE}`);
	}
	if (typeof written === 'number' && !(Number.isSafeInteger(written) && written >= 0)) {
		throw new InputError(`Phone ${quoted(text)} is not a whole number: ${EXAMPLE}`);
	}
	const stripped = stripFormatting(text);
	const digits = countryCode ? stripped.replace(/^0/, countryCode) : stripped;
	const found = PROBLEMS.find(({ when }) => when(digits));
	if (found) throw new InputError(`Phone ${quoted(text)} ${found.problem(digits)}`);
	return digits;
}

/**
 * A number without what people put around and between its digits: spaces (no-break ones and the
 * invisible marks of phone books too), dashes, dots, slashes, brackets, and one leading + or 00.
 */
export function stripFormatting(written: string): string {
	return written.replace(/[\s\p{Cf}\p{Pd}./()[\]{}]/gu, '').replace(/^(\+|00)/, '');
}

/**
 * The Default Country Code: 1–4 digits, a `+` or `00` before them forgiven.
 *
 * @returns `''` where none is set
 * @throws InputError where it is anything else
 */
export function normalizeCountryCode(written: unknown): string {
	const digits = (asText(written) ?? '').replace(/[\s\p{Cf}]/gu, '').replace(/^(\+|00)/, '');
	if (digits !== '' && !/^[1-9]\d{0,3}$/.test(digits)) {
		throw new InputError(
			`Default Country Code ${quoted(written)} is not a country code: enter its digits only, e.g. 62`,
		);
	}
	return digits;
}
