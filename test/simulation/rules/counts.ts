import { attemptOf } from '../attempts';
import { acknowledged, isReplaced, verdictsOf, type Rules } from '../books';
import { CHECKED, countsOf } from '../reports';

/** How many messages the error of a stopped run says were sent. */
export const counts: Rules = {
	'the error says how far it came': (plan, books) => {
		const { error, stoppedIn, taken, arrivals } = books;
		if (books.cancelled || !error || stoppedIn.length === 0 || isReplaced(books)) return true;
		const { message } = error;
		const hasSentNothing = arrivals.every(
			({ attempt }) => attemptOf(attempt).verdict === 'rejected',
		);
		const [, nothing, total] = CHECKED.exec(message) ?? [];
		if (nothing) {
			return (nothing === 'Nothing') === hasSentNothing && Number(total) === stoppedIn.length;
		}
		const acceptedIn = (isHere: boolean) =>
			[...taken.keys()].filter(
				(item) => stoppedIn.includes(item) === isHere && acknowledged(books, item),
			).length;
		const [accepted, before] = [acceptedIn(true), acceptedIn(false)];
		if (stoppedIn.length === 1) {
			return before === 0 || message.endsWith(`. Accepted before: ${before}.`);
		}
		const counted = countsOf(books);
		if (counted?.accepted !== accepted) return false;
		// One at a time, they are those behind it that nobody can have got.
		const left = stoppedIn.filter((item) =>
			plan.concurrency > 1
				? taken[item] === 0
				: item > books.stoppedAt! &&
					verdictsOf(books, item).every((verdict) => verdict === 'rejected'),
		);
		const isRight =
			plan.concurrency > 1 ? counted.notSent <= left.length : counted.notSent === left.length;
		if (!isRight) return false;
		if (hasSentNothing) return message.match(/\b(nothing was|was not) sent\b/gi)?.length === 1;
		const earlier = before > 0 ? `, ${before} before` : '';
		return message.endsWith(`. Accepted: ${accepted} of ${stoppedIn.length}${earlier}.`);
	},
};
