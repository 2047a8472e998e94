import { acknowledged, verdictsOf, type Rules } from '../books';
import { CHECKED, countsOf } from '../reports';

/** How many messages the error of a stopped run says were sent. */
export const counts: Rules = {
	'the error says how far it came': (plan, books) => {
		const { error, stoppedIn, stoppedAt, taken } = books;
		if (books.cancelled || !error || stoppedIn.length < 2) return true;
		const [, total] = CHECKED.exec(error.message) ?? [];
		if (total) return Number(total) === stoppedIn.length;
		const accepted = stoppedIn.filter((item) => acknowledged(books, item));
		const counted = countsOf(books);
		if (counted?.accepted !== accepted.length) return false;
		if (plan.concurrency > 1) {
			return counted.notSent <= stoppedIn.filter((item) => taken[item] === 0).length;
		}
		// One at a time, they are those behind it that nobody can have got.
		const left = stoppedIn.filter(
			(item) =>
				item > stoppedAt! && verdictsOf(books, item).every((verdict) => verdict === 'rejected'),
		);
		return counted.notSent === left.length;
	},
};
