import { attemptOf } from '../attempts';
import { acknowledged, isGrowing, starts, verdictsOf, type Rules } from '../books';
import { enteredFor, isJoining, isLetThrough, isStopped } from '../people';
import { linkedItems, MAYBE, reportOf, reportsOf, saysMaybe, wordsOfItem } from '../reports';

/** What the node says of what it has done. */
export const output: Rules = {
	'what is reported as sent was accepted': (_plan, books) =>
		reportsOf(books).every((report, item) => report !== 'sent' || books.taken[item] > 0),

	'what was accepted is reported as sent, counted, or said to have maybe been sent': (
		plan,
		books,
	) =>
		books.taken.every(
			(times, item) =>
				times === 0 ||
				// Nobody hears what a stopped tool or a dead process returned.
				(plan.isAgent && books.cancelled) ||
				books.rows ||
				reportsOf(books)[item] === 'sent' ||
				(books.error && acknowledged(books, item)) ||
				// Of an execution that the user stopped, n8n shows no node's error.
				saysMaybe(plan, books, item, !books.cancelled),
		),

	'nothing is accepted twice unless an error or a warning said so': (plan, books) =>
		books.cancelled ||
		books.taken.every((times, item) => times < 2 || saysMaybe(plan, books, item)),

	'what was sent says whether an earlier attempt may have arrived': (_plan, books) =>
		books.items.every(({ json, pairedItem }) => {
			const { item } = pairedItem as { item: number };
			const isWarned = verdictsOf(books, item).includes('unconfirmed');
			return json.success !== true || isWarned === MAYBE.test(String(json.warning ?? ''));
		}),

	'what is said of an item that was not sent is true': (plan, books) => {
		const { limits, hours, items } = plan;
		if (books.cancelled) return true;
		return reportsOf(books).every((report, item) => {
			const { first, later } = items[item];
			const isTrue = {
				sent: true,
				rejected: verdictsOf(books, item).includes('rejected'),
				unconfirmed: verdictsOf(books, item).includes('unconfirmed'),
				invalid: [first, later].some((name) => attemptOf(name).verdict === 'invalid'),
				neverSendTo: isStopped(plan, item) || isJoining(plan, item),
				onlySendTo: !isLetThrough(plan, item),
				duplicate: limits?.once,
				maxPerExecution: limits?.max,
				sendHours: hours,
				'list unread': limits?.unread,
				heldBack: true,
			};
			return report && isTrue[report];
		});
	},

	'every item has one output, linked to it, on the right branch': (plan, books) => {
		const { items, onError, isAgent } = plan;
		if (books.cancelled || books.error || books.rows) return true;
		const [sent, failed] = [linkedItems(books.items), linkedItems(books.errors)];
		const linked = [...sent, ...failed].sort((a, b) => a - b);
		return (
			books.items.every(({ json }, at) =>
				json.error === undefined
					? json.recipient === '' || json.recipient === enteredFor(plan, sent[at])
					: isAgent || onError === 'continueRegularOutput',
			) &&
			books.errors.every(({ json }) => json.error && onError === 'continueErrorOutput') &&
			isGrowing(sent) &&
			isGrowing(failed) &&
			linked.join() === [...items.keys()].join()
		);
	},

	'only of a message that may have been sent is that said': (_plan, books) => {
		const output = [...books.items, ...books.errors];
		return linkedItems(output).every(
			(item, at) =>
				books.cancelled ||
				!MAYBE.test(wordsOfItem(output[at])) ||
				verdictsOf(books, item).includes('unconfirmed'),
		);
	},

	'a canceled run returns what it knows': ({ isAgent, onError, retryOnFail }, books) => {
		const { batch, items, error } = books.tries.at(-1) ?? {};
		const isCanceled = [error, ...(items ?? []).map((each) => each.error)].some((each) =>
			each?.message.startsWith('The execution was canceled.'),
		);
		if (!batch || !isCanceled || isAgent || books.rows) return true;
		const isKnown = (item: number) =>
			starts(books).every((start) => start.item !== item || start.isHeard);
		const accepted = batch.filter((item) => isKnown(item) && acknowledged(books, item));
		const sent = items?.flatMap((each, at) => (reportOf(each) === 'sent' ? batch[at] : []));
		return (
			// After an error, n8n would keep nothing of the others, or run it again.
			(items !== undefined) === (onError !== 'stopWorkflow' || retryOnFail) &&
			(!items || (items.length === batch.length && String(sent) === String(accepted)))
		);
	},
};
