import { InputError } from '../errors/inputError';
import { asText, quoted } from './checks';
import { countryCodeOf, keepsZero, mayLackCode, startsOtherwise } from './countryCode';
import { readPhone, type WrittenPhone } from './writtenPhone';

/** What is known about a written number when it is looked at for its country code. */
interface Candidate extends WrittenPhone {
	countryCode: string;
	/** Whether the service's own lists hold it: its format is the service's. */
	isListed: boolean;
}

interface Rule {
	when: (candidate: Candidate) => boolean;
	problem: (candidate: Candidate) => string;
}

/** Whether the number must show its country code, because numbers without it are to be expected. */
const needsCode = ({ isInternational, isListed, countryCode }: Candidate) =>
	!isInternational && !isListed && countryCode !== '';
const hasCode = ({ digits, countryCode }: Candidate) => digits.startsWith(countryCode);
const zeroFollows = (code: string, digits: string) =>
	digits[code.length] === '0' && !keepsZero(code);

/**
 * What other countries dial before a country code: North America, and Russia and its neighbours.
 * `011` also begins numbers of Malaysia and Brazil, with fewer digits after it.
 */
const DIALED_ABROAD = /^(?:011(?=\d{10})|810)/;

/** Why a number has no country code that is certain; the first row that fits. */
const UNCERTAIN: Rule[] = [
	{
		when: ({ isInternational, digits }) => isInternational && digits.startsWith('0'),
		problem: () => 'has a 0 where its country code begins: write it like +6281234567890',
	},
	{
		when: ({ isInternational, digits }) =>
			isInternational && zeroFollows(countryCodeOf(digits), digits),
		problem: ({ digits }) =>
			`has a 0 after the country code ${countryCodeOf(digits)}: remove the 0`,
	},
	{
		when: ({ isInternational, digits }) => !isInternational && DIALED_ABROAD.test(digits),
		problem: ({ digits }) =>
			`starts with ${digits.slice(0, 3)}, which some countries dial before the country code: write + instead`,
	},
	{
		when: ({ isInternational, inBrackets, countryCode }) =>
			!isInternational &&
			inBrackets !== undefined &&
			!inBrackets.startsWith('0') &&
			!(countryCode && inBrackets.startsWith(countryCode)),
		problem: () =>
			'begins with brackets, as numbers without a country code do: write it with + and the country code, like +6281234567890',
	},
	{
		when: ({ isInternational, digits, countryCode }) =>
			!isInternational && digits.startsWith('0') && countryCode === '',
		problem: ({ digits }) =>
			`starts with 0: write it with the country code, e.g. 62${digits.slice(1)}, or set Default Country Code under Options`,
	},
	{
		when: ({ isInternational, digits, countryCode }) =>
			!isInternational && digits.startsWith('0') && startsOtherwise(countryCode),
		problem: ({ countryCode }) =>
			`starts with 0, which Default Country Code ${countryCode} cannot replace: write it as dialed from abroad, with +${countryCode}`,
	},
	{
		when: (candidate) =>
			needsCode(candidate) && !/^0/.test(candidate.digits) && !hasCode(candidate),
		problem: ({ digits, countryCode }) =>
			`does not begin with +, 0 or the Default Country Code ${countryCode}: write + before it, if ${countryCodeOf(digits)} is its country code, or 0, if it has none`,
	},
	{
		when: (candidate) =>
			needsCode(candidate) &&
			hasCode(candidate) &&
			mayLackCode(candidate.digits, candidate.countryCode),
		problem: ({ countryCode }) =>
			`is too short for a number with the country code ${countryCode}: write it with +${countryCode}`,
	},
	{
		when: (candidate) =>
			needsCode(candidate) &&
			hasCode(candidate) &&
			zeroFollows(candidate.countryCode, candidate.digits),
		problem: ({ countryCode }) => `has a 0 after the country code ${countryCode}: remove the 0`,
	},
];

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
 * @throws InputError that names the value and the fix
 */
export function normalizePhone(written: unknown, countryCode = '', isListed = false): string {
	const phone = readPhone(written);
	const candidate = { ...phone, countryCode, isListed };
	const uncertain = UNCERTAIN.find(({ when }) => when(candidate))?.problem(candidate);
	const digits = withCountryCode(candidate);
	const problem = uncertain ?? lengthProblem(digits);
	if (problem) throw new InputError(`Phone ${quoted(asText(written) ?? '')} ${problem}`);
	return digits;
}

function withCountryCode({ digits, isInternational, countryCode }: Candidate): string {
	if (isInternational || !digits.startsWith('0')) return digits;
	return countryCode + (keepsZero(countryCode) ? digits : digits.slice(1));
}
