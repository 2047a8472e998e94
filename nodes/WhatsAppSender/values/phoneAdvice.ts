import { countryCodeOf } from './countryCode';
import { mobileLengthsOf, type NumberingPlan } from './numberingPlan';
import { internationalReading, isNational, mobileNear, type Reading } from './phoneReadings';
import type { WrittenPhone } from './writtenPhone';

const SET_COUNTRY = 'set Country Code in the credential';
const WITH_CODE = 'write it with + and the country code';
const CORRECT = 'correct the number';
const SERVICE = 'the service takes 8 to 15: use another number';

/** What to write: + before a country code, or what shows that there is none. Only a 0 shows that before any digits. */
function eitherWay(plan?: NumberingPlan): string {
	const own = plan?.trunk === '0' ? '0' : plan && `+${plan.code}`;
	return `write + before it, or ${own ?? SET_COUNTRY} if it has no country code`;
}

/** What is wrong with a writing that stands for no number, or for several. */
export function problemOf(phone: WrittenPhone, readings: Reading[], plan?: NumberingPlan): string {
	if (readings.length > 1) return ambiguous(phone, readings, plan);
	if (phone.isInternational) return unreadableAbroad(phone.digits);
	return plan ? unreadableIn(plan, phone) : unreadableAnywhere(phone);
}

function ambiguous(phone: WrittenPhone, readings: Reading[], plan?: NumberingPlan): string {
	const all = readings.map(({ code, digits }) => `+${code} ${digits.slice(code.length)}`);
	const isMarked = phone.isInternational || isNational(phone, plan);
	const fix = phone.withoutZero
		? 'write it without brackets'
		: isMarked
			? WITH_CODE
			: eitherWay(plan);
	return `could be ${all.join(' or ')}: ${fix}`;
}

function unreadableAbroad(digits: string): string {
	const code = countryCodeOf(digits);
	if (!code) return 'does not begin with a country code: write it like +6281234567890';
	const count = digits.slice(code.length).replace(/^0/, '').length;
	const near = mobileNear(digits);
	const lengths = mobileLengthsOf(code);
	// Numbers of the smallest countries.
	if (!near && lengths.includes(count)) return `has ${digits.length} digits, where ${SERVICE}`;
	const have = near
		? `those that begin alike have ${near.length - code.length}`
		: `mobile numbers have ${formatLengths(lengths)}`;
	return `has ${count} digits after +${code}, where ${have}: ${CORRECT}`;
}

function unreadableAnywhere(phone: WrittenPhone): string {
	if (!isNational(phone)) return `is no mobile number of any country: ${eitherWay()}`;
	const start = phone.digits.startsWith('0') ? 'starts with 0' : 'begins with brackets';
	return `${start}: write it with the country code, e.g. +6281234567890, or ${SET_COUNTRY}`;
}

function unreadableIn(plan: NumberingPlan, phone: WrittenPhone): string {
	const { code, trunk } = plan;
	const { digits } = phone;
	const isMarked = isNational(phone, plan);
	if (digits.startsWith('00'))
		return `is no number abroad as people in +${code} dial it: ${WITH_CODE}`;
	if (!isMarked && [digits, code + digits].some(internationalReading)) {
		return `is no mobile number: ${eitherWay(plan)}`;
	}
	const before = [code, trunk].find((start) => start && digits.startsWith(start)) ?? '';
	const count = digits.length - before.length;
	const lengths = mobileLengthsOf(code);
	const fix = isMarked ? CORRECT : `${CORRECT}, or write + before it if it has its country code`;
	if (lengths.includes(count)) return `is no number in +${code}: ${fix}`;
	const after = before && ` after ${before}`;
	return `has ${count} digits${after}, where mobile numbers in +${code} have ${formatLengths(lengths)}: ${fix}`;
}

/** `9 to 12`, `7 or 9` */
function formatLengths(lengths: number[]): string {
	const [first, last] = [lengths[0], lengths[lengths.length - 1]];
	const isRow = lengths.length > 2 && lengths.length === last - first + 1;
	return isRow ? `${first} to ${last}` : lengths.join(' or ');
}
