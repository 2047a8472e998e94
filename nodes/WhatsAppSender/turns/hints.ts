import type { Preview } from './preview';
import type { Skip, SkipReason } from './steps';

const REASONS: Record<SkipReason, (list?: string) => string> = {
	neverSendTo: (list) => `on the list ${list}`,
	onlySendTo: (list) => `not on the list ${list}`,
	duplicate: () => 'twice',
	maxPerExecution: () => 'over the maximum',
	sendHours: () => 'outside the hours',
};

/** Why items were skipped: `2 on the list Unsubscribed, 1 twice`. */
function reasonsOf(skips: Skip[]): string[] {
	const counts = new Map<string, number>();
	for (const { reason, list } of skips) {
		const words = REASONS[reason](list);
		counts.set(words, (counts.get(words) ?? 0) + 1);
	}
	return [...counts].map(([words, count]) => `${count} ${words}`);
}

/** `3 of 120 were skipped: 2 on the list Unsubscribed, 1 twice` */
export const skippedHint = (skips: Skip[], total: number) =>
	`${skips.length} of ${total} were skipped: ${reasonsOf(skips).join(', ')}`;

/**
 * What a dry run has found: `1180 of 1200 would be sent: 12 on the list Unsubscribed, 8 twice. With
 * these delays about 2 h 45 min.`
 */
export function dryRunHint(previews: Preview[]): string {
	const delays = previews.flatMap(({ message }) => message?.delay ?? []);
	const faults = previews.filter(({ error }) => error !== undefined).length;
	const others = reasonsOf(previews.flatMap(({ skip }) => skip ?? []));
	if (faults > 0) others.push(`${faults} cannot be sent`);
	const why = others.length > 0 ? `: ${others.join(', ')}` : '';
	// The first message waits for none.
	const time = delays.slice(1).reduce((sum, delay) => sum + delay, 0);
	const duration = time > 0 ? ` With these delays about ${durationOf(time)}.` : '';
	return `${delays.length} of ${previews.length} would be sent${why}.${duration}`;
}

/** `2 h 45 min`, `12 min`, `40 s` */
function durationOf(millis: number): string {
	const seconds = Math.ceil(millis / 1000);
	if (seconds < 90) return `${seconds} s`;
	const minutes = Math.round(seconds / 60);
	if (minutes < 60) return `${minutes} min`;
	const rest = minutes % 60;
	return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''}`;
}
