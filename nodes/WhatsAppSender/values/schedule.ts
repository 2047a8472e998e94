import { DateTime } from 'luxon';
import { getGlobalState } from 'n8n-workflow';
import { InputError, WorkflowError } from '../errors/failures';
import { asText, isDateTime, isObject, quote } from './input';

/** Units of `send_at`, which §4.2 leaves open. */
export const SEND_AT_UNITS = ['seconds', 'milliseconds'] as const;
type SendAtUnit = (typeof SEND_AT_UNITS)[number];

/** How to enter a time, for an error. */
export const TIME_FORMAT = 'enter it like 2026-12-01T09:00:00';
const FIRST_TIME = Date.UTC(2001, 0);
const END_OF_TIMES = Date.UTC(2101, 0);
const CALENDAR_TIME =
	'{{ DateTime.fromISO($json.start.dateTime, { zone: $json.start.timeZone }) }}';
/** Allows for clocks that differ, and for messages that wait for their turn. */
const LATEST_PAST_MS = 5 * 60_000;

/** Texts that look like a time, but are ambiguous or incomplete; the first match decides. */
const LOOKALIKES: Array<[looks: RegExp, problem: string]> = [
	[
		/^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(\d{4}|\d{6})?$/,
		'is a date without dashes, which could be a timestamp too: ',
	],
	[
		/^(?:\d{4}-?\d\d-?\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?([-/.])\d\d?\1\d{2,4})$/,
		'is a date without a time: ',
	],
	[/^\d{1,6}([.,]\d+)?$/, "is a spreadsheet's number for a date: format the cell as text, and "],
	[/^(T\d|\d{1,2}:\d\d)/i, 'is a time without a date: '],
];

/**
 * When the service sends a message.
 *
 * @param when ISO text (in `timezone` without an offset), a Luxon DateTime, a JS Date, or Unix seconds or
 * milliseconds of 2001 to 2100 as a number or digits
 * @returns a Unix timestamp as a string of digits, as `send_at` takes it (§2.2), and the time as ISO text in UTC
 * @throws InputError if it is not a time, or in the past: the service might send immediately
 */
export function schedule(when: unknown, timezone: string, unit: SendAtUnit) {
	const millis = millisOf('Send At', when, timezone);
	const entered = quote(when instanceof Date || isDateTime(when) ? String(when) : when);
	if (millis === undefined || !(millis >= FIRST_TIME && millis < END_OF_TIMES)) {
		throw new InputError(
			`Send At ${entered} is not a date and time from 2001 to 2100: ${TIME_FORMAT}, or use an expression that returns a date`,
		);
	}
	if (millis < Date.now() - LATEST_PAST_MS) {
		const time = DateTime.fromMillis(millis, { zone: timezone }).toISO();
		throw new InputError(
			`Send At ${entered} is in the past (${time}): enter a later time, or remove Send At to send now`,
		);
	}
	const unitMs = unit === 'milliseconds' ? 1 : 1000;
	const sendAt = Math.floor(millis / unitMs);
	return { sendAt: String(sendAt), time: new Date(sendAt * unitMs).toISOString() };
}

/** Longest text of a time. */
const LONGEST_TIME = 100;

/**
 * @returns Unix milliseconds of what `schedule` takes; `undefined` if it is not a time
 * @throws InputError, with the label of the field, if it only looks like one, and for an unknown time zone
 */
export function millisOf(field: string, when: unknown, timezone: string): number | undefined {
	requireTimezone(field, timezone);
	if (when instanceof Date) return when.getTime();
	if (isDateTime(when)) return when.toMillis();
	if (isObject(when) && when.dateTime) {
		throw new InputError(`${field} is a calendar's date and time zone: enter ${CALENDAR_TIME}`);
	}
	const text = asText(when)?.trim();
	if (text === undefined || text.length > LONGEST_TIME) return undefined;
	const problem = LOOKALIKES.find(([looks]) => looks.test(text))?.[1];
	if (problem) throw new InputError(`${field} ${quote(text)} ${problem}${TIME_FORMAT}`);
	// 2001 to 2100 is 9.8e8 to 4.1e9 in seconds, and a thousand times that in milliseconds.
	const timestamp = /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
	if (timestamp !== undefined) return Math.floor(timestamp < 1e11 ? timestamp * 1000 : timestamp);
	// Outlook gives seven decimals, in UTC or in the zone of another field.
	if (/\.\d{7}$/.test(text)) {
		throw new InputError(`${field} ${quote(text)} has no time zone: enter ${CALENDAR_TIME}`);
	}
	const [, sign] = DAY_FIRST.exec(text) ?? [];
	if (sign) {
		const clock = /m$/i.test(text) ? 'h:mm a' : 'HH:mm';
		const [format, other] = ['dd MM yyyy', 'MM dd yyyy'].map(
			(order) => `'${order.replaceAll(' ', sign)} ${clock}'`,
		);
		throw new InputError(
			`${field} ${quote(text)} does not begin with the year: enter {{ DateTime.fromFormat($json.when, ${format}) }}, or ${other} if the month is first`,
		);
	}
	// Spreadsheets and databases write `2026/12/1 9:00` and `2026-12-01 09:00:00 +07` for ISO text.
	const iso = text
		.replace(/^(\d{4})([-/])(\d\d?)\2(\d\d?)[T ]+/, (_all, year, _separator, month, day) => {
			return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T`;
		})
		.replace(/T(\d):/, 'T0$1:')
		.replace(/ +(?=[+-])/, '');
	if (!/^\d{4}-?\d\d-?\d\d/.test(iso)) return undefined;
	const options = { zone: timezone, locale: 'en' };
	const [, clock, half] =
		/^(.*T(?:0\d|1[0-2]):.*?) *([ap]m)$/i.exec(iso.replace(/([ap])\.m\.$/i, '$1m')) ?? [];
	const date = half
		? DateTime.fromFormat(`${clock.padEnd(19, ':00')} ${half}`, "yyyy-MM-dd'T'hh:mm:ss a", options)
		: DateTime.fromISO(iso, options);
	return date.isValid ? date.toMillis() : undefined;
}

/** Day and month, which could be mistaken, and a time. */
const DAY_FIRST = /^\d\d?([-/.])\d\d?\1(?:\d{4}|\d\d),? +\d\d?:\d\d(?::\d\d)? ?(?:[ap]m)?$/i;

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
