import { DateTime, Duration } from 'luxon';
import { WorkflowError } from '../errors/failures';
import { groupIn, oneOf, type Option } from '../values/formFields';
import { asText, quote } from '../values/text';
import { requireTimezone } from '../values/schedule';
import type { Rule } from './rule';

/** In the order of Luxon's `weekday`, which starts with 1. */
const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const days = WEEK.map((name) => ({ name, value: name.slice(0, 3).toLowerCase() }));
const DAYS = days.map(({ value }) => value);
const END_OF_DAY = 24 * 60;
/** n8n does not store values that equal the defaults, so `read` adds them. */
const DEFAULT_HOURS = { from: '09:00', to: '20:00', days: DAYS };

export const sendHours: Option<Rule> = {
	displayName: 'Send Only Between',
	name: 'sendHours',
	type: 'fixedCollection',
	// Without it, n8n does not save an option whose values are the defaults.
	typeOptions: { multipleValues: false },
	placeholder: 'Add Hours',
	description: "Hours and days in which messages may start, in the workflow's time zone",
	default: { hours: DEFAULT_HOURS },
	emptyHint: 'times like 09:00, and days',
	read: (option, { timezone }) => hoursRule(option, timezone),
	options: [
		{
			displayName: 'Hours',
			name: 'hours',
			values: [
				{
					displayName: 'From',
					name: 'from',
					type: 'string',
					default: '09:00',
					placeholder: 'e.g. 09:00',
				},
				{
					displayName: 'To',
					name: 'to',
					type: 'string',
					default: '20:00',
					placeholder: 'e.g. 20:00',
					description:
						"No message starts at or after this time (24:00 at the latest). If earlier than 'From', it means the next day.",
				},
				{
					displayName: 'Days',
					name: 'days',
					type: 'multiOptions',
					options: days,
					default: [...DAYS],
					description: 'Days on which the hours begin',
				},
			],
		},
	],
};

/** When messages may start, in the wall-clock time of the workflow's time zone. */
interface DailyHours {
	/** Minutes of the day. */
	from: number;
	/** The first minute after the hours. If it is less than `from`, they end on the next day. */
	to: number;
	/** Weekdays on which the hours begin. */
	days: number[];
}

/** @param option as the node stores it: `{ hours: { from, to, days } }` */
function hoursRule(option: unknown, timezone: string): Rule {
	const entered = groupIn(sendHours.displayName, option, 'hours');
	const hours = dailyHours({ ...DEFAULT_HOURS, ...entered });
	requireTimezone(sendHours.displayName, timezone);
	const localTime = (millis: number) =>
		DateTime.fromMillis(millis, { zone: timezone, locale: 'en' });
	const note = () => clockOf(hours, localTime(Date.now()));
	return {
		note,
		async check(target, { channel, options }) {
			const time = await channel.scheduledFor?.(target);
			// Tests and dry runs are often made in the evening, outside the hours.
			if (options.isTest || (options.isDryRun && !time)) return undefined;
			const start = localTime(time ? Date.parse(time) : Date.now());
			if (isWithin(hours, start)) return undefined;
			return { reason: 'sendHours', words: 'outside the hours', clock: note() };
		},
	};
}

function dailyHours(entered: Record<string, unknown>): DailyHours {
	const from = minuteOf('From', entered.from, END_OF_DAY - 1);
	const to = minuteOf('To', entered.to, END_OF_DAY);
	if (from === to) {
		throw new WorkflowError('From and To of Send Only Between are the same: enter two times');
	}
	const days: unknown[] = [entered.days].flat();
	if (days.length === 0)
		throw new WorkflowError('Send Only Between has no days: choose at least one');
	const weekday = (day: unknown) => DAYS.indexOf(oneOf(DAYS, 'Day of Send Only Between', day)) + 1;
	return { from, to, days: days.map(weekday) };
}

/** `9`, `9:00`, `9.30`, `9am` and `9:30 pm`, as people write hours. */
const CLOCK_TIME = /^(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?$/i;

function minuteOf(field: string, value: unknown, last: number): number {
	const [, hour, minute = '00', half] = CLOCK_TIME.exec(asText(value)?.trim() ?? '') ?? [];
	const isHour = !half || (Number(hour) >= 1 && Number(hour) <= 12);
	// 12am is midnight, and 12pm is noon.
	const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
	const total = hours * 60 + Number(minute);
	if (isHour && Number(minute) < 60 && total <= last) return total;
	throw new WorkflowError(
		`${field} ${quote(value)} of Send Only Between is not a time: enter it like 9:00 or 9am`,
	);
}

/** Whether a time in the workflow's time zone is within the hours. */
function isWithin({ from, to, days }: DailyHours, time: DateTime): boolean {
	const minute = time.hour * 60 + time.minute;
	if (from < to) return minute >= from && minute < to && days.includes(time.weekday);
	// After midnight, the hours belong to the day on which they began.
	if (minute >= from) return days.includes(time.weekday);
	return minute < to && days.includes(time.minus({ days: 1 }).weekday);
}

const isDaily = ({ days }: DailyHours) => days.length === WEEK.length;

/** `It is 15:06 in Asia/Jakarta (the workflow's time zone); messages start from 09:00 to 17:00.` */
function clockOf(hours: DailyHours, now: DateTime): string {
	const { from, to, days } = hours;
	const time = (minute: number) => Duration.fromObject({ minutes: minute }).toFormat('hh:mm');
	const on = isDaily(hours) ? '' : ` on ${days.map((day) => WEEK[day - 1].slice(0, 3)).join(', ')}`;
	const it = now.toFormat(isDaily(hours) ? 'HH:mm' : 'ccc HH:mm');
	return `It is ${it} in ${now.zoneName} (the workflow's time zone); messages start from ${time(from)} to ${time(to)}${on}.`;
}
