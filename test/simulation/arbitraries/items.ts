import fc from 'fast-check';
import { ATTEMPTS, type AttemptName } from '../attempts';
import { isGroup, WAYS } from '../people';
import { either, rarely } from './weighted';

const accept = fc.constant<AttemptName>('accept');
const bad = fc.constantFrom<AttemptName>('bad phone', 'no result', 'bad option');
const names = Object.keys(ATTEMPTS) as AttemptName[];
const fault = fc.constantFrom(...names.filter((name) => ATTEMPTS[name].verdict !== 'input'));

/** One of a few people, who come again. */
export const person = fc.nat({ max: 3 });

/** One of two accounts: a service, its key and its lists. */
export const account = fc.constantFrom(0, 0, 1);

const item = (first: fc.Arbitrary<AttemptName>, later: fc.Arbitrary<AttemptName>) =>
	fc.record({
		/** What becomes of its first attempt. */
		first,
		/** What becomes of every later attempt. */
		later,
		/** Milliseconds until the request arrives, and until the response does. */
		there: fc.nat({ max: 400 }),
		back: either([9, fc.nat({ max: 400 })], [1, fc.nat({ max: 15_000 })]),
		/** None: somebody else than in all other items. */
		person: fc.option(person, { nil: undefined, freq: 2 }),
		/** How the number is written, an index of `WAYS`. */
		way: fc.nat({ max: WAYS.length - 1 }),
		account,
		/** Whether the input item is the recipient, as Get List Contacts gives it. */
		isContact: either([4, fc.constant(false)], [1, fc.constant(true)]),
		/** Whether its number is written otherwise from its second attempt on, unless it is a person's. */
		isRewritten: fc.boolean(),
		/** Whether it is for somebody else once it was accepted and the execution is retried. */
		isReplaced: either([1, fc.constant(false)], [3, fc.constant(true)]),
		isDry: rarely,
		/** Whether the hours of Send Only Between hold for it. */
		hasHours: either([1, fc.constant(false)], [3, fc.constant(true)]),
		/** Minutes after a day in three weeks, where messages are scheduled. */
		sendAt: fc.nat({ max: 3 * 24 * 60 }),
	});
export const anyItem = either(
	[12, item(accept, accept)],
	[3, item(fault, accept)],
	[2, item(fault, fault)],
	[1, bad.chain((name) => item(fc.constant(name), fc.constant(name)))],
	// An expression that changes between two tries.
	[1, item(fault, bad)],
);

/** Many items for different people of whom the same becomes, such as a list of bad numbers. */
export const alike = fc
	.tuple(either([1, fault], [1, bad]), fc.constantFrom(accept, fault))
	.chain(([first, later]) => {
		const isInput = ATTEMPTS[first].verdict === 'input';
		const each = item(fc.constant(first), isInput ? fc.constant(first) : later);
		return fc.array(each, { minLength: 13, maxLength: 40 });
	})
	.map((items) => items.map((each) => ({ ...each, person: undefined })));

interface Addressed {
	person?: number;
	account: number;
	isContact: boolean;
}

/** An item for a person, of the first account. */
export const asPhone = <T extends Addressed>(each: T): T => ({
	...each,
	person: isGroup(each.person) ? undefined : each.person,
	...{ account: 0, isContact: false },
});

/** Of a faulty option and another that skips the item, either may be said. */
export const withoutOthers = <T extends { first: AttemptName; later: AttemptName }>(each: T): T =>
	['no result', 'bad option'].some((name) => [each.first, each.later].includes(name as never))
		? { ...each, hasHours: false, isDry: false }
		: each;
