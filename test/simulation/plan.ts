import fc from 'fast-check';
import { ATTEMPTS, type AttemptName } from './attempts';
import { wallClock } from './hours';

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

const either = <T>(...choices: Array<[number, fc.Arbitrary<T>]>): fc.Arbitrary<T> =>
	fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const accept = fc.constant<AttemptName>('accept');
const bad = fc.constantFrom<AttemptName>('bad phone', 'no result');
const names = Object.keys(ATTEMPTS) as AttemptName[];
const fault = fc.constantFrom(...names.filter((name) => ATTEMPTS[name].verdict !== 'input'));

/** One of a few people, who come again. */
const person = fc.nat({ max: 3 });

/** One of two accounts: a service, its key and its lists. */
const account = fc.constantFrom(0, 0, 1);

const rarely = either([24, fc.constant(false)], [1, fc.constant(true)]);

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
		/** Whether its number is written otherwise from its second attempt on, unless it is a person's. */
		isRewritten: fc.boolean(),
		isDry: rarely,
		/** Whether the hours of Send Only Between hold for it. */
		hasHours: either([1, fc.constant(false)], [3, fc.constant(true)]),
		/** Minutes after a day in three weeks, where messages are scheduled. */
		sendAt: fc.nat({ max: 3 * 24 * 60 }),
	});
const anyItem = either(
	[12, item(accept, accept)],
	[3, item(fault, accept)],
	[2, item(fault, fault)],
	[1, bad.chain((name) => item(fc.constant(name), fc.constant(name)))],
	// An expression that changes between two tries.
	[1, item(fault, bad)],
);

/** Of an option without a result and another that skips the item, either may be said. */
const withoutOthers = <T extends { first: AttemptName; later: AttemptName }>(each: T): T =>
	[each.first, each.later].includes('no result')
		? { ...each, hasHours: false, isDry: false }
		: each;

interface OnceFrom {
	item: number;
	/** 0: the first one; 1: its first Retry. */
	execution: number;
}

/** People on a list of an account, and how it writes their numbers. */
const people = (maxLength: number) =>
	fc.array(fc.record({ person, way: fc.nat({ max: 3 }), account }), { maxLength });

/** Who must not be reached. */
const limits = fc.record({
	/** Whether the options have the numbers themselves, as text or in an array. */
	numbers: fc.constantFrom(undefined, undefined, undefined, 'text', 'array'),
	/** On the list of Never Send To. */
	stopped: people(3),
	/** On the list of Only Send To, where that is set. */
	only: fc.option(people(8), { nil: undefined, freq: 2 }),
	/** Max Messages per Execution. */
	max: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 2 }),
	/** How many reads of a list fail. */
	unread: fc.constantFrom(0, 0, 0, 1, 2),
	/** Whether they do so under HTTP 200. */
	isHidden: fc.boolean(),
	/** Each Recipient Once: for items from this one on, and from this execution on. */
	once: fc.option(
		either<OnceFrom>(
			[4, fc.constant({ item: 0, execution: 0 })],
			[1, fc.record({ item: fc.nat({ max: 4 }), execution: fc.nat({ max: 1 }) })],
		),
	),
});

const SECOND = 1000;
const HOUR = 3_600 * SECOND;

/** Seconds between two messages. */
const delay = either(
	[4, fc.tuple(fc.nat(20), fc.nat(20))],
	[2, fc.tuple(fc.nat(600), fc.nat(600))],
	[1, fc.tuple(fc.nat(5 * 3_600), fc.nat(5 * 3_600))],
).map(([min, max]) => ({ min, max }));

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const time = (last: number) =>
	either([1, fc.nat(24).map((hour) => hour * 60)], [1, fc.nat(last)]).map(
		(minute) =>
			`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
	);

const minutesOf = (written: string) => Number(written.slice(0, 2)) * 60 + Number(written.slice(3));
const lengthOf = ({ from, to }: { from: string; to: string }) =>
	(minutesOf(to) - minutesOf(from) + 24 * 60) % (24 * 60) || 24 * 60;
/** Minutes that hours last which a message waits for, so that no late timer passes them over. */
const WAITED_FOR = 60;

interface HoursPlan {
	hours?: { from: string; to: string; days: string[]; outside: string };
	endsAfter?: number;
	calendar: { start: number; zone: string };
}

/** Hours that end some minutes after the broadcast has begun, where it says so; those too short to be waited for are not. */
function hoursOf({ hours: set, endsAfter, calendar: { start, zone } }: HoursPlan) {
	if (!set) return undefined;
	const soon = wallClock(start + (endsAfter ?? 0) * 60_000, zone)[1];
	const ends = { ...set, to: endsAfter === undefined || soon === set.from ? set.to : soon };
	return lengthOf(ends) < WAITED_FOR ? { ...ends, outside: 'skip' } : ends;
}

/** Send Only Between. */
const hours = fc
	.record({
		from: time(24 * 60).filter((from) => from !== '24:00'),
		to: time(24 * 60),
		days: either([1, fc.constant(DAYS)], [1, fc.subarray(DAYS, { minLength: 1 })]),
		outside: fc.constantFrom('skip', 'wait'),
	})
	.filter(({ from, to }) => from !== to);

/** Some time after so many requests have arrived. */
const moment = fc.record({
	arrivals: fc.nat(8),
	after: either([2, fc.nat(600)], [2, fc.nat(30 * SECOND)], [1, fc.nat(6 * HOUR)]),
});

const clockChange = fc
	.tuple(fc.constantFrom(1, -1), either([1, fc.nat(30 * SECOND)], [1, fc.nat(26 * HOUR)]))
	.map(([sign, by]) => sign * by);

/** Where the clock changes, is half an hour off, or has no summer time; and a day of the change. */
const ZONES = [
	['Asia/Jakarta', '2026-11-24'],
	['America/New_York', '2026-03-08'],
	['America/New_York', '2026-11-01'],
	['Europe/Berlin', '2026-03-29'],
	['Europe/Berlin', '2026-10-25'],
	['Australia/Lord_Howe', '2026-04-05'],
	['Australia/Lord_Howe', '2026-10-04'],
	['Asia/Kathmandu', '2026-12-31'],
	['Pacific/Auckland', '2026-09-27'],
] as const;

/** After all broadcasts have ended. */
export const SCHEDULED_FROM = Date.parse('2027-06-01T00:00:00Z');

/** When and where it begins: within a day and a half around the clock change. */
const calendar = fc
	.tuple(fc.constantFrom(...ZONES), fc.integer({ min: -36, max: 36 }), fc.nat(HOUR))
	.map(([[zone, day], hours, millis]) => ({
		zone,
		start: Date.parse(`${day}T00:00:00Z`) + hours * HOUR + millis,
	}));

const anyPlans = fc
	.record({
		items: either(
			[30, fc.array(anyItem, { minLength: 1, maxLength: 12 })],
			[1, fc.array(anyItem, { minLength: 13, maxLength: 40 })],
		),
		limits: fc.option(limits, { nil: undefined, freq: 2 }),
		concurrency: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 10 })),
		checkFirst: either([2, fc.constant(false)], [1, fc.constant(true)]),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		retryOnFail: fc.boolean(),
		form: fc.constantFrom('envelope', 'bare'),
		/** Items of an iteration of Loop Over Items; all of them in one run where there is none. */
		batch: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 2 }),
		/** How often the execution is retried, as long as it fails. */
		retries: fc.nat({ max: 3 }),
		/** Whether the workflow has another text when it is retried. */
		newText: fc.boolean(),
		/** Everything random in the node, and n8n's own. */
		seed: fc.nat(),
		calendar,
		hours: either([3, fc.constant(undefined)], [1, hours]),
		/** Minutes from its begin until they end, whatever they are. */
		endsAfter: fc.option(fc.nat(30), { nil: undefined, freq: 2 }),
		isScheduled: either([6, fc.constant(false)], [1, fc.constant(true)]),
		/** Whether texts are Markdown, with a bold word. */
		isMarkdown: rarely,
		/** Whether options that are the same for all items are expressions, too. */
		byExpression: fc.boolean(),
		delay: either([2, fc.constant(undefined)], [3, delay]),
		/** Milliseconds, where Request Options set one. */
		timeout: fc.constantFrom(undefined, undefined, 20_000),
		/** The user, or a time limit, stops the execution. */
		stop: either([5, fc.constant(undefined)], [1, moment]),
		/** Somebody sets the clock, by so many milliseconds. */
		clockSet: either(
			[9, fc.constant(undefined)],
			[1, fc.tuple(moment, clockChange).map(([at, by]) => ({ ...at, by }))],
		),
		/** When the processes die that run it as a campaign with a table. */
		deaths: either(
			[15, fc.array(moment, { maxLength: 0 })],
			[1, fc.array(moment, { minLength: 1, maxLength: 3 })],
		),
		/** Include Input Fields. */
		hasInput: fc.boolean(),
		/** Whether the items are calls that an AI Agent makes in parallel. */
		isAgent: rarely,
		/** Whether a Retry runs in another process. */
		isRestarted: fc.boolean(),
	})
	// Both outputs of a node in a loop would each begin the next iteration.
	.map((plan) => (plan.onError === 'continueErrorOutput' ? { ...plan, batch: undefined } : plan))
	.map((plan) => ({ ...plan, hours: hoursOf(plan), items: plan.items.map(withoutOthers) }));

export type Plan = typeof anyPlans extends fc.Arbitrary<infer Value> ? Value : never;

/** The items as calls of an AI Agent: no input items, so no expressions, one credential, and no Retry. */
const asCalls = (plan: Plan): Plan => ({
	...plan,
	items: plan.items.map((each) => ({
		...each,
		first: each.first === 'no result' ? 'accept' : each.first,
		...{ account: 0, isDry: false, isRewritten: false, hasHours: true },
	})),
	hours: plan.hours && { ...plan.hours, outside: 'skip' },
	limits: plan.limits && {
		...plan.limits,
		numbers: undefined,
		once: plan.limits.once && { item: 0, execution: 0 },
	},
	...{ concurrency: plan.items.length, checkFirst: false, retryOnFail: false, retries: 0 },
	...{
		batch: undefined,
		deaths: [],
		byExpression: false,
		hasInput: false,
		isScheduled: false,
		isMarkdown: false,
	},
});

/** What a campaign sets: the table knows who has got something, whatever the process knew. */
const asCampaign = (plan: Plan): Plan => ({
	...plan,
	items: plan.items.map((each) => ({ ...each, isDry: false })),
	limits: plan.limits && { ...plan.limits, once: null, max: undefined },
	...{
		onError: 'continueRegularOutput',
		retryOnFail: false,
		retries: 0,
		stop: undefined,
		clockSet: undefined,
	},
});

/** Broadcasts: what goes in, how the node is set, and what goes wrong. */
export const plans = anyPlans.map((plan) =>
	plan.isAgent ? asCalls(plan) : plan.deaths.length > 0 ? asCampaign(plan) : plan,
);

/** Options that have an expression for each item, which may give nothing. */
const NOTHING = [
	...['delay', 'eachRecipientOnce', 'dryRun', 'checkFirst'],
	...['maxPerExecution', 'neverSendTo', 'sendHours', 'sendAt'],
];

/** The option of an item that has no result in an attempt. */
export const optionWithoutResult = (attempt: AttemptName, item: number, plan: Plan) =>
	attempt === 'no result'
		? NOTHING[plan.items[item].sendAt % (NOTHING.length - (plan.isScheduled ? 0 : 1))]
		: undefined;

/** Numbers of people come after those of items. */
const FIRST_PERSON = 900;
export const numberOf = (id: number) => `62811000${String(id).padStart(4, '0')}`;
export const numberOfPerson = (person: number) => numberOf(FIRST_PERSON + person);

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

/** The items of each iteration, by their index. */
export function batchesOf({ batch, items }: { batch?: number; items: unknown[] }): number[][] {
	const size = batch ?? items.length;
	const starts = [...items.keys()].filter((index) => index % size === 0);
	return starts.map((start) => [...items.keys()].slice(start, start + size));
}
