import { attemptOf } from '../attempts';
import { acknowledged, isGrowing, isReplaced, type Books, type Rules } from '../books';
import { digitsOf } from '../people';
import type { Plan } from '../plan';
import { CHECKED, isKnowable, reportOf } from '../reports';
import { areNamed, isUnconfirmed, MOST_NAMED } from './names';

/** What the error of a stopped run advises, each at most once. */
const ADVICE = {
	runAgain: /\bthen run the workflow again\./gi,
	correct: /\bCorrect it, then run\b/g,
	check: /\bCheck (in WhatsApp )?whether (it|the message) arrived before you send it again\b/g,
	retry: /\bTo send the rest, use Retry on\b/g,
	again: /: it sends this item again, too\./g,
	leaveOut: /\bTo leave it out, enter its recipient under Never Send To, save, and use\b/g,
	continue: /\bRetry reads the same data again\. .*\bset On Error to Continue, save, and use\b/g,
	savedWorkflow: /\bRetry with the currently saved workflow on the newest execution\b/g,
	isUnsaved: /\bn8n does not save failed executions of this workflow\b/g,
	ofThis: /\bthe newest execution of this workflow under Executions\b/g,
	everyone: /\bRunning the workflow again sends to everyone again\.$/g,
	caller: /\bRetry of the workflow that calls it sends to everyone again\.$/g,
};
/** An entry of a list, or among numbers, that can be corrected before a Retry. */
const OF_ENTRY = /^Never Send To could not be checked, .*"no number"/;
type Advice = keyof typeof ADVICE;

/** What the node says of a run that did not come to its end. */
export const words: Rules = {
	'the error of a stopped run advises what works': (plan, books) => {
		if (!isStopped(books) || CHECKED.test(books.error!.message)) return true;
		const { description } = books.error!;
		const given = Object.entries(ADVICE).flatMap(([name, phrase]) =>
			[...(description ?? '').matchAll(phrase)].map(() => name),
		);
		const isCounted = /^Stopped at item \d/.test(description ?? '');
		return (
			isCounted === books.stoppedIn.length > 1 &&
			given.sort().join() === adviceDue(plan, books).sort().join()
		);
	},

	'the error of a stopped run names each recipient who may have got a message, once': (
		_plan,
		books,
	) => {
		if (!isStopped(books)) return true;
		const { stoppedIn, stoppedAt, error } = books;
		const { message, description } = error!;
		const open = stoppedIn.filter((item) => isUnconfirmed(books, item));
		const isChecked = CHECKED.test(message);
		const isSingle = stoppedIn.length === 1;
		const own = isChecked ? open : open.filter((item) => item === stoppedAt);
		const others = isChecked || isSingle ? [] : open.filter((item) => item !== stoppedAt);
		const [, first] = /\bmay already have been sent to (.*?)(?:\. |\.?$)/.exec(message) ?? [];
		const [, one] = /\b(?:The message to|No confirmation for) (\S+) /.exec(message) ?? [];
		const [, more] = /\bMay already have been sent: (.*?)\.(?: |$)/.exec(description ?? '') ?? [];
		return (
			areNamed(books, own, one ?? first) &&
			// Of a number that is written otherwise by now, both writings are named.
			(!one || one !== first) &&
			areNamed(books, others, more)
		);
	},

	'Check All Items First names each item that cannot be sent, with its recipient': (
		_plan,
		books,
	) => {
		const { message, description } = books.error ?? {};
		const [found] = CHECKED.exec(message ?? '') ?? [];
		if (!found || books.cancelled || isReplaced(books)) return true;
		const lines = String(description).split('<br>');
		const [, more = 0] = /^… and (\d+) more$/.exec(lines[MOST_NAMED] ?? '') ?? [];
		if (more) lines.pop();
		const items = lines.map((line) => {
			const [, number, recipient, why] = /^Item (\d+)(?: \((\S+)\))?: (.+)/.exec(line) ?? [];
			const item = books.stoppedIn[Number(number) - 1];
			const isRight =
				recipient === undefined
					? reportOf({ json: { error: why } }) === 'input'
					: digitsOf(recipient) === digitsOf(books.phones[item]);
			return isRight ? item : undefined;
		});
		const [count] = /\d+/.exec(found)!;
		const isComplete = items.length + Number(more) === Number(count);
		const isShort = items.length === Math.min(Number(count), MOST_NAMED);
		const isNamed = items.every((item) => item !== undefined) && isGrowing(items as number[]);
		return isComplete && isShort && isNamed && items[0] === books.stoppedAt;
	},

	'an item that is held back says how many others cannot be sent': (_plan, { runs = [] }) =>
		runs.every(({ outputs }) => {
			const words = outputs.map(({ json }) => String(json.error ?? ''));
			const held = words.filter((text) => text.startsWith('Not sent, because '));
			const faults = words.filter(isKnowable).length;
			const others = faults === 1 ? '1 other item' : `${faults} other items`;
			return held.every((text) => text.startsWith(`Not sent, because ${others} cannot be sent`));
		}),
};

/** Whether its error is that of a run which a failure has stopped. */
const isStopped = (books: Books) =>
	!books.cancelled && books.error && books.stoppedIn.length > 0 && !isReplaced(books);

/** What helps, by what stopped it; to whom the counts say nothing, they advise nothing either. */
function adviceDue({ saves }: Plan, books: Books): Advice[] {
	const { error, stoppedIn, stoppedAt, arrivals, mode } = books;
	const isOfEntry = OF_ENTRY.test(error!.message);
	const report = reportOf({ json: { error: error!.message } });
	const cause = isOfEntry ? 'list unread' : report;
	const isAgain = cause === 'input' && isUnconfirmed(books, stoppedAt!);
	const check: Advice[] = isAgain || cause === 'unconfirmed' ? ['check'] : [];
	const before = books.phones.some(
		(_, item) => !stoppedIn.includes(item) && acknowledged(books, item),
	);
	if (stoppedIn.length === 1 && !before) return check;
	const isCalled = mode === 'integrated';
	const hasSentNothing = arrivals.every(({ attempt }) => attemptOf(attempt).verdict === 'rejected');
	if (hasSentNothing && !isCalled)
		return cause === 'input' ? ['correct', 'runAgain'] : ['runAgain'];
	const again: Advice = isCalled ? 'caller' : 'everyone';
	if (saves === (mode === 'manual' ? 'no manual' : 'no failed'))
		return [...check, 'isUnsaved', again];
	const ofThis: Advice[] = isCalled ? ['ofThis'] : [];
	if (cause === 'input') return [...check, 'continue', 'savedWorkflow', ...ofThis, again];
	if (cause !== 'unconfirmed') return [isOfEntry ? 'savedWorkflow' : 'retry', ...ofThis, again];
	return [...check, 'retry', 'again', 'leaveOut', 'savedWorkflow', ...ofThis, ...ofThis, again];
}
