import fc from 'fast-check';
import {
	broadcasts,
	meantFor,
	perform,
	type Performed,
	type Sent,
	TEST_PHONE,
} from './anyBroadcast';
import { mayHaveArrived, REPORTS, type Rules } from './broadcastReports';
import { fates } from './broadcasts';
import { useSandbox } from './sandbox';

const holder = useSandbox();

/** Each two messages, the earlier one first. */
const pairs = (sent: Sent[]) =>
	sent.flatMap((after, at) => sent.slice(0, at).map((before) => ({ before, after })));

/** "Sending: order, stop, retry": what holds of every broadcast. */
const SENDING: Rules = {
	'messages go out in item order, in each try of a run': ({ broadcast, sent, runs }) =>
		pairs(sent).every(({ before, after }) => before.run <= after.run) &&
		runs.every(({ execution, items }) => {
			const own = sent.filter((each) => each.execution === execution && items.includes(each.item));
			return own.filter(({ item }, at) => item <= own[at - 1]?.item).length < broadcast.tries;
		}),

	'each message is valid, and goes to whom its item is for, or to the test number': (all) =>
		all.requests.every(({ valid }) => valid) &&
		all.sent.every(({ to, meant }) => to === (all.broadcast.options.test ? TEST_PHONE : meant)),

	'nobody gets anything who is in Never Send To, or not in Only Send To': ({ broadcast, sent }) =>
		sent.every(({ person }) => {
			const { never, only } = broadcast.options;
			return !never?.people.includes(person!) && (!only || only.people.includes(person!));
		}),

	'with Each Recipient Once, nobody gets a message twice': ({ broadcast, sent }) =>
		!broadcast.options.once ||
		pairs(sent).every(({ before, after }) => {
			// A person may send an item again that may have arrived.
			const isAgain = before.is === 'unconfirmed' && before.item === after.item;
			return before.person !== after.person || !mayHaveArrived(before) || isAgain;
		}),

	'no more go out than Max Messages per Execution, and three in a test': ({ broadcast, sent }) => {
		const { max = Infinity, test } = broadcast.options;
		return sent.filter(mayHaveArrived).length <= Math.min(max, test ? 3 : Infinity);
	},

	'On Error = Stop: nothing starts after the first failure': ({ broadcast, sent, runs }) =>
		broadcast.onError !== 'stopWorkflow' ||
		(pairs(sent).every(
			({ before, after }) =>
				before.is === 'accepted' ||
				before.execution !== after.execution ||
				(before.is === 'rejected' && after.item >= before.item),
		) &&
			runs.every(({ execution, workflow, items, isDry }) => {
				const isBad = (item: number) => !isDry && !meantFor(broadcast, item, workflow);
				const wasAccepted = (item: number) =>
					sent.some((each) => each.item === item && each.is === 'accepted');
				const first = items.find((item) => isBad(item) && !wasAccepted(item)) ?? Infinity;
				return sent.every((each) => each.execution !== execution || each.item < first);
			})),

	'after the stop button nothing starts': ({ sent }) => sent.every((each) => !each.isAfterStop),

	'no retry sends what was accepted': ({ sent }) =>
		pairs(sent).every(({ before, after }) => {
			const isSame = before.item === after.item && before.person === after.person;
			return before.is !== 'accepted' || !isSame;
		}),

	'what may have been sent is sent again by a person alone': ({ sent }) =>
		pairs(sent).every(({ before, after }) => {
			const isSame = before.item === after.item && before.execution === after.execution;
			return !isSame || before.is === 'rejected';
		}),

	'a dry run sends nothing': ({ sent, runs }) =>
		runs.every(({ isDry, items }) => !isDry || !sent.some(({ item }) => items.includes(item))),
};

/** What to look at where it does not. */
const shownBy = ({ sent, runs }: Performed) => ({
	sent: sent.map(({ item, is, to }) => `${item} ${is} ${to}`),
	shown: runs.map(({ error, outputs }) =>
		error
			? [error.message, error.description]
			: outputs.map((rows) => rows.map(({ json }) => json)),
	),
});

/** More with `LONG=1`. */
const numRuns = process.env.LONG ? 3_000 : 120;

test('A broadcast of any kind keeps the contract', async () => {
	const property = fc.asyncProperty(broadcasts, async (broadcast) => {
		const all = await perform(broadcast, holder.sandbox);
		const broken = Object.entries({ ...SENDING, ...REPORTS }).flatMap(([rule, holds]) =>
			holds(all) ? [] : rule,
		);
		expect({ broken, ...(broken.length > 0 && shownBy(all)) }).toEqual({ broken: [] });
	});
	await fc.assert(property, { numRuns });
}, 3_600_000);

test('A dry run says what a real run then does, where nothing fails', async () => {
	const accepting = broadcasts.map((broadcast) => ({
		...broadcast,
		items: broadcast.items.map((item) => ({ ...item, responses: [] })),
		onError: 'continueRegularOutput' as const,
		...{ beginsDry: false, retries: [], stopAt: undefined },
	}));
	const property = fc.asyncProperty(accepting, async (broadcast) => {
		const planned = await perform(broadcast, holder.sandbox, true);
		const done = await perform(broadcast, holder.sandbox);
		expect(planned.sent).toEqual([]);
		expect(fates(planned.outcome).replaceAll('dry', 'sent')).toBe(fates(done.outcome));
	});
	await fc.assert(property, { numRuns: numRuns / 4 });
}, 3_600_000);
