import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { isBodyOf } from '../body';
import type { Books, Rules } from '../books';
import { isOpen } from '../hours';
import { ALWAYS, optionsOf } from '../options';
import { isLetThrough, isStopped } from '../people';
import type { Plan } from '../plan';
import type { Sent } from '../wire';
import { areCounted, isClock, reasonsOf, type Output } from './hints';

const MINUTE = 60_000;

/** What the node says of messages that it would send. */
export const dryRun: Rules = {
	'a dry run counts what would be sent, and says why the rest would not': (
		plan,
		{ runs, cancelled },
	) =>
		cancelled ||
		(runs ?? []).every(({ outputs, hints: said }) => {
			const dry = outputs.filter(({ json }) => json.dryRun);
			const hint = said.find((text) => text.includes(' would be sent'));
			if (!hint || dry.length === 0) return !hint && dry.length === 0;
			const [, counts, more] = /^(.*?)\.(?: (.*))?$/.exec(hint)!;
			const others = dry.filter(({ json }) => !json.wouldSend);
			const begin = `${dry.length - others.length} of ${dry.length} would be sent`;
			const isTimed = ({ json }: Output) => json.wouldSend || json.reason === 'sendHours';
			const timed = optionsOf(plan).sendHours ? dry.find(isTimed) : undefined;
			const own = timed && plan.items[timed.item].hasHours && plan.hours;
			const hours = timed && (own || ALWAYS);
			const clock = /It is .*/.exec(more ?? '')?.[0];
			return (
				areCounted(counts, others.length > 0 ? `${begin}: ` : begin, reasonsOf(plan, others)) &&
				(hours ? isClock(clock, plan, hours) : !clock)
			);
		}),

	'a dry run says who would get a message and which, and who would not': (plan, books) =>
		books.items.every(({ json: { dryRun, wouldSend, reason, body }, pairedItem }) => {
			if (!dryRun) return true;
			const { item } = pairedItem as { item: number };
			const { phone, group_id } = body as Record<string, unknown>;
			if (!wouldSend) return reason !== '' && !phone && !group_id;
			const isAllowed = !isStopped(plan, item) && isLetThrough(plan, item);
			return isAllowed && reason === '' && isBodyOf(plan, item, body as Sent, books.phones[item]);
		}),

	'a dry run says how long it would take or until when, and to which countries': (plan, books) =>
		books.cancelled ||
		(books.runs ?? []).every(({ outputs, hints: said }) => {
			const sent = outputs.filter(({ json }) => json.wouldSend);
			const hint = said.find((text) => text.includes('would be sent')) ?? '';
			const [, , recipients] = /( |^)Recipients: (.*?)\./.exec(hint) ?? [];
			const [, until] = /the last one goes out on (.*?)\./.exec(hint) ?? [];
			const last = sent.at(-1);
			const waits = last && isWaiting(plan, last.item);
			return (
				recipients === recipientsOf(sent.map(({ json }) => json)) &&
				(waits ? isOpening(until, plan, books) : !until) &&
				(waits || isAbout(durationIn(hint), sent, plan))
			);
		}),
};

/** Whether an item waits for its hours. */
const isWaiting = ({ hours, isScheduled, items }: Plan, item: number) =>
	hours?.outside === 'wait' && !isScheduled && items[item].hasHours;

/** Whether messages may start at a time like `Tue 3 Mar at 09:00`, and without delays not long before. */
function isOpening(
	text: string | undefined,
	{ calendar, hours, delay }: Plan,
	books: Books,
): boolean {
	const { zone, start } = calendar;
	const year = new Date(start).getUTCFullYear();
	const [at] = [year, year + 1]
		.map((of) =>
			DateTime.fromFormat(`${of} ${text}`, "yyyy ccc d LLL 'at' HH:mm", { zone, locale: 'en' }),
		)
		.filter(({ isValid }) => isValid);
	if (!at || !isOpen(hours!, at.toMillis(), zone)) return false;
	if (delay || books.changes.length > 0) return true;
	const offset = (millis: number) => DateTime.fromMillis(millis, { zone }).offset;
	// Where clocks go back, their end may come twice.
	const isAgain = (millis: number) => offset(millis) < offset(millis - 120 * MINUTE);
	// Where clocks go forward, its hours may begin an hour later than they would.
	for (let millis = start + books.lasted; millis < at.toMillis() - 60 * MINUTE; millis += MINUTE) {
		if (isOpen(hours!, millis, zone) && !isAgain(millis)) return false;
	}
	return at.toMillis() > start - MINUTE;
}

/** `4 in +62, 2 in +52, 1 group`, where that is more than one country. */
function recipientsOf(sent: IDataObject[]): string | undefined {
	const isGroup = ({ recipientType }: IDataObject) => recipientType === 'group';
	const groups = sent.filter(isGroup).length;
	const codes = sent
		.filter((each) => !isGroup(each))
		.map((each) => String(each.recipient).slice(0, 2));
	const places = ['52', '54', '55', '62']
		.map((code) => ({ code, count: codes.filter((each) => each === code).length }))
		.filter(({ count }) => count > 0)
		.sort((one, other) => other.count - one.count)
		.map(({ code, count }) => `${count} in +${code}`);
	if (groups === 0 && places.length < 2) return undefined;
	return [...places, ...(groups > 0 ? [groups === 1 ? '1 group' : `${groups} groups`] : [])].join(
		', ',
	);
}

/** Seconds, in the largest units: `1 h 5 min`, `5 min` or `89 s`; none where it says no duration. */
function durationIn(hint: string): number {
	const [, hours = 0, minutes = 0, seconds = 0] =
		/With these delays about (?:([1-9]\d*) h ?)?(?:([1-9]|[1-5]\d) min)?(?:([1-8]?\d) s)?\./.exec(
			hint,
		) ?? [];
	return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Whether the delays between some messages last about so long, in seconds. */
function isAbout(duration: number, sent: Output[], plan: Plan): boolean {
	if (sent.some(({ item }) => isWaiting(plan, item))) return true;
	const { min = 0, max = 0 } = plan.delay ?? {};
	const [least, most] = [min, max].sort((a, b) => a - b);
	const count = Math.max(0, sent.length - 1);
	return (
		duration >= count * least - 31 &&
		duration <= count * most + 31 &&
		(duration > 0 || count * least === 0)
	);
}
