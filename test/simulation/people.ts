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
/** Of any writing of somebody, and of no one else. */
export const digitsOf = (written: unknown) => String(written).replace(/\D/g, '').slice(-9);

/** Whether one of the people is a group: its ID has two writings. */
export const isGroup = (person?: number) => person === 3;
export const written = (person: number, way: number): string | number =>
	isGroup(person)
		? `12036302${numberOfPerson(person)}${way % 2 ? '@g.us' : ''}`
		: WAYS[way](numberOfPerson(person));

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
