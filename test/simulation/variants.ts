import { ATTEMPTS, type AttemptName } from './attempts';
import { asPhone } from './arbitraries/items';
import { hoursOf } from './arbitraries/times';
import type { Plan, Single } from './plan';

/** What becomes of a call: all tries of it have the same input. */
function attemptsAsCall(
	{ limits, isOpenToModel, hours }: Plan,
	{ first, later }: Plan['items'][number],
) {
	const isInput = (attempt: AttemptName) => ATTEMPTS[attempt].verdict === 'input';
	if ((limits && isOpenToModel) || hours?.outside === 'wait')
		return { first: 'not as a tool', later: 'not as a tool' } as const;
	if (first === 'bad phone') return { first, later: first };
	return { first: isInput(first) ? 'accept' : first, later: isInput(later) ? 'accept' : later };
}

/** The items as calls of an AI Agent: no input items, so no expressions, one credential, and no Retry. */
export const asCalls = (plan: Plan): Plan => ({
	...plan,
	items: plan.items.map((each) => ({
		...asPhone(each),
		...attemptsAsCall(plan, each),
		...{ isDry: false, isRewritten: false, hasHours: true },
	})),
	// A list may be looked at before the hours.
	limits:
		plan.hours?.outside === 'wait'
			? undefined
			: plan.limits && {
					...{ ...plan.limits, numbers: undefined },
					once: plan.limits.once && { item: 0, execution: 0 },
				},
	...{ checkFirst: false, retryOnFail: plan.byEngine && plan.retryOnFail, retries: 0 },
	// Each call that the engine runs is a run of the node.
	...(plan.byEngine
		? { concurrency: 1, batch: 1 }
		: { concurrency: plan.items.length, batch: undefined }),
	// A tool has no output for errors.
	onError: plan.onError === 'stopWorkflow' ? plan.onError : 'continueRegularOutput',
	...{ cuts: [], byExpression: false, hasInput: false },
	...{ isScheduled: false, isMarkdown: false, media: undefined },
});

/** What a campaign sets: the table knows who has got something, whatever the process knew. */
export const asCampaign = (plan: Plan): Plan => ({
	...plan,
	items: plan.items.map((each) => ({ ...each, isDry: false })),
	limits: plan.limits && { ...plan.limits, once: null, max: undefined },
	...{ onError: 'continueRegularOutput', retryOnFail: false, retries: 0 },
	...{ stop: undefined, clockSet: undefined },
});

/** Two nodes: the items and the workflow of one plan, and of another how the second node is set and what it meets. */
export function asPair(plan: Plan, other: Plan): Plan {
	const { concurrency, checkFirst, onError, retryOnFail, byExpression } = other;
	const { delay, timeout, hasInput } = other;
	// Nobody says which of them reads a list first.
	const limitsOf = ({ limits }: Plan) => limits && { ...limits, unread: 0 as const };
	const batch = onError === 'continueErrorOutput' ? undefined : plan.batch;
	const items = plan.items.map((item, at) => {
		const { first, later, there, back, isDry, hasHours } = other.items[at % other.items.length];
		return { ...item, first, later, there, back, isDry, hasHours, isContact: false };
	});
	const second: Single = {
		...{ ...plan, node: 'Second', items, batch, limits: limitsOf(other) },
		...{ concurrency, checkFirst, onError, retryOnFail, byExpression, delay, timeout, hasInput },
		hours: hoursOf({ ...other, calendar: plan.calendar }),
	};
	const own = plan.items.map((item) => ({ ...item, isContact: false }));
	return { ...plan, items: own, batch, limits: limitsOf(plan), second };
}
