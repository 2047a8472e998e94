import type { IDataObject } from 'n8n-workflow';
import type { Rules } from '../books';
import { digitsOf, isLetThrough, isStopped } from '../people';
import type { Plan } from '../plan';

/** What the node says of messages that it has not sent. */
export const hints: Rules = {
	'hints count what was skipped, and what a dry run would not send': (
		_plan,
		{ runs = [], cancelled },
	) =>
		cancelled ||
		runs.every(({ outputs, hints: said }) => {
			const dry = outputs.filter(({ dryRun }) => dryRun);
			const skipped = outputs.filter((output) => output.skipped).length;
			const sent = dry.filter(({ wouldSend }) => wouldSend).length;
			return (
				isCounted(said, `${skipped} of ${outputs.length} were skipped`, skipped, skipped) &&
				isCounted(said, `${sent} of ${dry.length} would be sent`, dry.length, dry.length - sent)
			);
		}),

	'a dry run says who would get a message, and who would not': (plan, books) =>
		books.items.every(({ json: { dryRun, wouldSend, reason, body }, pairedItem }) => {
			if (!dryRun) return true;
			const { item } = pairedItem as { item: number };
			const { phone, group_id } = body as Record<string, unknown>;
			if (!wouldSend) return reason !== '' && !phone && !group_id;
			const isAllowed = !isStopped(plan, item) && isLetThrough(plan, item);
			return (
				isAllowed && reason === '' && digitsOf(phone ?? group_id) === digitsOf(books.phones[item])
			);
		}),

	'a dry run says how long it would take, and to which countries': (
		plan,
		{ runs = [], cancelled },
	) =>
		cancelled ||
		runs.every(({ outputs, hints: said }) => {
			const sent = outputs.filter(({ wouldSend }) => wouldSend);
			const hint = said.find((text) => text.includes('would be sent')) ?? '';
			const [, , recipients] = /( |^)Recipients: (.*?)\./.exec(hint) ?? [];
			return recipients === recipientsOf(sent) && isAbout(durationIn(hint), sent.length - 1, plan);
		}),
};

/** `4 in +62, 2 in +52, 1 group`, where that is more than one country. */
function recipientsOf(sent: IDataObject[]): string | undefined {
	const isGroup = ({ recipientType }: IDataObject) => recipientType === 'group';
	const groups = sent.filter(isGroup).length;
	const codes = sent
		.filter((each) => !isGroup(each))
		.map((each) => String(each.recipient).slice(0, 2));
	const places = ['52', '62']
		.map((code) => ({ code, count: codes.filter((each) => each === code).length }))
		.filter(({ count }) => count > 0)
		.sort((one, other) => other.count - one.count)
		.map(({ code, count }) => `${count} in +${code}`);
	if (groups === 0 && places.length < 2) return undefined;
	return [...places, ...(groups > 0 ? [groups === 1 ? '1 group' : `${groups} groups`] : [])].join(
		', ',
	);
}

/** Seconds; none where it says no duration. */
function durationIn(hint: string): number {
	const [, hours = 0, minutes = 0, seconds = 0] =
		/With these delays about (?:(\d+) h ?)?(?:(\d+) min)?(?:(\d+) s)?\./.exec(hint) ?? [];
	return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Whether so many delays last about so long. Those that wait for their hours say when it ends. */
function isAbout(duration: number, delays: number, { delay, hours }: Plan): boolean {
	if (hours?.outside === 'wait') return true;
	const [least, most] = [delay?.min ?? 0, delay?.max ?? 0].sort((a, b) => a - b);
	const count = Math.max(0, delays);
	return (
		duration >= count * least - 31 &&
		duration <= count * most + 31 &&
		(duration > 0 || count * least === 0)
	);
}

/** Whether a hint begins so and gives a reason for each of some items, or there is none where it is not due. */
function isCounted(hints: string[], begin: string, due: number, reasons: number): boolean {
	const subject = begin.replace(/\d+ of \d+ /, '');
	const hint = hints.find((text) => text.includes(subject));
	if (due === 0) return hint === undefined;
	const [sentence] = hint?.split('. ') ?? [''];
	const counts = [...sentence.matchAll(/[:,] (\d+) /g)].map(([, count]) => Number(count));
	return sentence.startsWith(begin) && counts.reduce((sum, count) => sum + count, 0) === reasons;
}
