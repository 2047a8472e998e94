import type { Books, Rules } from '../books';
import { isOpenAt } from '../hours';
import { listFor, NEVER, ONLY } from '../lists';
import type { Plan } from '../plan';

/** What the node says of messages that it has skipped, and of lists. */
export const hints: Rules = {
	'hints count what was skipped, by reason, and say what time it was': (
		plan,
		{ runs, cancelled },
	) =>
		cancelled ||
		(runs ?? []).every(({ outputs, hints: said }) => {
			const skipped = outputs.filter(({ json }) => json.skipped);
			const hint = said.find((text) => text.includes(' were skipped: '));
			if (!hint || skipped.length === 0) return !hint && skipped.length === 0;
			const [counts, ...clock] = hint.split('. ');
			const isClosed = skipped.some(({ json }) => json.reason === 'sendHours');
			const begin = `${skipped.length} of ${outputs.length} were skipped: `;
			return (
				areCounted(counts, begin, reasonsOf(plan, skipped)) &&
				(isClosed ? isClock(clock.join('. '), plan, plan.hours, true) : clock.length === 0)
			);
		}),

	'a hint counts the entries of a list that are nobody, once in a run': (
		plan,
		{ runs, cancelled },
	) => {
		const { nobodies = 0, numbers } = plan.limits ?? {};
		const where = numbers ? /(Never|Only) Send To/ : /the list [\w-]+/;
		const isCounted = nobodies > 0 && [undefined, 'objects', 'items'].includes(numbers);
		const words =
			nobodies === 1
				? '1 entry of X has no phone and is'
				: `${nobodies} entries of X have no phone and are`;
		return (runs ?? []).every(({ outputs, hints: all }) => {
			const said = all.filter((text) => text.includes(' no phone '));
			const isByList = ({ json }: Output) =>
				['neverSendTo', 'onlySendTo'].includes(String(json.reason));
			const isDue = isCounted && !cancelled && outputs.some(isByList);
			return (
				said.every((text) => text.replace(where, 'X') === `${words} ignored`) &&
				new Set(said).size === said.length &&
				(!isDue || said.length > 0)
			);
		});
	},
};

export type Output = NonNullable<Books['runs']>[number]['outputs'][number];

/** `2 on the list unsubscribed`, for each reason. */
export function reasonsOf(plan: Plan, outputs: Output[]): string[] {
	const numbers = plan.limits?.numbers;
	const words: Record<string, string> = {
		neverSendTo: numbers ? 'in Never Send To' : `on the list ${listFor(plan, NEVER)}`,
		onlySendTo: numbers ? 'not in Only Send To' : `not on the list ${listFor(plan, ONLY)}`,
		...{ duplicate: 'twice', maxPerExecution: 'over the maximum', sendHours: 'outside the hours' },
	};
	const given = outputs.map(({ json }) => words[String(json.reason)] ?? 'cannot be sent');
	return [...new Set(given)].map((why) => `${given.filter((one) => one === why).length} ${why}`);
}

export const areCounted = (text: string, begin: string, reasons: string[]) =>
	text.startsWith(begin) &&
	text.slice(begin.length).split(', ').sort().join() === reasons.sort().join();

/** Whether a sentence says what time it is, outside the hours where it must be, and when they are. */
export function isClock(
	text: string | undefined,
	plan: Plan,
	hours: Plan['hours'],
	isClosed = false,
) {
	const { from, to, days } = hours!;
	const [, weekday, time, rest] = /^It is (?:(\w{3}) )?(\d\d:\d\d) in (.*)$/.exec(text ?? '') ?? [];
	const isDaily = days.length === 7;
	const names = days.map((day) => day[0].toUpperCase() + day.slice(1)).join(', ');
	const zone = `${plan.calendar.zone} (the workflow's time zone)`;
	const isOutside = plan.isScheduled || !isOpenAt(hours!, (weekday ?? days[0]).toLowerCase(), time);
	return (
		rest === `${zone}; messages start from ${from} to ${to}${isDaily ? '' : ` on ${names}`}.` &&
		isDaily === (weekday === undefined) &&
		(isOutside || !isClosed)
	);
}
