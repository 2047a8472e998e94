import { isGroup } from './people';
import type { Plan } from './plan';

/** The items as calls of an AI Agent: no input items, so no expressions, one credential, and no Retry. */
export const asCalls = (plan: Plan): Plan => ({
	...plan,
	items: plan.items.map((each) => ({
		...each,
		person: isGroup(each.person) ? undefined : each.person,
		account: 0,
		hasHours: true,
		// All tries of a call have the same input.
		later: each.first === 'bad phone' || each.later === 'bad phone' ? each.first : each.later,
	})),
	limits: plan.limits && {
		...plan.limits,
		byNumbers: false,
		once: plan.limits.once && { item: 0, execution: 0 },
	},
	// A tool does not wait for its hours.
	hours: plan.hours && { ...plan.hours, outside: 'skip' },
	checkFirst: false,
	retryOnFail: plan.byEngine && plan.retryOnFail,
	retries: 0,
	// Each call that the engine runs is a run of the node.
	concurrency: plan.byEngine ? 1 : plan.items.length,
	batch: plan.byEngine ? 1 : undefined,
	// A tool has no output for errors.
	onError: plan.onError === 'stopWorkflow' ? plan.onError : 'continueRegularOutput',
	cuts: [],
});

/** What a campaign sets: the table knows who has got something, whatever the process knew. */
export const asCampaign = (plan: Plan): Plan => ({
	...plan,
	limits: plan.limits && { ...plan.limits, once: null, max: undefined },
	onError: 'continueRegularOutput',
	retryOnFail: false,
	retries: 0,
	stop: undefined,
	clockSet: undefined,
});
