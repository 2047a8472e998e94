import { isReplaced, starts, verdictsOf, type Rules } from '../books';
import { reportOf } from '../reports';
import { areNamed, isUnconfirmed } from './names';

/** What the node says where the user, or a time limit, stops it. */
export const cancel: Rules = {
	'a canceled run says how far it came, and returns what it knows': (plan, books) => {
		const { isAgent, onError, retryOnFail } = plan;
		const last = books.tries.at(-1);
		const told = [last?.error, ...(last?.items ?? []).map(({ error }) => error)].find((error) =>
			error?.message.startsWith('The execution was canceled.'),
		);
		if (!last || !told || isAgent || books.rows || isReplaced(books)) return true;
		const { batch, items } = last;
		const isKnown = (item: number) =>
			starts(books).every((start) => start.item !== item || start.isHeard);
		const accepted = batch.filter(
			(item) => isKnown(item) && verdictsOf(books, item).includes('sent'),
		);
		const isMaybe = (item: number) => !accepted.includes(item) && isUnconfirmed(books, item);
		const maybe = batch.filter((item) => !isKnown(item) || isMaybe(item));
		const others = batch.filter((item) => !accepted.includes(item)).map((item) => [item]);
		const [, count, total, , named] =
			/^The execution was canceled\. Accepted: (\d+) of (\d+)\.( May already have been sent: (.*)\.)?$/.exec(
				told.message,
			) ?? [];
		const sent = items?.flatMap((each, at) => (reportOf(each) === 'sent' ? batch[at] : []));
		return (
			// After an error, n8n would keep nothing of the others, or run it again.
			(items !== undefined) === (onError !== 'stopWorkflow' || retryOnFail) &&
			Number(count) === accepted.length &&
			Number(total) === batch.length &&
			// A message that was to start at that moment may be named, too.
			[[], ...others].some((more) => areNamed(books, [...maybe, ...more], named)) &&
			(!items || (items.length === batch.length && String(sent) === String(accepted)))
		);
	},
};
