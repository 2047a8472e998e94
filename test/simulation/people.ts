import type { Plan } from './plan';

/** One of the people is a group. */
export const isGroup = (person?: number) => person === 3;

/** What is entered for a person, and what the service gets: a number of Mexico, or the ID of a group. */
export const entered = (person: number): string =>
	isGroup(person) ? `1203630255100${1001 + person}@g.us` : `52551000${1001 + person}`;

/** For an item: a person, or somebody else than in all other items. */
export const enteredFor = ({ items }: Plan, item: number): string =>
	entered(items[item].person ?? 900 + item);

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
	const isSame = joiner !== undefined && enteredFor(plan, joiner) === enteredFor(plan, index);
	return isSame && plan.items[joiner].account === plan.items[index].account;
};

/** Whether an item goes to somebody whom Only Send To lets through. */
export const isLetThrough = (plan: Plan, index: number): boolean =>
	!plan.limits?.only || isAmong(plan.limits.only, plan, index);
