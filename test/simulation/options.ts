import type { IDataObject } from 'n8n-workflow';
import { SCHEDULED_FROM } from './arbitraries/times';
import { faultOf } from './faults';
import { listValue, NEVER, NOBODY, ONLY } from './lists';
import { isOnce, type Listed } from './people';
import type { Plan } from './plan';

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** Hours that are always open. */
export const ALWAYS = { from: '00:00', to: '24:00', days: everyDay, outside: 'skip' };

/** An option: what of it is the same for all items, and its values for one. */
interface Option {
	/** Where it stands in the node; its values take the place of those of the same name. */
	at: (values: IDataObject) => unknown;
	/** None where a plan does not set it. In place of an item's own, where only another one needs it. */
	values: (plan: Plan, item: number, execution: number) => IDataObject | undefined;
	neutral: IDataObject;
}

const single = (values: Option['values'], neutral: unknown): Option => ({
	at: ({ value }) => value,
	values,
	neutral: { value: neutral } as IDataObject,
});

const contacts = (id: string, of: (plan: Plan) => Listed[] | undefined): Option => ({
	// As the drop-down shows it, with the number of contacts.
	at: ({ mode, value }) => ({
		...{ __rl: true, mode, value },
		...(mode === 'id' && { cachedResultName: `${value} (12)` }),
	}),
	values(plan) {
		const people = of(plan);
		return people && listValue(plan, id, people);
	},
	neutral: { mode: 'id', value: NOBODY },
});

/** Hours as somebody may write them; one day needs no array. */
const asEntered = (hours: NonNullable<Plan['hours']>): IDataObject => ({
	...{ ...hours, from: ` ${hours.from}`, to: `${hours.to} ` },
	days: hours.days.length === 1 ? hours.days[0] : hours.days,
});

/** All options that a plan sets, by their names. */
const OPTIONS: Record<string, Option> = {
	checkFirst: single(({ checkFirst }) => ({ value: checkFirst }), false),
	dryRun: single(
		({ items }, item) =>
			items.some(({ isDry }) => isDry) ? { value: items[item].isDry } : undefined,
		false,
	),
	eachRecipientOnce: single(
		(plan, item, execution) =>
			plan.limits?.once ? { value: isOnce(plan, item, execution) } : undefined,
		false,
	),
	maxPerExecution: single(({ limits }) => (limits?.max ? { value: limits.max } : undefined), 1000),
	neverSendTo: contacts(NEVER, ({ limits }) => limits?.stopped),
	onlySendTo: contacts(ONLY, ({ limits }) => limits?.only),
	includeInputFields: single(({ hasInput }) => (hasInput ? { value: true } : undefined), false),
	delay: {
		// n8n does not store a value that is the default one.
		at: ({ min, max }) => ({
			seconds: { ...(min !== 5 && { min }), ...(max !== 15 && { max }) },
		}),
		values: ({ delay }) => delay,
		neutral: { min: 0, max: 0 },
	},
	sendHours: {
		at: ({ from, to, days, outside }) => ({ hours: { from, to, days, outside } }),
		values: ({ hours, items }, item) => hours && (items[item].hasHours ? asEntered(hours) : ALWAYS),
		neutral: ALWAYS,
	},
	textFormat: single(
		({ isMarkdown }) => (isMarkdown ? { value: 'markdown' } : undefined),
		'asEntered',
	),
	sendAt: single(
		({ isScheduled, items }, item) =>
			isScheduled ? { value: new Date(scheduledFor(items[item])).toISOString() } : undefined,
		'',
	),
};

/** Unix milliseconds for which a message is scheduled. */
export const scheduledFor = ({ sendAt }: Pick<Plan['items'][number], 'sendAt'>): number =>
	SCHEDULED_FROM + sendAt * 60_000;

/** The values of all options that are expressions, by item, for n8n's variables. */
export type Values = Array<Record<string, IDataObject | undefined>>;

export const valuesOf = (plan: Plan, execution: number): Values =>
	plan.items.map((_, item) =>
		Object.fromEntries(
			Object.entries(OPTIONS).map(([name, { values, neutral }]) => [
				name,
				values(plan, item, execution) ?? neutral,
			]),
		),
	);

/** The node's options, by value or by expressions that read n8n's variables. */
export function optionsOf(plan: Plan): IDataObject {
	const { items, concurrency, byExpression, node, seed, isAgent, isOpenToModel } = plan;
	const lacking = new Set(
		items.flatMap(({ first, later }, item) =>
			[first, later].map((attempt) => faultOf(attempt, item, plan)?.option),
		),
	);
	// Whatever is no number above 0 is 1.
	const entered = concurrency > 1 ? concurrency : [1, 0, 'all', null][seed % 4];
	const options: IDataObject = { concurrency: entered, countryCode: '62' };
	for (const [name, { at, values, neutral }] of Object.entries(OPTIONS)) {
		const all = items.flatMap((_, item) => [0, 1].map((retry) => values(plan, item, retry)));
		if (!all[0] && !lacking.has(name)) continue;
		const isConstant =
			!lacking.has(name) && all.every((each) => JSON.stringify(each) === JSON.stringify(all[0]));
		const expressions = Object.keys(neutral).map((value) => [
			value,
			`={{ $vars.${node}.values[$json.item].${name}?.${value} }}`,
		]);
		const given = isConstant && !byExpression ? all[0]! : Object.fromEntries(expressions);
		const isOpen = 'mode' in neutral && isAgent && isOpenToModel;
		const value = isOpen ? `={{ ${JSON.stringify(given.value)} }}` : given.value;
		// An ID needs no more around it.
		const isPlain = isConstant && given.mode === 'id' && seed % 3 === 0;
		options[name] = isPlain ? value : (at({ ...given, value }) as IDataObject);
	}
	return options;
}
