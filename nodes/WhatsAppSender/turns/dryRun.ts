import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { countryCodeOf } from '../values/countryCode';
import type { Preview } from './lookBefore';
import { reasonsOf } from './progress';
import type { Message } from './turn';

/** When a message of a dry run would start; `opening` where it waits for its hours. */
export type Start = { millis: number; opening?: DateTime };

/** What the output of a dry run says of an item: the same fields of each, so that a table has no holes. */
export const dryRunOutput = ({ turn, message, skip, error }: Preview): IDataObject => ({
	dryRun: true,
	wouldSend: message !== undefined,
	...(turn?.shown ?? { recipient: '', recipientType: '' }),
	reason: skip?.reason ?? (error as Error | undefined)?.message ?? '',
	body: message?.body ?? {},
});

/**
 * What a dry run has found: `1180 of 1200 would be sent: 12 on the list Unsubscribed, 8 twice. With
 * these delays about 2 h 45 min. Recipients: 1100 in +62, 60 in +81, 20 groups.`
 */
export function dryRunHint(previews: Preview[]): string {
	const sent = previews.filter(({ message }) => message);
	const faults = previews.filter(({ error }) => error !== undefined).length;
	const others = reasonsOf(previews.flatMap(({ skip }) => skip ?? []));
	if (faults > 0) others.push(`${faults} cannot be sent`);
	const why = others.length > 0 ? `: ${others.join(', ')}` : '';
	const { skip, message } =
		previews.find((found) => found.skip?.clock ?? found.message?.hours) ?? {};
	const sentences = [
		`${sent.length} of ${previews.length} would be sent${why}.`,
		durationOf(sent),
		recipientsIn(sent),
		skip?.clock ?? message?.hours?.clock(),
	];
	return sentences.filter(Boolean).join(' ');
}

/** Says where they are, where that is more than one country: a number that has lost its 0 is in another one. */
function recipientsIn(sent: Preview[]): string | undefined {
	const counts: Record<string, number> = {};
	let groups = 0;
	for (const { turn } of sent) {
		const code = countryCodeOf(String(turn?.shown?.recipient));
		if (turn?.shown?.recipientType === 'group') groups++;
		else counts[code] = (counts[code] ?? 0) + 1;
	}
	const codes = Object.keys(counts).sort((one, other) => counts[other] - counts[one]);
	const places = codes.map((code) => `${counts[code]} in +${code}`);
	if (groups > 0) places.push(groups === 1 ? '1 group' : `${groups} groups`);
	return groups > 0 || codes.length > 1 ? `Recipients: ${places.join(', ')}.` : undefined;
}

/**
 * When a message would start after those before it. Known of each item in its turn: of many at once, it
 * would hold up n8n.
 */
export function startAfter(
	previews: Preview[],
	{ delay, hours }: Pick<Message, 'delay' | 'hours'>,
): Start {
	const before = previews.findLast(({ start }) => start)?.start;
	// The first message waits for no delay.
	const ready = before ? before.millis + delay : Date.now();
	const opening = hours?.opening?.(ready);
	return { millis: opening?.toMillis() ?? ready, opening };
}

/** How long it takes, or until when, where messages wait for their hours. */
function durationOf([first, ...others]: Preview[]): string | undefined {
	const last = (others.at(-1) ?? first)?.start;
	if (last?.opening) {
		return `With these delays and hours, the last one goes out on ${last.opening.toFormat("ccc d LLL 'at' HH:mm")}.`;
	}
	const millis = (last?.millis ?? 0) - (first?.start?.millis ?? 0);
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
