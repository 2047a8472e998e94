import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { InputError } from '../../errors/errors';
import { asText, oneOf, quoted } from '../../values/checks';
import { millisOf } from '../../values/schedule';

/** Limit Wait Time, as the node stores it. */
export interface LimitWaitTime {
	limitType?: unknown;
	resumeAmount?: unknown;
	resumeUnit?: unknown;
	maxDateAndTime?: unknown;
}

const LIMIT_TYPES = ['afterTimeInterval', 'atSpecifiedTime'] as const;
const UNIT_MS: Record<string, number> = {
	minutes: 60_000,
	hours: 3_600_000,
	days: 86_400_000,
};

/**
 * Until when to wait for a response.
 *
 * @param timezone IANA name of the workflow's time zone, for a time without an offset
 * @throws InputError where the limit is no time, or has passed
 */
export function waitLimit(limit: LimitWaitTime, timezone: string, now = Date.now()): Date {
	if (Object.keys(limit).length === 0) return WAIT_INDEFINITELY;
	const { limitType = 'afterTimeInterval' } = limit;
	const until =
		oneOf(LIMIT_TYPES, 'Limit Type', limitType) === 'atSpecifiedTime'
			? specifiedTime(limit.maxDateAndTime, timezone, now)
			: now + interval(limit);
	// A longer wait is one without a limit.
	return until < WAIT_INDEFINITELY.getTime() ? new Date(until) : WAIT_INDEFINITELY;
}

function interval({ resumeAmount = 1, resumeUnit = 'hours' }: LimitWaitTime): number {
	const amount = Number(asText(resumeAmount)?.trim() || Number.NaN);
	const unit = UNIT_MS[String(resumeUnit)];
	if (unit === undefined) {
		throw new InputError(
			`Unit ${quoted(resumeUnit)} of Limit Wait Time is not supported: use minutes, hours or days`,
		);
	}
	if (!(amount > 0)) {
		throw new InputError(
			`Amount ${quoted(resumeAmount)} of Limit Wait Time is not a time to wait: enter a number above 0`,
		);
	}
	return amount * unit;
}

function specifiedTime(when: unknown, timezone: string, now: number): number {
	const millis = millisOf('Max Date and Time', when, timezone);
	if (millis === undefined || Number.isNaN(millis)) {
		throw new InputError(
			`Max Date and Time ${quoted(when)} is not a date and time: enter it like 2026-12-01T09:00:00`,
		);
	}
	if (millis <= now) {
		throw new InputError(
			`Max Date and Time ${quoted(when)} has already passed: enter a later time`,
		);
	}
	return millis;
}
