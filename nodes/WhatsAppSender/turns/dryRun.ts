import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { countryCodeOf } from '../values/countryCode';
import { oddHints } from './hints';
import type { Entry, Fate, Message, Plan } from './turn';
import { counted, reasonOfSkip } from './words';

type Preview = Extract<Fate, { is: 'previewed' }>;

/**
 * When a message would start after the last one before it. Known of each item in its turn: of many at once,
 * it would hold up n8n.
 */
export function planAfter(last: Plan | undefined, message: Message): Plan {
	const { body, scheduledFor, delay, hours } = message;
	// The first message waits for no delay.
	const ready = last ? last.start + delay : Date.now();
	const opening = hours?.opening?.(ready);
	const clock = last?.clock ?? hours?.clock();
	return { body, scheduledFor, start: opening?.toMillis() ?? ready, opening, clock };
}

/**
 * What the output of a dry run says of an item: the same fields of each, so that a table has no holes.
 *
 * @param timezone of the times; empty where no item of the run is scheduled
 */
export function dryRunRow(
	{ plan, skip, error }: Preview,
	recipient: IDataObject,
	timezone: string,
): IDataObject {
	const { recipientType, ...others } = recipient;
	const time = DateTime.fromISO(plan?.scheduledFor ?? '', { zone: timezone });
	const scheduledFor = time.isValid ? time.toISO({ suppressMilliseconds: true }) : '';
	return {
		...others,
		text: plan?.body?.text ?? '',
		reason: skip?.reason ?? (error as Error | undefined)?.message ?? 'ready',
		wouldSend: plan !== undefined,
		...(timezone && { scheduledFor }),
		recipientType,
		body: plan?.body ?? {},
		dryRun: true,
	};
}

/** Whether a dry run has a column for times. */
export const isScheduled = (entries: Iterable<Entry>): boolean =>
	[...entries].some(({ fate }) => fate.is === 'previewed' && fate.plan?.scheduledFor);

/**
 * What a dry run has found: `1180 of 1200 would be sent: 12 on the list Unsubscribed, 8 twice. With
 * these delays about 2 h 45 min. Recipients: 1100 in +62, 60 in +81, 20 groups.`
 */
export function dryRunHint(entries: Entry[], timezone: string): string {
	const previews = entries.flatMap(({ fate }) => (fate.is === 'previewed' ? fate : []));
	const planned = entries.filter(({ fate }) => fate.is === 'previewed' && fate.plan);
	const plans = previews.flatMap(({ plan }) => plan ?? []);
	const others = counted(previews.flatMap(({ skip }) => (skip ? reasonOfSkip(skip) : [])));
	const faults = previews.filter(({ error }) => error !== undefined).length;
	if (faults > 0) others.push(`${faults} cannot be sent`);
	const why = others.length > 0 ? `: ${others.join(', ')}` : '';
	const clocked = previews.find(({ plan, skip }) => plan?.clock ?? skip?.clock);
	const sentences = [
		`${plans.length} of ${previews.length} would be sent${why}.`,
		durationOf(plans),
		plans.length > 0 && `Recipients: ${placesOf(planned).join(', ')}.`,
		clocked?.plan?.clock ?? clocked?.skip?.clock,
		plans.some(({ scheduledFor }) => scheduledFor) &&
			`Send At is read in ${timezone} (the workflow's time zone).`,
		...oddHints(entries),
	];
	return sentences.filter(Boolean).join(' ');
}

/** A number that has lost its 0 is in another country. */
function placesOf(planned: Entry[]): string[] {
	const places = planned.map(({ turn }) => {
		const { recipient, recipientType } = turn?.shown ?? {};
		const code = countryCodeOf(String(recipient));
		if (recipientType === 'group') return 'groups';
		return code ? `in +${code}` : 'without a country code';
	});
	return counted(places).map((place) => place.replace(/^1 groups$/, '1 group'));
}

/** How long it takes, or until when, where messages wait for their hours. */
function durationOf([first, ...others]: Plan[]): string | undefined {
	const last = others.at(-1) ?? first;
	if (last?.opening) {
		return `With these delays and hours, the last one goes out on ${last.opening.toFormat("ccc d LLL 'at' HH:mm")}.`;
	}
	const millis = (last?.start ?? 0) - (first?.start ?? 0);
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
