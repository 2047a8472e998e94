import type { IDataObject } from 'n8n-workflow';
import { SCHEDULED_FROM } from './arbitraries/times';
import { enteredPerson, isOnce, type Listed } from './people';
import type { Plan } from './plan';

/** Lists of each account. */
export const NEVER = 'unsubscribed';
export const ONLY = 'team';

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** Hours that are always open. */
const ALWAYS = { from: '00:00', to: '24:00', days: everyDay, outside: 'skip' };

interface Option {
	/** Its values for an item in an execution; none where a plan does not set it. */
	values: (plan: Plan, item: number, execution: number) => IDataObject | undefined;
	/** Where they stand in the node. */
	at: (values: IDataObject) => unknown;
}

/** An option that is one value. */
const single = (valueOf: (...of: Parameters<Option['values']>) => unknown): Option => ({
	values: (...of) => {
		const value = valueOf(...of);
		return value === undefined ? undefined : ({ value } as IDataObject);
	},
	at: ({ value }) => value,
});

const contacts = (id: string, peopleOf: (plan: Plan) => Listed[] | undefined): Option => ({
	values(plan) {
		const people = peopleOf(plan);
		if (!people) return undefined;
		if (!plan.limits!.byNumbers) return { mode: 'id', value: id };
		// Among numbers, the end of its ID tells that it is a group.
		const numbers = people.map(({ person }) => enteredPerson(person, 1));
		return { mode: 'numbers', value: numbers };
	},
	at: ({ mode, value }) => ({ __rl: true, mode, value }),
});

/** All options that a plan sets, by their names. */
const OPTIONS: Record<string, Option> = {
	checkFirst: single(({ checkFirst }) => checkFirst || undefined),
	dryRun: single(({ isDry }) => isDry || undefined),
	eachRecipientOnce: single((plan, item, execution) =>
		plan.limits?.once ? isOnce(plan, item, execution) : undefined,
	),
	maxPerExecution: single(({ limits }) => limits?.max),
	neverSendTo: contacts(NEVER, ({ limits }) => limits?.stopped),
	onlySendTo: contacts(ONLY, ({ limits }) => limits?.only),
	includeInputFields: single(({ hasInput }) => hasInput || undefined),
	delay: {
		values: ({ delay }) => delay,
		// n8n does not store a value that is the default one.
		at: ({ min, max }) => ({
			seconds: { ...(min !== 5 && { min }), ...(max !== 15 && { max }) },
		}),
	},
	sendHours: {
		values: ({ hours, items }, item) => hours && (items[item].hasHours ? hours : ALWAYS),
		at: (hours) => ({ hours }),
	},
	sendAt: single(({ isScheduled, items }, item) =>
		isScheduled ? new Date(scheduledFor(items[item])).toISOString() : undefined,
	),
};

/** Unix milliseconds for which a message is scheduled. */
export const scheduledFor = ({ sendAt }: Pick<Plan['items'][number], 'sendAt'>): number =>
	SCHEDULED_FROM + sendAt * 60_000;

/** The values of all options, by item, for n8n's variables. */
export type Values = Array<Record<string, IDataObject | undefined>>;

export const valuesOf = (plan: Plan, execution: number): Values =>
	plan.items.map((_, item) =>
		Object.fromEntries(
			Object.entries(OPTIONS).map(([name, { values }]) => [name, values(plan, item, execution)]),
		),
	);

/** The node's options, by value or by expressions that read n8n's variables. */
export function optionsOf(plan: Plan): IDataObject {
	const options: IDataObject = { concurrency: plan.concurrency };
	for (const [name, { values, at }] of Object.entries(OPTIONS)) {
		const all = plan.items.flatMap((_, item) => [0, 1].map((retry) => values(plan, item, retry)));
		const [first] = all;
		if (!first) continue;
		const isConstant = all.every((each) => JSON.stringify(each) === JSON.stringify(first));
		const expressions = Object.keys(first).map((value) => [
			value,
			`={{ $vars.values[$json.item].${name}.${value} }}`,
		]);
		const given = isConstant && !plan.byExpression ? first : Object.fromEntries(expressions);
		options[name] = at(given) as IDataObject;
	}
	return options;
}
