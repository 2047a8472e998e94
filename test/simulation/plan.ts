import fc from 'fast-check';
import { alike, anyItem, asPhone, withoutOthers } from './arbitraries/items';
import { limits } from './arbitraries/limits';
import { calendar, clockChange, cut, delay, hours, hoursOf, moment } from './arbitraries/times';
import { either, rarely } from './arbitraries/weighted';
import { asCalls, asCampaign, asPair } from './variants';

const anyPlans = fc
	.record({
		items: either(
			[30, fc.array(anyItem, { minLength: 1, maxLength: 12 })],
			[1, fc.array(anyItem, { minLength: 13, maxLength: 40 })],
			[1, alike],
		),
		limits: fc.option(limits, { nil: undefined, freq: 2 }),
		concurrency: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 10 })),
		checkFirst: either([2, fc.constant(false)], [1, fc.constant(true)]),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		retryOnFail: fc.boolean(),
		/** How often it then runs, 5 times at most; n8n's own number where it says none. */
		maxTries: fc.constantFrom(undefined, undefined, 2, 7),
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
		/** Whether Send To and the credential have no expressions: people alone, of one account. */
		isUniform: fc.boolean(),
		/** Whether all items are in a dry run. */
		isDry: either([12, fc.constant(false)], [1, fc.constant(true)]),
		/** Whether texts are Markdown, with a bold word. */
		isMarkdown: rarely,
		/** Whether options that are the same for all items are expressions, too. */
		byExpression: either([2, fc.constant(false)], [1, fc.constant(true)]),
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
		/** When executions are cut that run it as a campaign with a table. */
		cuts: either(
			[15, fc.array(cut, { maxLength: 0 })],
			[1, fc.array(cut, { minLength: 1, maxLength: 3 })],
		),
		/** Interactive Message, with a footer, and with a button or none. */
		isInteractive: rarely,
		hasButtons: fc.boolean(),
		/** Send Media; where a file has no place, by URL. */
		media: either([8, fc.constant(undefined)], [1, fc.constantFrom('url', 'binary')]),
		/** Whether the output is the whole response. */
		isWhole: rarely,
		/** Include Input Fields. */
		hasInput: fc.boolean(),
		/** Whether the items are calls that an AI Agent makes: in parallel, or one by one through n8n's engine. */
		isAgent: either([16, fc.constant(false)], [1, fc.constant(true)]),
		byEngine: fc.boolean(),
		/** Whether the lists of a tool are expressions, which a model could set. */
		isOpenToModel: either([3, fc.constant(false)], [1, fc.constant(true)]),
		/** What starts it: `integrated` is another workflow. And which executions n8n saves. */
		mode: either([3, fc.constant('manual')], [1, fc.constantFrom('trigger', 'integrated')]),
		saves: either([4, fc.constant('all')], [1, fc.constantFrom('no manual', 'no failed')]),
		/** Whether a Retry runs in another process. */
		isRestarted: fc.boolean(),
	})
	// Both outputs of a node in a loop would each begin the next iteration.
	.map((plan) => (plan.onError === 'continueErrorOutput' ? { ...plan, batch: undefined } : plan))
	.map((plan) => ({
		...plan,
		hours: hoursOf(plan),
		items: plan.items
			.map((each) => (plan.isDry ? { ...each, isDry: true } : each))
			.map((each) => (plan.isUniform ? asPhone(each) : each))
			.map(withoutOthers),
		node: 'Sender' as 'Sender' | 'Second',
	}));

export type Single = typeof anyPlans extends fc.Arbitrary<infer Value> ? Value : never;

/** What goes in, how the node is set, and what goes wrong; and of a second node beside it with the same items. */
export type Plan = Single & { second?: Single };

export const plans = fc
	.tuple(anyPlans, either([5, fc.constant(undefined)], [1, anyPlans]))
	.map(([plan, other]) => {
		if (plan.isAgent) return asCalls(plan);
		if (plan.cuts.length > 0) return asCampaign(plan);
		return other ? asPair(plan, other) : plan;
	});

/** The items of each iteration, by their index. */
export function batchesOf({ batch, items }: { batch?: number; items: unknown[] }): number[][] {
	const size = batch ?? items.length;
	const starts = [...items.keys()].filter((index) => index % size === 0);
	return starts.map((start) => [...items.keys()].slice(start, start + size));
}
