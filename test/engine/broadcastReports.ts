import type { IDataObject } from 'n8n-workflow';
import { meantFor, type Performed, type Run, type Sent } from './anyBroadcast';

export type Rules = Record<string, (all: Performed) => boolean>;

interface Row {
	json: IDataObject;
	output: number;
	/** That it is linked to. */
	item: number;
}

export const areGrowing = (numbers: number[]) =>
	numbers.every((each, at) => at === 0 || each > numbers[at - 1]);

const rowsOf = ({ outputs, items }: Run): Row[] =>
	outputs.flatMap((rows, output) =>
		rows.map(({ json, pairedItem }) => {
			return { json, output, item: items[(pairedItem as { item: number }).item] };
		}),
	);

export const mayHaveArrived = (sent: Sent) => sent.is !== 'rejected';

const is = (verdict: Sent['is']) => (sent: Sent) => sent.is === verdict;

/** The messages that had arrived when a run ended. */
const sentUntil = ({ sent }: Performed, run: Run) =>
	sent.filter(({ execution, run: at }) => execution <= run.execution && at <= run.index);

const sentOf = (all: Performed, run: Run, item: number) =>
	sentUntil(all, run).filter((sent) => sent.item === item);

/** Whether an item was accepted for whom it is now; where its number cannot be read, for anyone. */
function isAccepted(all: Performed, run: Run, item: number): boolean {
	const now = meantFor(all.broadcast, item, run.workflow);
	const accepted = sentOf(all, run, item).filter(is('accepted'));
	return accepted.some(({ person }) => !now || person === now.person);
}

/** Why an item may be said not to be sent. */
const REASONS: Record<string, (all: Performed, run: Run, item: number) => boolean | undefined> = {
	invalid: ({ broadcast }, { workflow }, item) => !meantFor(broadcast, item, workflow),
	rejected: (all, run, item) => sentOf(all, run, item).some(is('rejected')),
	unconfirmed: (all, run, item) => sentOf(all, run, item).some(is('unconfirmed')),
	neverSendTo: ({ broadcast }, { workflow }, item) =>
		broadcast.options.never?.people.includes(meantFor(broadcast, item, workflow)!.person),
	onlySendTo: ({ broadcast }, { workflow }, item) =>
		!broadcast.options.only?.people.includes(meantFor(broadcast, item, workflow)!.person),
	duplicate: (all, run, item) =>
		all.broadcast.options.once &&
		sentUntil(all, run).some(
			(sent) =>
				sent.item !== item &&
				sent.person === meantFor(all.broadcast, item, run.workflow)!.person &&
				mayHaveArrived(sent),
		),
	maxPerExecution: (all, run) =>
		sentUntil(all, run).filter(mayHaveArrived).length === all.broadcast.options.max,
	test: (all, run) => sentUntil(all, run).filter(mayHaveArrived).length === 3,
};

const numberIn = (text: string | null | undefined, words: RegExp) =>
	Number(words.exec(text ?? '')?.[1] ?? 0);

/** What the output, the hints and the errors say is true. */
export const REPORTS: Rules = {
	'each item has one row, in order, a failed one on the error output if there is one': (all) =>
		all.runs.every((run) => {
			const [main, failed] = [0, 1].map((output) =>
				rowsOf(run).filter((row) => row.output === output),
			);
			const isFailed = ({ json }: Row) => json.error !== undefined;
			const items = [main, failed].map((rows) => rows.map(({ item }) => item));
			return (
				items.every(areGrowing) &&
				failed.every(isFailed) &&
				(run.isStopped ||
					((all.broadcast.onError === 'continueRegularOutput' || !main.some(isFailed)) &&
						(run.error || items.flat().sort().join() === run.items.join())))
			);
		}),

	'what is reported as sent was accepted, and names an earlier attempt that may have arrived': (
		all,
	) =>
		all.runs.every((run) =>
			rowsOf(run).every(({ json, item }) => {
				if (json.success !== true) return true;
				const now = meantFor(all.broadcast, item, run.workflow);
				const attempts = sentOf(all, run, item);
				const at = attempts.findLastIndex(
					(sent) => is('accepted')(sent) && (!now || sent.person === now.person),
				);
				if (at < 0) return false;
				const earlier = attempts.slice(0, at);
				const isWarned = earlier
					.slice(earlier.findLastIndex(is('accepted')) + 1)
					.some(is('unconfirmed'));
				return (
					json.recipient === attempts[at].to &&
					(json.meantFor ?? json.recipient) === attempts[at].meant &&
					(json.warning !== undefined) === isWarned
				);
			}),
		),

	'what was accepted is reported as sent, and of anything else the reason is true': (all) =>
		all.runs.every((run) =>
			rowsOf(run).every(({ json: { success, reason }, item }) => {
				if (run.isDry || run.isStopped || success) return true;
				return !isAccepted(all, run, item) && REASONS[String(reason)]?.(all, run, item);
			}),
		),

	'a hint counts the rows': ({ runs }) =>
		runs.every((run) => {
			const rows = rowsOf(run).map(({ json }) => json);
			if (run.isDry || run.error || !run.hint) return true;
			const counts = [/^Accepted: (\d+)/, /(\d+) w\w+ skipped:/, /(\d+) failed:/];
			const counted = ['success', 'skipped', 'error'].map(
				(field) => rows.filter((json) => json[field]).length,
			);
			return String(counts.map((words) => numberIn(run.hint, words))) === String(counted);
		}),

	'an error counts every item once': (all) =>
		all.runs.every((run) => {
			const { error, items } = run;
			if (!error || run.isStopped) return true;
			const at = error.context?.itemIndex ?? -1;
			const { accepted, unconfirmed, notSent } = countsFrom(all, run, at + 1);
			const said = error.description?.match(/^Stopped at item (\d+) of (\d+)\. (.*)/);
			const [skipped, ...counts] = [/Skipped/, /Accepted/, /Failed/, /Not sent/].map((words) =>
				numberIn(said?.[3], new RegExp(`${words.source}: (\\d+)`)),
			);
			const sum = counts.reduce((all, each) => all + each, skipped);
			const isCounted =
				String(counts) === String([accepted, 1 + unconfirmed, notSent]) &&
				sum === items.length &&
				said?.slice(1, 3).join() === [at + 1, items.length].join();
			return items.length > 1 ? isCounted : at === 0 && !said;
		}),

	'the message of an error says how many were accepted, in runs before, too': (all) =>
		all.runs.every((run) => {
			const { error, items } = run;
			if (!error || (all.broadcast.options.test && !run.isStopped)) return true;
			const of = `of ${items.length}`;
			if (run.isStopped) {
				const inFlight = all.sent.at(-1)!;
				const heard = { ...all, sent: all.sent.slice(0, -1) };
				const { accepted } = countsFrom(heard, run, items.indexOf(inFlight.item));
				return error.message.startsWith(`The execution was canceled. Accepted: ${accepted} ${of}.`);
			}
			const sent = sentUntil(all, run);
			const { accepted } = countsFrom(all, run, error.context!.itemIndex! + 1);
			const taken = sent.filter(is('accepted'));
			// An item counts once, although it may have been for another recipient before.
			const before =
				taken.length - run.items.filter((item) => taken.some((each) => each.item === item)).length;
			const words = !sent.some(mayHaveArrived)
				? 'Nothing was sent.'
				: `Accepted: ${accepted} ${of}${before > 0 ? `, ${before} before` : ''}.`;
			if (items.length > 1) return error.message.endsWith(words);
			return before === 0 || error.message.endsWith(`Accepted before: ${before}.`);
		}),
};

/** How many items of a run are accepted, and what became of those, from one on, whose turn has not come. */
function countsFrom(all: Performed, run: Run, next: number) {
	const sent = sentUntil(all, run);
	const ever = (verdict: Sent['is']) => (item: number) =>
		sent.some((each) => each.item === item && each.is === verdict);
	const isDone = (item: number, index: number) =>
		index < next ? isAccepted(all, run, item) : ever('accepted')(item);
	const left = run.items.filter((item, index) => index >= next && !isDone(item, index));
	const unconfirmed = left.filter(ever('unconfirmed')).length;
	const accepted = run.items.filter(isDone).length;
	return { accepted, unconfirmed, notSent: left.length - unconfirmed };
}
