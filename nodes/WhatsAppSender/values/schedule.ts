import { DateTime } from 'luxon';
import { InputError } from '../errors/inputError';
import { asText, kindOf, quoted } from '../errors/words';

/** Unit of `send_at`, which §4.2 leaves open. */
export type SendAtUnit = 'seconds' | 'milliseconds';

/** Below this, a number is seconds (until the year 5138), from it on milliseconds (since 1973). */
const FIRST_MILLISECONDS = 1e11;
const LAST_DATE = 8.64e15;

/**
 * When the service is to send a message, as `send_at` takes it: a Unix timestamp as a string of
 * digits (§2.2).
 *
 * @param when ISO text (in `timezone` where it has no offset), a Luxon DateTime, a JS Date, or Unix
 * seconds or milliseconds as a number or digits; nothing or empty text: not scheduled
 * @param timezone IANA name of the workflow's time zone
 * @throws InputError where it is not a time
 */
export function schedule(when: unknown, timezone: string, unit: SendAtUnit): string | undefined {
	if (when === undefined || when === null || when === '') return undefined;
	const millis = millisOf(when, timezone);
	if (millis === undefined || !(millis > 0 && millis <= LAST_DATE)) {
		throw new InputError(
			`Send At ${shown(when)} is not a date and time: enter it like 2026-12-01T09:00:00, or use an expression that returns a date`,
		);
	}
	return String(unit === 'milliseconds' ? millis : Math.floor(millis / 1000));
}

/** The time of a `send_at` as ISO text in UTC. */
export function scheduledTime(sendAt: string, unit: SendAtUnit): string {
	return new Date(Number(sendAt) * (unit === 'milliseconds' ? 1 : 1000)).toISOString();
}

/**
 * @param when as `schedule` takes it
 * @returns Unix milliseconds; `undefined` where it is not a time
 */
export function millisOf(when: unknown, timezone: string): number | undefined {
	if (when instanceof Date) return when.getTime();
	if (isDateTime(when)) return when.toMillis();
	const text = asText(when)?.trim();
	if (text === undefined) return undefined;
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		return Math.floor(number < FIRST_MILLISECONDS ? number * 1000 : number);
	}
	// `2026-12-01 09:00`, as databases and spreadsheets write it, differs from ISO text by the space.
	const date = DateTime.fromISO(text.replace(/^(\d{4}-\d\d-\d\d) +/, '$1T'), { zone: timezone });
	return date.isValid ? date.toMillis() : undefined;
}

/** Not `instanceof`: an expression's DateTime comes from n8n's own copy of Luxon. */
function isDateTime(value: unknown): value is { toMillis(): number } {
	return typeof (value as { toMillis?: unknown } | null)?.toMillis === 'function';
}

function shown(when: unknown): string {
	return asText(when) === undefined ? `is ${kindOf(when)} and` : quoted(when);
}
