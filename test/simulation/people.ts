import type { Plan } from './plan';

/** Ways to write a number; the first four are of a list. */
export const WAYS: Array<(digits: string) => string | number> = [
	(digits) => digits,
	(digits) => `+${digits.slice(0, 2)} ${digits.slice(2, 5)}-${digits.slice(5)}`,
	(digits) => `0${digits.slice(2)}`,
	(digits) => `00${digits}`,
	(digits) => `${digits}.0`,
	(digits) => Number(digits),
	(digits) => `+62 (0)${digits.slice(2)}`,
];

/** Numbers of people come after those of items. */
const FIRST_PERSON = 900;
export const numberOf = (id: number) => `62811000${String(id).padStart(4, '0')}`;
export const numberOfPerson = (person: number) => numberOf(FIRST_PERSON + person);

/** One of the people is a group; its id is written with and without its ending. */
export const GROUP = 3;
const GROUP_WAYS = [(digits: string) => digits, (digits: string) => `${digits}@g.us`];

/** How somebody is written in a field for a recipient, and among numbers, where the ending tells a group. */
export const writtenAs = ({ person, way }: { person?: number; way: number }, digits: string) =>
	person === GROUP ? GROUP_WAYS[way % 2](digits) : WAYS[way](digits);
export const numberIn = ({ person, way }: Listed) =>
	writtenAs({ person, way: person === GROUP ? 1 : way }, numberOfPerson(person));

/** Of a list: a group's ending tells that it is one, too. */
export const contactOf = (listed: Listed) => ({
	phone: writtenAs(listed, numberOfPerson(listed.person)),
	is_group: listed.person === GROUP && listed.way !== 1,
});

/** What tells a recipient from all others, in whatever way it is written. */
export const endOf = (recipient: unknown) => String(recipient).replace(/\D/g, '').slice(-9);

export type Listed = NonNullable<Plan['limits']>['stopped'][number];

/** Whether Each Recipient Once is on for an item in an execution or a later Retry of it. */
export const isOnce = ({ limits }: Plan, item: number, execution: number): boolean =>
	!!limits?.once && item >= limits.once.item && execution >= limits.once.execution;

/** Whether an item goes to somebody on a list of its account, or among the numbers of an option. */
const isAmong = (list: Listed[], { items, limits }: Plan, index: number): boolean =>
	list.some(
		({ person, account }) =>
			person === items[index].person && (limits?.numbers || account === items[index].account),
	);

/** Whether an item goes to somebody on the list of Never Send To. */
export const isStopped = (plan: Plan, index: number): boolean =>
	isAmong(plan.limits?.stopped ?? [], plan, index);

/** Whether an item goes to somebody whom Only Send To lets through. */
export const isLetThrough = (plan: Plan, index: number): boolean =>
	!plan.limits?.only || isAmong(plan.limits.only, plan, index);
