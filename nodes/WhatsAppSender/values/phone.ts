import { InputError } from '../errors/nodeErrors';
import { asText, quoted } from './checks';
import { numberingPlanOf } from './numberingPlan';
import { problemOf } from './phoneAdvice';
import { readingsOf, SENDABLE } from './phoneReadings';
import { readPhone } from './writtenPhone';

const GLUED = 'could be read as another number: remove what follows the number';

/**
 * Converts a phone number as people write it into the service's format (§2.2): 8–15 digits,
 * country code first. The node sends it if it can be read as exactly one number.
 *
 * @param written text or a number, e.g. `+62 812-3456-7890`
 * @param countryCode of numbers without one, or `''`
 * @param isListed whether it comes from one of the service's own lists, in its format already
 * @throws InputError if it can be read as no number or as several, with the readings and the fix
 */
export function normalizePhone(written: unknown, countryCode = '', isListed = false): string {
	const text = asText(written) ?? '';
	if (isListed && SENDABLE.test(text)) return text;
	const phone = readPhone(written);
	if (isListed && SENDABLE.test(phone.digits)) return phone.digits;
	const plan = numberingPlanOf(countryCode);
	const readings = readingsOf(phone, plan);
	const isGlued = phone.withoutEnd && readingsOf(phone.withoutEnd, plan).length > 0;
	if (readings.length === 1 && !isGlued) return readings[0].digits;
	const problem = isGlued ? GLUED : problemOf(phone, readings, plan);
	throw new InputError(`Phone ${quoted(text)} ${problem}`);
}

/** Whether the country decides what a writing stands for: not with `+`, nor in WhatsApp's own addresses. */
export function needsCountry(written: unknown): boolean {
	try {
		return !readPhone(written).isInternational;
	} catch {
		return false;
	}
}

/** All numbers that a writing can stand for, to compare with; none if it is no phone number. */
export function readingsIn(written: unknown, countryCode: string): string[] {
	try {
		const phone = readPhone(written);
		const plan = numberingPlanOf(countryCode);
		const readings = [phone, phone.withoutEnd].flatMap((one) => (one ? readingsOf(one, plan) : []));
		return [...new Set(readings.map(({ digits }) => digits))];
	} catch {
		return [];
	}
}
