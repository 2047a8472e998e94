import { DateTime } from 'luxon';
import { countryCodeOf } from '../values/countryCode';
import { closed } from './waitToStart';
import { countsOf } from './execution';
import { counted } from './hints';
import { errorOf, type ItemResult } from './result';
import type { Row } from './rows';
import type { Message, Preview } from './sender';
import { type Skip, wordsOfSkip } from './skip';

/** What a dry run keeps of a message that would be sent; not the message itself, which may hold a file. */
export interface Plan extends Partial<Preview> {
	/** When it would start, in Unix milliseconds. */
	start: number;
	/** The same, where it waits for its hours. */
	opening?: DateTime;
	clock?: string;
}

/**
 * When a message would start after the last one before it, or why it would be skipped. Known of each item in
 * its turn: of many at once, it would hold up n8n.
 *
 * @throws where the service does not take the key
 */
export async function planAfter(
	last: Plan | undefined,
	{ delay, hours, preview }: Message,
): Promise<Plan | Skip> {
	const previewed = await preview?.();
	if (hours && !hours.opening && !hours.isOpen()) return closed(hours);
	// The first message waits for no delay.
	const ready = last ? last.start + delay : Date.now();
	const opening = hours?.opening?.(ready);
	return {
		...previewed,
		start: opening?.toMillis() ?? ready,
		opening,
		clock: last?.clock ?? hours?.clock(),
	};
}

const planOf = ({ result }: ItemResult) => (result.is === 'planned' ? result.plan : undefined);
const skipOf = ({ result }: ItemResult) => (result.is === 'skipped' ? result.skip : undefined);

/** The last message that the dry runs before would send. */
export const lastPlan = (previews: ItemResult[]): Plan | undefined =>
	previews.flatMap((entry) => planOf(entry) ?? []).at(-1);

/**
 * What the output of a dry run says of an item: the same fields of each, so that a table has no holes.
 *
 * @param timezone of the times; empty where no item of the run is scheduled
 */
export function dryRunRow(
	entry: ItemResult,
	recipient: Row,
	timezone: string,
): Row & { text: Row['body'] } {
	const plan = planOf(entry);
	const { recipientType, ...others } = recipient;
	const time = DateTime.fromISO(plan?.scheduledFor ?? '', { zone: timezone });
	const scheduledFor = time.isValid ? time.toISO({ suppressMilliseconds: true }) : '';
	return {
		...others,
		text: plan?.body?.text ?? '',
		reason: plan ? 'ready' : (skipOf(entry)?.reason ?? (errorOf(entry.result) as Error).message),
		wouldSend: plan !== undefined,
		...(timezone && { scheduledFor }),
		recipientType,
		body: plan?.body ?? {},
		dryRun: true,
	};
}

/** Whether a dry run has a column for times. */
export const isScheduled = (results: Iterable<ItemResult>): boolean =>
	[...results].some((entry) => planOf(entry)?.scheduledFor);

/**
 * What the dry runs of an execution have found: `1180 of 1200 would be sent: 12 on the list Unsubscribed,
 * 8 twice. With these delays about 2 h 45 min. Recipients: 1100 in +62, 60 in +81, 20 groups.`
 *
 * @param timezone of the workflow
 */
export function dryRunHint(previews: ItemResult[], timezone: string): string {
	const planned = previews.filter(planOf);
	const plans = planned.flatMap((entry) => planOf(entry) ?? []);
	const skips = previews.flatMap((entry) => skipOf(entry) ?? []);
	const others = counted(skips.map(wordsOfSkip));
	const faults = previews.length - plans.length - skips.length;
	if (faults > 0) others.push(`${faults} cannot be sent`);
	const why = others.length > 0 ? `: ${others.join(', ')}` : '';
	const sentences = [
		`${plans.length} of ${previews.length} would be sent${why}.`,
		durationOf(plans),
		plans.length > 0 && `Recipients: ${placesOf(planned).join(', ')}.`,
		duplicatesIn(planned),
		[...plans, ...skips].find(({ clock }) => clock)?.clock,
		plans.some(({ scheduledFor }) => scheduledFor) &&
			`Send At is read in ${timezone} (the workflow's time zone).`,
		...warningsOf(plans),
	];
	return sentences.filter(Boolean).join(' ');
}

/** A number that has lost its 0 is in another country. */
function placesOf(planned: ItemResult[]): string[] {
	const places = planned.map(({ pending }) => {
		const { recipient, recipientType } = pending?.shown ?? {};
		const code = countryCodeOf(String(recipient));
		if (recipientType === 'group') return 'groups';
		return code ? `in +${code}` : 'without a country code';
	});
	return counted(places).map((place) => place.replace(/^1 groups$/, '1 group'));
}

/** Whoever would get several messages, in whichever writing. */
function duplicatesIn(planned: ItemResult[]): string | undefined {
	const messages = countsOf(planned.flatMap(({ pending }) => pending?.person ?? []));
	const times = [...messages.values()].filter((count) => count > 1);
	if (times.length === 0) return undefined;
	const who = times.length === 1 ? '1 recipient is' : `${times.length} recipients are`;
	const often = Math.max(...times) === 2 ? 'twice' : 'more than once';
	return `${who} there ${often}: add Each Recipient Once.`;
}

/** How many warnings a hint names. */
const MOST_WARNINGS = 5;

/** `{name} is left in the text of 6 of 6.` */
function warningsOf(plans: Plan[]): string[] {
	const counts = countsOf(plans.flatMap(({ warnings = [] }) => warnings));
	const named = [...counts].slice(0, MOST_WARNINGS);
	return named.map(([warning, count]) => `${warning} ${count} of ${plans.length}.`);
}

/** How long it takes, or until when, where messages wait for their hours. */
function durationOf(plans: Plan[]): string | undefined {
	const [first, last] = [plans[0], plans.at(-1)];
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
