import type { IDataObject } from 'n8n-workflow';
import { entered, isOnce, type Listed } from './people';
import type { Plan } from './plan';

/** Lists of each account. */
export const NEVER = 'unsubscribed';
export const ONLY = 'team';

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** Hours that are always open. */
const ALWAYS = { from: '00:00', to: '24:00', days: everyDay, outside: 'skip' };

/** Options that differ between items and executions, by item, for n8n's variables. */
export type Values = Array<{ once: boolean; hours?: IDataObject }>;

export const valuesOf = (plan: Plan, execution: number): Values =>
	plan.items.map(({ hasHours }, item) => ({
		once: isOnce(plan, item, execution),
		hours: hasHours ? plan.hours : ALWAYS,
	}));

const ofItem = (value: string) => `={{ $vars.values[$json.item].${value} }}`;
const hoursOfItem = Object.fromEntries(
	Object.keys(ALWAYS).map((name) => [name, ofItem(`hours.${name}`)]),
);

/** The node's options; those that differ between items read n8n's variables. A tool has no input items. */
export function optionsOf(plan: Plan): IDataObject {
	const { concurrency, checkFirst, limits, delay, hours, isAgent } = plan;
	const contacts = (id: string, people: Listed[]): IDataObject =>
		limits?.byNumbers
			? { __rl: true, mode: 'numbers', value: people.map(({ person }) => entered(person)) }
			: { __rl: true, mode: 'id', value: id };
	const options: IDataObject = { concurrency };
	if (checkFirst) options.checkFirst = true;
	if (delay) options.delay = { seconds: delay };
	if (hours) options.sendHours = { hours: isAgent ? hours : hoursOfItem };
	if (!limits) return options;
	options.neverSendTo = contacts(NEVER, limits.stopped);
	if (limits.only) options.onlySendTo = contacts(ONLY, limits.only);
	if (limits.max) options.maxPerExecution = limits.max;
	if (limits.once) options.eachRecipientOnce = isAgent || ofItem('once');
	return options;
}
