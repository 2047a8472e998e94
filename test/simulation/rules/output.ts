import { attemptOf } from '../attempts';
import { acknowledged, isGrowing, type Rules } from '../books';
import { digitsOf } from '../people';
import { CHECKED, countsOf, linkedItems, reportsOf, saysMaybe } from '../reports';

/** What the node says of what it has done. */
export const output: Rules = {
	'what is reported as sent was accepted': (_plan, books) =>
		reportsOf(books).every((report, item) => report !== 'sent' || books.taken[item] > 0),

	'what was accepted is reported as sent, counted, or said to have maybe been sent': (
		{ isAgent },
		books,
	) =>
		books.taken.every(
			(times, item) =>
				times === 0 ||
				// Nobody hears what a stopped tool or a dead process returned.
				(isAgent && books.cancelled) ||
				books.rows ||
				reportsOf(books)[item] === 'sent' ||
				(books.error && acknowledged(books, item)) ||
				// Of an execution that the user stopped, n8n shows no node's error.
				saysMaybe(books, item, !books.cancelled),
		),

	'nothing is accepted twice unless an error or a warning said so': (_plan, books) =>
		books.cancelled || books.taken.every((times, item) => times < 2 || saysMaybe(books, item)),

	'every item has one output, linked to it, on the right branch': (plan, books) => {
		const { items, onError, isAgent, hasInput } = plan;
		if (books.cancelled || books.error || books.stoppedElsewhere || books.rows) return true;
		const [sent, failed] = [linkedItems(books.items), linkedItems(books.errors)];
		const linked = [...sent, ...failed].sort((a, b) => a - b);
		return (
			books.items.every(({ json }, at) => json.item === (hasInput ? sent[at] : undefined)) &&
			books.items.every(({ json }, at) =>
				json.error === undefined
					? json.recipient === '' || digitsOf(json.recipient) === digitsOf(books.phones[sent[at]])
					: isAgent || onError === 'continueRegularOutput',
			) &&
			books.errors.every(({ json }) => json.error && onError === 'continueErrorOutput') &&
			isGrowing(sent) &&
			isGrowing(failed) &&
			linked.join() === [...items.keys()].join()
		);
	},

	'the error says how far it came, and what to do': (_plan, books) => {
		const { error, stoppedIn, taken, arrivals } = books;
		if (books.cancelled || !error || stoppedIn.length === 0) return true;
		const { message, description } = error;
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
		const counts = countsOf(books);
		if (counts?.accepted !== accepted) return false;
		if (counts.notSent > stoppedIn.filter((item) => taken[item] === 0).length) return false;
		if (hasSentNothing) {
			const said = message.match(/\b(nothing was|was not) sent\b/gi);
			return said?.length === 1 && /\bthen run the workflow again\.$/i.test(description!);
		}
		const earlier = before > 0 ? `, ${before} before` : '';
		const counted = message.endsWith(`. Accepted: ${accepted} of ${stoppedIn.length}${earlier}.`);
		return counted && /\bRetry\b/.test(description!);
	},
};
