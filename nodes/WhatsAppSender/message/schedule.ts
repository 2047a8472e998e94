import { DateTime } from 'luxon';
import { asText, InputError, kindOf, quoted } from '../input/inputError';

/** Unit of `send_at`, which §4.2 leaves open. */
export type SendAtUnit = 'seconds' | 'milliseconds';

export interface Schedule {
	/** `send_at` as the service takes it: a Unix timestamp as a string of digits (§2.2). */
	sendAt: string;
	/** The same moment as ISO text in UTC, for the output. */
	scheduledFor: string;
}

/** Below this, a number is seconds (until the year 5138), from it on milliseconds (since 1973). */
const FIRST_MILLISECONDS = 1e11;
const LAST_DATE = 8.64e15;

/**
 * When a message is to go out.
 *
 * @param when ISO text (in `timezone` where it has no offset), a Luxon DateTime, a JS Date, or Unix
 * seconds or milliseconds as a number or digits; nothing or empty text: not scheduled
 * @param timezone IANA name of the workflow's time zone
 * @throws InputError where it is no moment
 */
export function schedule(when: unknown, timezone: string, unit: SendAtUnit): Schedule | undefined {
	if (when === undefined || when === null || when === '') return undefined;
	const millis = millisOf(when, timezone);
	if (millis === undefined || !(millis > 0 && millis <= LAST_DATE)) {
		throw new InputError(
			`Send At ${shown(when)} is not a date and time: write it like 2026-12-01T09:00:00, or use an expression that gives a date`,
		);
	}
	const seconds = Math.floor(millis / 1000);
	return unit === 'milliseconds'
		? { sendAt: String(millis), scheduledFor: new Date(millis).toISOString() }
		: { sendAt: String(seconds), scheduledFor: new Date(seconds * 1000).toISOString() };
}

function millisOf(when: unknown, timezone: string): number | undefined {
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
