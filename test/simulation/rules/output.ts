import { attemptOf } from '../attempts';
import { acknowledged, isGrowing, isReplaced, verdictsOf, type Rules } from '../books';
import { faultOf } from '../faults';
import { scheduledFor } from '../options';
import { digitsOf, isGroup, isLetThrough, isStopped } from '../people';
import { linkedItems, MAYBE, reportOf, reportsOf, saysMaybe, wordsOfItem } from '../reports';

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

	'what was sent says whether an earlier attempt may have arrived, and when it is due': (
		plan,
		books,
	) =>
		[...books.items].every((each) => {
			const { json, pairedItem } = each;
			if (json.success !== true || json.dryRun || isReplaced(books)) return true;
			const { item } = pairedItem as { item: number };
			const isWarned = verdictsOf(books, item).includes('unconfirmed');
			const time = new Date(scheduledFor(plan.items[item])).toISOString();
			return (
				isWarned === MAYBE.test(String(json.warning ?? '')) &&
				json.scheduledFor === (plan.isScheduled ? time : undefined)
			);
		}),

	'what is said of an item that was not sent is true': (plan, books) => {
		const { limits, hours, items } = plan;
		if (books.cancelled || isReplaced(books)) return true;
		return reportsOf(books).every((report, item) => {
			const { first, later, isDry } = items[item];
			const isTrue = {
				sent: true,
				rejected: verdictsOf(books, item).includes('rejected'),
				unconfirmed: verdictsOf(books, item).includes('unconfirmed'),
				input: [first, later].some((name) => attemptOf(name).verdict === 'input'),
				neverSendTo: isStopped(plan, item),
				onlySendTo: !isLetThrough(plan, item),
				duplicate: limits?.once,
				maxPerExecution: limits?.max,
				sendHours: hours,
				'list unread': limits?.unread,
				'held back': true,
				dry: isDry,
			};
			return report && isTrue[report];
		});
	},

	'every item has one output, linked to it, on the right branch': (plan, books) => {
		const { items, onError, isAgent, hasInput, isWhole } = plan;
		if (books.cancelled || books.error || books.stoppedElsewhere || books.rows) return true;
		const [sent, failed] = [linkedItems(books.items), linkedItems(books.errors)];
		const linked = [...sent, ...failed].sort((a, b) => a - b);
		return (
			books.items.every(({ json }, at) => json.item === (hasInput ? sent[at] : undefined)) &&
			books.items.every(({ json }, at) =>
				json.error === undefined
					? json.recipient === '' ||
						(isWhole && json.data === 'OK') ||
						(digitsOf(json.recipient) === digitsOf(books.phones[sent[at]]) &&
							json.recipientType === (isGroup(items[sent[at]].person) ? 'group' : 'phone'))
					: isAgent || onError === 'continueRegularOutput',
			) &&
			books.errors.every(({ json }) => json.error && onError === 'continueErrorOutput') &&
			isGrowing(sent) &&
			isGrowing(failed) &&
			linked.join() === [...items.keys()].join()
		);
	},

	'an option that is faulty is named': (plan, books) => {
		const { error, stoppedAt } = books;
		const said = [...books.items, ...books.errors].map(({ json, pairedItem }) => {
			const { item } = pairedItem as { item: number };
			return { item, words: String(json.error ?? '') };
		});
		if (error && stoppedAt !== undefined) said.push({ item: stoppedAt, words: error.message });
		return said.every(({ item, words }) => {
			const { first, later } = plan.items[item];
			const fault = first === later ? faultOf(first, item, plan) : undefined;
			const isOwn = fault && reportOf({ json: { error: words } }) === 'input';
			const noResult = `${fault?.label}: the expression has no result. Return `;
			return !isOwn || words.includes(first === 'no result' ? noResult : fault.label);
		});
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
};
