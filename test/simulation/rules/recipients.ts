import { attemptOf } from '../attempts';
import { isBodyOf } from '../body';
import { verdictsOf, type Rules } from '../books';
import { isLetThrough, isOnce, isStopped } from '../people';

/** Who is reached, how often and with what. */
export const recipients: Rules = {
	'an acknowledged message is never tried again': ({ items }, books) =>
		items.every((_, item) => !verdictsOf(books, item).slice(0, -1).includes('sent')),

	'nobody is reached on the list of Never Send To, outside Only Send To, or in a dry run': (
		plan,
		{ arrivals },
	) =>
		arrivals.every(
			({ item }) => !isStopped(plan, item) && isLetThrough(plan, item) && !plan.items[item].isDry,
		),

	'Max Messages per Execution is never exceeded': ({ limits }, { arrivals }) =>
		arrivals.filter(({ attempt }) => attemptOf(attempt).verdict !== 'rejected').length <=
		(limits?.max ?? Infinity),

	'each recipient once: after an attempt that may have arrived, only its own item goes on': (
		plan,
		{ arrivals, phones },
	) =>
		arrivals.every((after, at) =>
			arrivals.slice(0, at).every((before) => {
				const { verdict } = attemptOf(before.attempt);
				const isOther = phones[before.item] !== phones[after.item];
				const isOwn = before.item === after.item;
				return (
					isOther || isOwn || verdict === 'rejected' || !isOnce(plan, after.item, after.execution)
				);
			}),
		),

	// Without options that may skip it, whoever it is for.
	'an accepted item that is for somebody else at a Retry is sent to them': (
		{ limits, hours },
		{ arrivals, phones },
	) =>
		limits !== undefined ||
		hours !== undefined ||
		phones.every((phone, item) => {
			const last = arrivals.findLast((arrival) => arrival.item === item);
			return (
				!last ||
				last.phone === phone ||
				!arrivals.some((later) => later.item > item && later.execution > last.execution)
			);
		}),

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

	'each message arrives at the account of its item, for whom, when and with what it says': (
		plan,
		{ arrivals },
	) =>
		arrivals.every(({ item, account, phone, sent: { api_key, ...body } }) => {
			return (
				account === plan.items[item].account &&
				api_key === `key-${account + 1}` &&
				isBodyOf(plan, item, body, phone)
			);
		}),
};
