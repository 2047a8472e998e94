import { isDeepStrictEqual } from 'node:util';
import { attemptOf } from '../attempts';
import { verdictsOf, type Rules } from '../books';
import { enteredFor, isGroup, isLetThrough, isOnce, isStopped } from '../people';

/** Who is reached, how often and with what. */
export const recipients: Rules = {
	'an acknowledged message is never tried again': ({ items }, books) =>
		items.every((_, item) => !verdictsOf(books, item).slice(0, -1).includes('sent')),

	'what may have been sent is sent again by a person alone': (_plan, { arrivals }) =>
		arrivals.every((after, at) =>
			arrivals
				.slice(0, at)
				.every(
					(before) =>
						before.item !== after.item ||
						before.execution !== after.execution ||
						attemptOf(before.attempt).verdict !== 'unconfirmed',
				),
		),

	'nobody is reached on the list of Never Send To or outside Only Send To': (plan, { arrivals }) =>
		arrivals.every(({ item }) => !isStopped(plan, item) && isLetThrough(plan, item)),

	'Max Messages per Execution is never exceeded': ({ limits }, { arrivals }) =>
		arrivals.filter(({ attempt }) => attemptOf(attempt).verdict !== 'rejected').length <=
		(limits?.max ?? Infinity),

	'each recipient once: after an attempt that may have arrived, only its own item goes on': (
		plan,
		{ arrivals },
	) =>
		arrivals.every((after, at) =>
			arrivals.slice(0, at).every((before) => {
				const { verdict } = attemptOf(before.attempt);
				const isOther = enteredFor(plan, before.item) !== enteredFor(plan, after.item);
				const isOwn = before.item === after.item;
				return (
					isOther || isOwn || verdict === 'rejected' || !isOnce(plan, after.item, after.execution)
				);
			}),
		),

	'a campaign that is cut loses nobody without a reason, and reaches nobody twice': (
		plan,
		books,
	) => {
		const { rows, taken, cuts } = books;
		if (!rows) return true;
		// Of a batch that was cut, nobody knows.
		const cutOff = cuts.length * (plan.batch ?? taken.length);
		const unknown = taken.filter(
			(_, item) => rows[item] === 'unconfirmed' && !verdictsOf(books, item).includes('unconfirmed'),
		);
		return (
			unknown.length <= cutOff &&
			taken.every((times, item) =>
				times === 0
					? /^unconfirmed$|^not sent: (?!undefined)/.test(rows[item])
					: times === 1 && ['sent', 'unconfirmed'].includes(rows[item]),
			)
		);
	},

	'each message arrives at the account of its item, for whom and with what it says': (
		plan,
		{ arrivals },
	) =>
		arrivals.every(({ item, account, sent }) => {
			const { person, account: itsAccount } = plan.items[item];
			const to = isGroup(person) ? 'group_id' : 'phone';
			const body = { api_key: `key-${account + 1}`, [to]: enteredFor(plan, item) };
			const texts = [`To ${item}`, `Again To ${item}`];
			return (
				account === itsAccount && texts.some((text) => isDeepStrictEqual(sent, { ...body, text }))
			);
		}),
};
