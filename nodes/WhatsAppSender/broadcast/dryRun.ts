import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { countryCodeOf } from '../values/phone';
import { countsOf, formatCounts } from './execution';
import type { Policy } from './rules';
import { type Entry, errorOf, type Plan, planOf, type RecipientRow, skipOf } from './sender';

const plansIn = (entries: Entry[]): Plan[] =>
	entries.flatMap(({ outcome }) => planOf(outcome) ?? []);

/** The last message that earlier dry runs would send. */
export const lastPlanIn = (entries: Entry[]): Plan | undefined => plansIn(entries).at(-1);

/** Whether a message is scheduled, so that the rows need the column scheduledFor. */
export const isScheduled = (entries: Iterable<Entry>): boolean =>
	plansIn([...entries]).some(({ scheduledFor }) => scheduledFor);

/**
 * The output of a dry run for an item. All rows have the same fields, so that n8n's table has no gaps.
 *
 * @param timezone for scheduledFor; undefined if no item of the run is scheduled
 */
export function dryRunRow(
	item: number,
	{ outcome }: Entry,
	{ recipientType, ...recipient }: RecipientRow,
	timezone?: string,
): INodeExecutionData {
	const plan = planOf(outcome);
	const time = DateTime.fromISO(plan?.scheduledFor ?? '', { zone: timezone });
	const scheduledFor = time.isValid ? time.toISO({ suppressMilliseconds: true }) : '';
	const skip = skipOf(outcome);
	const json: IDataObject = {
		...recipient,
		text: plan?.body?.text ?? '',
		reason: plan ? 'ready' : (skip?.reason ?? (errorOf(outcome) as Error).message),
		wouldSend: plan !== undefined,
		...(timezone && { scheduledFor }),
		recipientType,
		body: plan?.body ?? {},
		dryRun: true,
		...(skip?.warning && { warning: skip.warning }),
	};
	return { json, pairedItem: { item } };
}

/**
 * Sums up the dry runs of an execution: `1180 of 1200 would be sent: 12 on the list Unsubscribed,
 * 8 twice. With these delays about 2 h 45 min. Recipients: 1100 in +62, 60 in +81, 20 groups.`
 *
 * @param timezone of the workflow
 * @param options labels of the options in force
 */
export function dryRunHint(
	entries: Entry[],
	policy: Policy,
	timezone: string,
	options: string[],
): string {
	const planned = entries.filter(({ outcome }) => planOf(outcome));
	const plans = plansIn(entries);
	const skips = entries.flatMap(({ outcome }) => skipOf(outcome) ?? []);
	const counts = formatCounts(skips.map(({ words }) => words));
	const invalidCount = entries.length - plans.length - skips.length;
	if (invalidCount > 0) counts.push(`${invalidCount} cannot be sent`);
	const why = counts.length > 0 ? `: ${counts.join(', ')}` : '';
	const sentences = [
		`${plans.length} of ${entries.length} would be sent${why}.`,
		durationOf(plans),
		plans.length > 1 &&
			policy.delay() === 0 &&
			'No delay is set, so messages are sent back to back.',
		plans.length > 0 && `Recipients: ${recipientsByCountry(planned).join(', ')}.`,
		duplicatesIn(planned),
		...policy.rules.map(({ note }) => note?.()),
		isScheduled(entries) && `Send At is read in ${timezone} (the workflow's time zone).`,
		...warningsOf(plans),
		`Options: ${options.join(', ')}.`,
	];
	return sentences.filter(Boolean).join(' ');
}

/** Counts recipients by country, so that the user notices a number that lost its 0. */
function recipientsByCountry(planned: Entry[]): string[] {
	const places = planned.map(({ pending }) => {
		const { recipient = '', recipientType } = pending?.row ?? {};
		const code = countryCodeOf(recipient);
		if (recipientType === 'group') return 'groups';
		return code ? `in +${code}` : 'without a country code';
	});
	return formatCounts(places).map((place) => place.replace(/^1 groups$/, '1 group'));
}

/** Counts the people who would get several messages. */
function duplicatesIn(planned: Entry[]): string | undefined {
	const messages = countsOf(planned.flatMap(({ pending }) => pending?.person ?? []));
	const times = [...messages.values()].filter((count) => count > 1);
	if (times.length === 0) return undefined;
	const who = times.length === 1 ? '1 recipient' : `${times.length} recipients`;
	return `${who} would get several messages: add Each Recipient Once.`;
}

/** How many warnings a hint names. */
const MOST_WARNINGS = 20;

/** `{name} is left in the text of 6 of 6.` */
function warningsOf(plans: Plan[]): string[] {
	const counts = countsOf(plans.flatMap(({ warnings = [] }) => warnings));
	const named = [...counts].slice(0, MOST_WARNINGS);
	return named.map(([warning, count]) => `${warning} ${count} of ${plans.length}.`);
}

function durationOf(plans: Plan[]): string | undefined {
	const millis = (plans.at(-1)?.start ?? 0) - (plans[0]?.start ?? 0);
	return millis > 0 ? `With these delays about ${formatDuration(millis)}.` : undefined;
}

/** `2 h 45 min`, `12 min`, `40 s` */
function formatDuration(millis: number): string {
	const seconds = Math.ceil(millis / 1000);
	if (seconds < 90) return `${seconds} s`;
	const minutes = Math.round(seconds / 60);
	if (minutes < 60) return `${minutes} min`;
	const rest = minutes % 60;
	return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''}`;
}
