import { asText, InputError, kindOf, quoted } from '../input/inputError';

/** Spaces, no-break ones too, and the invisible marks that phone books put around a number. */
const BLANKS = /[\s\p{Cf}]/gu;
/** How people group the digits of a number. */
const SEPARATORS = /[-./()[\]{}]/g;

/** Why digits are no phone number in international format (§2.2), the first row that fits. */
const PROBLEMS: Array<{ when: (digits: string) => boolean; problem: (digits: string) => string }> =
	[
		{
			when: (digits) => digits === '',
			problem: () => 'is empty: write it with the country code, e.g. 6281234567890',
		},
		{
			when: (digits) => /\D/.test(digits),
			problem: () =>
				'has more than digits in it: write it with the country code, e.g. 6281234567890',
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
 * A phone number as people write it, brought into the service's format (§2.2): 8–15 digits,
 * country code first. No country code is ever guessed.
 *
 * @param written text or a number, e.g. `+62 812-3456-7890`
 * @param countryCode digits that take the place of a leading 0, or `''`
 * @throws InputError that names the value and the fix
 */
export function cleanPhone(written: unknown, countryCode = ''): string {
	const text = asText(written);
	if (text === undefined && written !== undefined && written !== null) {
		throw new InputError(
			`Phone is ${kindOf(written)}, not a number: write it with the country code, e.g. 6281234567890`,
		);
	}
	const digits = withCountryCode(
		(text ?? '')
			.replace(BLANKS, '')
			.replace(SEPARATORS, '')
			.replace(/^(\+|00)/, ''),
		countryCode,
	);
	const found = PROBLEMS.find(({ when }) => when(digits));
	if (found) throw new InputError(`Phone ${quoted(text ?? '')} ${found.problem(digits)}`);
	return digits;
}

/**
 * The Default Country Code: 1–4 digits, a `+` or `00` before them forgiven.
 *
 * @returns `''` where none is set
 * @throws InputError where it is anything else
 */
export function cleanCountryCode(written: unknown): string {
	const digits = (asText(written) ?? '').replace(BLANKS, '').replace(/^(\+|00)/, '');
	if (digits !== '' && !/^[1-9]\d{0,3}$/.test(digits)) {
		throw new InputError(
			`Default Country Code ${quoted(written)} is not a country code: write its digits only, e.g. 62`,
		);
	}
	return digits;
}

function withCountryCode(digits: string, countryCode: string): string {
	return countryCode && digits.startsWith('0') ? digits.replace(/^0/, countryCode) : digits;
}
