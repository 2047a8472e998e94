import type { Plan } from './plan';

const WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Whether Send Only Between is open, by the calendar of Node.js itself.
 *
 * @param millis Unix milliseconds
 */
export function isOpen(
	{ from, to, days }: NonNullable<Plan['hours']>,
	millis: number,
	zone: string,
): boolean {
	const [weekday, time] = wallClock(millis, zone);
	const today = WEEK.indexOf(weekday);
	const begun = time >= from || from < to ? today : today + 6;
	const isInTime = from < to ? time >= from && time < to : time >= from || time < to;
	return isInTime && days.includes(WEEK[begun % 7]);
}

/** `mon` and `09:30` */
export function wallClock(millis: number, zone: string): string[] {
	const format = formats.get(zone) ?? formatOf(zone);
	formats.set(zone, format);
	return format.format(millis).toLowerCase().split(' ');
}

const formatOf = (timeZone: string) =>
	new Intl.DateTimeFormat('en-GB', {
		timeZone,
		hourCycle: 'h23',
		weekday: 'short',
		hour: '2-digit',
		minute: '2-digit',
	});
