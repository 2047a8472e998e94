import type { Plan } from './plan';

/** Numbers of people come after those of items. */
const FIRST_PERSON = 900;

/** One of the people is a group. */
export const isGroup = (person?: number) => person === 3;

const numberOf = (id: number) => `551000${String(id).padStart(4, '0')}`;

/** Somebody's two writings, as a list has them: a number of Mexico, or the ID of a group. */
export const writingOf = (person: number, way: number): string =>
	writing(FIRST_PERSON + person, way, isGroup(person));
const writing = (id: number, way: number, isGroupId: boolean) =>
	isGroupId ? `12036302${numberOf(id)}${way ? '@g.us' : ''}` : `52${way ? '1' : ''}${numberOf(id)}`;

/** What is entered for somebody. */
export const enteredPerson = (person: number, way: number) => asEntered(writingOf(person, way));
const asEntered = (written: string) => (written.startsWith('52') ? `+${written}` : written);

/** What is entered for an item: a person, or somebody else than in all other items. */
export function enteredFor({ items }: Plan, item: number, way: number): string {
	const { person } = items[item];
	return person === undefined ? asEntered(writing(item, way, false)) : enteredPerson(person, way);
}

/** Of any writing of somebody, and of no one else. */
export const digitsOf = (writing: unknown) => String(writing).replace(/\D/g, '').slice(-9);
/** Of the recipient of an item. */
export const digitsFor = (plan: Plan, item: number) => digitsOf(enteredFor(plan, item, 0));

export type Listed = NonNullable<Plan['limits']>['stopped'][number];

/** Whether Each Recipient Once is on for an item in an execution or a later Retry of it. */
export const isOnce = ({ limits }: Plan, item: number, execution: number): boolean =>
	!!limits?.once && item >= limits.once.item && execution >= limits.once.execution;

/** Whether an item goes to somebody on a list of its account, or among the numbers of an option. */
const isAmong = (list: Listed[], { items, limits }: Plan, index: number): boolean =>
	list.some(
		({ person, account }) =>
			person === items[index].person && (limits?.byNumbers || account === items[index].account),
	);

/** Whether an item goes to somebody on the list of Never Send To. */
export const isStopped = (plan: Plan, index: number): boolean =>
	isAmong(plan.limits?.stopped ?? [], plan, index);

/** The item whose recipient joins that list while it is used. */
export const joinerOf = ({ items, limits }: Plan): number | undefined =>
	limits?.joins && !limits.byNumbers ? limits.joins.item % items.length : undefined;

export const isJoining = (plan: Plan, index: number): boolean => {
	const joiner = joinerOf(plan);
	const isSame = joiner !== undefined && digitsFor(plan, joiner) === digitsFor(plan, index);
	return isSame && plan.items[joiner].account === plan.items[index].account;
};

/** Whether an item goes to somebody whom Only Send To lets through. */
export const isLetThrough = (plan: Plan, index: number): boolean =>
	!plan.limits?.only || isAmong(plan.limits.only, plan, index);
