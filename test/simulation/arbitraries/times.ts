import fc from 'fast-check';
import { wallClock } from '../hours';
import { either } from './items';

const SECOND = 1000;
const HOUR = 3_600 * SECOND;

/** Seconds between two messages. */
export const delay = either(
	[4, fc.tuple(fc.nat(20), fc.nat(20))],
	[2, fc.tuple(fc.nat(600), fc.nat(600))],
	[1, fc.tuple(fc.nat(5 * 3_600), fc.nat(5 * 3_600))],
).map(([min, max]) => ({ min, max }));

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const time = (last: number) =>
	either([1, fc.nat(24).map((hour) => hour * 60)], [1, fc.nat(last)]).map(
		(minute) =>
			`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
	);

const minutesOf = (written: string) => Number(written.slice(0, 2)) * 60 + Number(written.slice(3));
const lengthOf = ({ from, to }: { from: string; to: string }) =>
	(minutesOf(to) - minutesOf(from) + 24 * 60) % (24 * 60) || 24 * 60;
/** Minutes that hours last which a message waits for, so that no late timer passes them over. */
const WAITED_FOR = 60;

interface HoursPlan {
	hours?: { from: string; to: string; days: string[]; outside: string };
	endsAfter?: number;
	calendar: { start: number; zone: string };
}

/** Hours that end some minutes after the broadcast has begun, where it says so; those too short to be waited for are not. */
export function hoursOf({ hours: set, endsAfter, calendar: { start, zone } }: HoursPlan) {
	if (!set) return undefined;
	const soon = wallClock(start + (endsAfter ?? 0) * 60_000, zone)[1];
	const ends = { ...set, to: endsAfter === undefined || soon === set.from ? set.to : soon };
	return lengthOf(ends) < WAITED_FOR ? { ...ends, outside: 'skip' } : ends;
}

/** Send Only Between. */
export const hours = fc
	.record({
		from: time(24 * 60).filter((from) => from !== '24:00'),
		to: time(24 * 60),
		days: either([1, fc.constant(DAYS)], [1, fc.subarray(DAYS, { minLength: 1 })]),
		outside: fc.constantFrom('skip', 'wait'),
	})
	.filter(({ from, to }) => from !== to);

/** Some time after so many requests have arrived. */
export const moment = fc.record({
	arrivals: fc.nat(8),
	after: either([2, fc.nat(600)], [2, fc.nat(30 * SECOND)], [1, fc.nat(6 * HOUR)]),
});

/** The process dies, or somebody stops the execution. */
export const cut = fc.tuple(moment, fc.boolean()).map(([when, isStop]) => ({ ...when, isStop }));

export const clockChange = fc
	.tuple(fc.constantFrom(1, -1), either([1, fc.nat(30 * SECOND)], [1, fc.nat(26 * HOUR)]))
	.map(([sign, by]) => sign * by);

/** Where the clock changes, is half an hour off, or has no summer time; and a day of the change. */
const ZONES = [
	['Asia/Jakarta', '2026-11-24'],
	['America/New_York', '2026-03-08'],
	['America/New_York', '2026-11-01'],
	['Europe/Berlin', '2026-03-29'],
	['Europe/Berlin', '2026-10-25'],
	['Australia/Lord_Howe', '2026-04-05'],
	['Australia/Lord_Howe', '2026-10-04'],
	['Asia/Kathmandu', '2026-12-31'],
	['Pacific/Auckland', '2026-09-27'],
] as const;

/** When and where it begins: within a day and a half around the clock change. */
export const calendar = fc
	.tuple(fc.constantFrom(...ZONES), fc.integer({ min: -36, max: 36 }), fc.nat(HOUR))
	.map(([[zone, day], hours, millis]) => ({
		zone,
		start: Date.parse(`${day}T00:00:00Z`) + hours * HOUR + millis,
	}));
