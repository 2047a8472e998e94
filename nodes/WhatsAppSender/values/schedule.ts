import { DateTime } from 'luxon';
import { getGlobalState } from 'n8n-workflow';
import { InputError, WorkflowError } from '../errors/failures';
import { asText, isDateTime, quote } from './text';

/** Units of `send_at`, which §4.2 leaves open. */
export const SEND_AT_UNITS = ['seconds', 'milliseconds'] as const;
type SendAtUnit = (typeof SEND_AT_UNITS)[number];

const FIRST_TIME = Date.UTC(2001, 0);
const END_OF_TIMES = Date.UTC(2101, 0);
/** Allows for clocks that differ, and for messages that wait for their turn. */
const LATEST_PAST_MS = 5 * 60_000;

/**
 * When the service sends a message.
 *
 * @param when as `futureMillis` takes it
 * @returns a Unix timestamp as a string of digits, as `send_at` takes it (§2.2), and the time as ISO text in UTC
 * @throws InputError if it is not a time, or in the past: the service might send immediately
 */
export function schedule(when: unknown, timezone: string, unit: SendAtUnit) {
	const unitMs = unit === 'milliseconds' ? 1 : 1000;
	const sendAt = Math.floor(futureMillis('Send At', when, timezone, LATEST_PAST_MS) / unitMs);
	return { sendAt: String(sendAt), time: new Date(sendAt * unitMs).toISOString() };
}

/**
 * @param when ISO text (in `timezone` without an offset), a Luxon DateTime, a JS Date, or Unix seconds or
 * milliseconds of 2001 to 2100 as a number or digits
 * @param latestPast how far it may be in the past, in milliseconds
 * @returns Unix milliseconds
 * @throws InputError, with the label of the field
 */
export function futureMillis(
	field: string,
	when: unknown,
	timezone: string,
	latestPast = 0,
): number {
	requireTimezone(field, timezone);
	const isDate = when instanceof Date || isDateTime(when);
	const millis = isDate ? Number(when) : millisOfText(asText(when)?.trim() ?? '', timezone);
	const entered = quote(isDate ? String(when) : when);
	if (!(millis >= FIRST_TIME && millis < END_OF_TIMES)) {
		throw new InputError(
			`${field} ${entered} is not a date and time from 2001 to 2100: enter it like 2026-12-01T09:00:00, or paste {{ DateTime.fromFormat($json.when, 'dd/MM/yyyy HH:mm') }} with the column and the order of your data`,
		);
	}
	if (millis >= Date.now() - latestPast) return millis;
	const time = DateTime.fromMillis(millis, { zone: timezone }).toISO();
	throw new InputError(
		`${field} ${entered} is in the past (${time}): enter a later time, or remove it`,
	);
}

/** A date and a time; Outlook writes seven decimals and leaves out that they are in UTC. */
const ISO =
	/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:(?:\.\d{1,6})?|(?:\.\d{1,9})? ?(?:Z|[+-]\d\d(?::?\d\d)?))$/i;

/** `NaN` if it is neither a timestamp nor ISO text. */
function millisOfText(text: string, timezone: string): number {
	// 2001 to 2100 is 9.8e8 to 4.1e9 in seconds, and a thousand times that in milliseconds.
	const timestamp = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
	if (timestamp >= 0) return Math.floor(timestamp < 1e11 ? timestamp * 1000 : timestamp);
	// Databases write `2026-12-01 09:00:00 +07` for ISO text.
	const iso = ISO.test(text) ? text.replace(' ', 'T').replace(' ', '') : '';
	return DateTime.fromISO(iso, { zone: timezone }).toMillis();
}

/** The workflow's time zone. In a workflow that was made over n8n's API, `DEFAULT` can be the instance's. */
export function timezoneOf(context: { getTimezone(): string }): string {
	const timezone = context.getTimezone();
	return timezone === 'DEFAULT' ? getGlobalState().defaultTimezone : timezone;
}

/** Refuses an unknown zone, because Luxon returns invalid times for it. @param field label for the error */
export function requireTimezone(field: string, timezone: string): void {
	if (DateTime.fromMillis(0, { zone: timezone }).isValid) return;
	throw new WorkflowError(
		`${field}: the workflow's time zone ${quote(timezone)} is unknown: choose one like Asia/Jakarta in the workflow's settings`,
		'If the settings have the default time zone, set GENERIC_TIMEZONE of n8n.',
	);
}
