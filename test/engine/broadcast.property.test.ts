import fc from 'fast-check';
import { sleep } from 'n8n-workflow';
import { anyBroadcast, isIn, NOBODY, perform, TEST_PHONE } from './anyBroadcast';
import type { Broadcast, Performed, Run, Sent } from './anyBroadcast';
import { resultsOf, withDelay } from './broadcasts';
import { useMarks } from './deduplication';
import { recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const marks = useMarks();

const is = (verdict: Sent['is']) => (sent: Sent) => sent.is === verdict;
const mayHaveArrived = (sent: Sent) => sent.is !== 'rejected';
const count = <T>(all: T[], holds: (each: T) => unknown) => all.filter(holds).length;

const sentOf = ({ sent }: Run, item: number) => sent.filter((each) => each.item === item);

/** Whether a message was accepted for whom its item is for now; where that is nobody, for anyone. */
const isAcceptedIn = (run: Run) => (sent: Sent) =>
	is('accepted')(sent) && [NOBODY, sent.person].includes(run.people[sent.item]);

/** Of each two messages, the earlier one first. */
const PAIRS: Record<string, (before: Sent, after: Sent, broadcast: Broadcast) => boolean> = {
	'in item order, but for a new try of the run, or a retry': (before, after, { tries }) => {
		const isRepeated = tries > 1 && before.run === after.run;
		if (before.execution !== after.execution || isRepeated) return before.run <= after.run;
		return before.item < after.item;
	},
	'nobody twice with Each Recipient Once, but what Retry sends again': (before, after, { once }) =>
		!once ||
		before.person !== after.person ||
		before.is === 'rejected' ||
		(before.is === 'unconfirmed' && before.item === after.item),
	'On Error = Stop: nothing after a failure, but the item itself in the next try': (
		before,
		after,
		{ onError },
	) =>
		onError !== 'stopWorkflow' ||
		before.execution !== after.execution ||
		before.is === 'accepted' ||
		(before.is === 'rejected' && before.item <= after.item),
	'no retry sends an item again to a person who has got it': (before, after) =>
		before.is !== 'accepted' || before.item !== after.item || before.person !== after.person,
	'what may have been sent is sent again by a person alone': (before, after) =>
		before.is === 'rejected' || before.item !== after.item || before.execution < after.execution,
};

const MESSAGES: Record<string, (sent: Sent, broadcast: Broadcast) => boolean> = {
	'goes to whom its item is for, or to the test number': ({ to, meant }, { isTest }) =>
		to === (isTest ? TEST_PHONE : meant),
	'goes to nobody in Never Send To, or not in Only Send To': ({ person }, { never, only }) =>
		!isIn(never, person) && (!only || isIn(only, person)),
	'is of no dry run': ({ run }, { dryRuns }) =>
		dryRuns === 'none' || (dryRuns === 'first' && run > 0),
};

/** Whether a reason is true. */
const REASONS: Record<string, (item: number, run: Run, broadcast: Broadcast) => boolean> = {
	invalid: (item, { people }) => people[item] === NOBODY,
	rejected: (item, run) => sentOf(run, item).some(is('rejected')),
	unconfirmed: (item, run) => sentOf(run, item).some(is('unconfirmed')),
	neverSendTo: (item, { people }, { never }) => isIn(never, people[item]),
	onlySendTo: (item, { people }, { only }) => !isIn(only, people[item]),
	duplicate: (item, { sent, people }, { once }) =>
		once && sent.some((each) => each.item !== item && each.person === people[item]),
	maxPerExecution: (_, { sent }, { max }) => count(sent, mayHaveArrived) === max,
	test: (_, { sent }) => count(sent, mayHaveArrived) === 3,
};

const RUNS: Record<string, (run: Run, broadcast: Broadcast) => boolean> = {
	'each item has one row, in order, a failed one on the error output if there is one': (
		{ rows, items, error, inFlight },
		{ onError },
	) => {
		const isStopped = inFlight !== undefined;
		const outputs = [0, 1].map((output) => rows.filter((row) => row.output === output));
		const linked = outputs.map((output) => output.map(({ item }) => item));
		const failed = outputs.map((output) => count(output, ({ json }) => json.error));
		return (
			linked.every((each) => each.every((item, at) => !(item <= each[at - 1]))) &&
			failed[1] === outputs[1].length &&
			(isStopped || onError !== 'continueErrorOutput' || failed[0] === 0) &&
			(isStopped || error !== undefined || linked.flat().sort().join() === items.join())
		);
	},

	'what is reported as sent was accepted, and names an earlier attempt that may have arrived': (
		run,
	) =>
		run.rows.every(({ json, item }) => {
			if (json.success !== true) return true;
			const attempts = sentOf(run, item);
			// Of an item whose turn does not come any more, the row is of the person who has got it.
			const isIt = run.inFlight === undefined ? isAcceptedIn(run) : is('accepted');
			const at = attempts.findLastIndex((sent) => isIt(sent) && sent.to === json.recipient);
			const earlier = attempts.slice(0, Math.max(0, at));
			const since = earlier.slice(earlier.findLastIndex(is('accepted')) + 1);
			return (
				(json.meantFor ?? json.recipient) === attempts[at]?.meant &&
				(json.warning !== undefined) === since.some(is('unconfirmed'))
			);
		}),

	'what was accepted is reported as sent, and of anything else the reason is true': (
		run,
		broadcast,
	) =>
		run.rows.every(({ json: { success, reason }, item }) => {
			if (run.isDry || run.inFlight !== undefined || success) return true;
			const isAccepted = sentOf(run, item).some(isAcceptedIn(run));
			return !isAccepted && REASONS[String(reason)]?.(item, run, broadcast);
		}),

	'a hint counts the rows': ({ rows, hint, isDry }) => {
		if (isDry || !hint || rows.length < 2) return true;
		const counts = ['success', 'skipped', 'error'].map((field) =>
			count(rows, ({ json }) => json[field]),
		);
		const said = [/^Accepted: (\d+) of/, /(\d+) w\w+ skipped:/, /(\d+) failed:/].map((words) =>
			Number(words.exec(hint)?.[1] ?? 0),
		);
		return said.join() === counts.join();
	},

	'an error counts each item once, and what was sent before': (run, { isTest }) => {
		const { error, items, inFlight, sent } = run;
		if (!error) return true;
		const next = inFlight ?? items[error.context!.itemIndex!] + 1;
		const ever = (verdict: Sent['is']) => (item: number) =>
			sent.some((each) => each.item === item && each.is === verdict);
		const acceptedNow = sent.filter(isAcceptedIn(run)).map(({ item }) => item);
		const isDone = (item: number) =>
			item < next ? acceptedNow.includes(item) : ever('accepted')(item);
		const left = items.filter((item) => item >= next && !isDone(item));
		const [accepted, unconfirmed] = [count(items, isDone), count(left, ever('unconfirmed'))];
		const [total, notSent] = [items.length, left.length - unconfirmed];
		const before = count(sent, (each) => is('accepted')(each) && !items.includes(each.item));
		const of = `Accepted: ${accepted} of ${total}`;
		if (inFlight !== undefined)
			return error.message.startsWith(`The execution was canceled. ${of}.`);
		const skipped = total - accepted - 1 - left.length;
		const counts = `Stopped at item ${next - items[0]} of ${total}. Accepted: ${accepted}. Failed: ${1 + unconfirmed}. Skipped: ${skipped}. Not sent: ${notSent}.`;
		const isAlone = total < 2 && before === 0;
		const isSilent = isAlone || isTest || !sent.some(mayHaveArrived);
		const sum = `${of}${before > 0 ? `, ${before} before` : ''}.`;
		return (
			(total < 2 || error.description!.startsWith(counts)) &&
			(isSilent ? !error.message.includes('Accepted') : error.message.endsWith(sum))
		);
	},
};

/** What to look at where a rule is broken. */
const shownBy = ({ sent, runs }: Performed) => ({
	sent: sent.map(({ item, is, to }) => `${item} ${is} ${to}`),
	shown: runs.map(({ error, rows }) =>
		error ? [error.message, error.description] : rows.map(({ json }) => json),
	),
});

const brokenBy = <Rule>(rules: Record<string, Rule>, holds: (rule: Rule) => boolean) =>
	Object.keys(rules).filter((name) => !holds(rules[name]));

/** More with `LONG=1`. */
const numRuns = process.env.LONG ? 3_000 : 240;

/** Its first item is for somebody else in one retry; the second one fails in each. */
const THERE_AND_BACK: Broadcast = {
	items: [
		{ recipient: 0, changed: 2, responses: [] },
		{ recipient: 2 * NOBODY, changed: undefined, responses: [] },
	],
	...{ once: false, max: undefined, never: undefined, only: undefined, isTest: false },
	...{ dryRuns: 'none', onError: 'stopWorkflow', tries: 1, batch: undefined, stopAt: undefined },
	...{ retries: ['changed', 'original'], campaign: false },
};

test('Sending: order, stop, retry', async () => {
	const property = fc.asyncProperty(anyBroadcast, async (broadcast) => {
		const all = await perform(broadcast, holder.sandbox);
		const { sent, runs, requests } = all;
		const most = Math.min(broadcast.max ?? Infinity, broadcast.isTest ? 3 : Infinity);
		const pairs = sent.flatMap((after, at) => sent.slice(0, at).map((before) => [before, after]));
		const broken = [
			...brokenBy(PAIRS, (rule) =>
				pairs.every(([before, after]) => rule(before, after, broadcast)),
			),
			...brokenBy(MESSAGES, (rule) => sent.every((each) => rule(each, broadcast))),
			...brokenBy(RUNS, (rule) => runs.every((run) => rule(run, broadcast))),
			...(count(sent, mayHaveArrived) > most ? ['no more than the maximum, three in a test'] : []),
			...(sent.length > (broadcast.stopAt ?? Infinity) + 1
				? ['nothing after the stop button']
				: []),
			...(requests.every(({ valid }) => valid) ? [] : ['requests are valid']),
		];
		expect({ broken, ...(broken.length > 0 && shownBy(all)) }).toEqual({ broken: [] });
	});
	await fc.assert(property, { numRuns, examples: [[THERE_AND_BACK]] });
}, 3_600_000);

test('A dry run says what a real run then does, where the service accepts everything', async () => {
	const property = fc.asyncProperty(anyBroadcast, async (any) => {
		const items = any.items.map((item) => ({ ...item, responses: [] }));
		const onError = 'continueRegularOutput' as const;
		const all = { ...any, items, onError, retries: [], stopAt: undefined };
		const planned = await perform({ ...all, dryRuns: 'all' }, holder.sandbox);
		const done = await perform({ ...all, dryRuns: 'none' }, holder.sandbox);
		expect(resultsOf(planned.outcome).replaceAll('dry', 'sent')).toBe(resultsOf(done.outcome));
	});
	await fc.assert(property, { numRuns: numRuns / 4 });
}, 3_600_000);

/** A new execution knows nothing of the others, as after a kill; the last one may send to everybody. */
test('A campaign loses nobody and sends to nobody twice, in whatever executions', async () => {
	const property = fc.asyncProperty(anyBroadcast, async (any) => {
		marks.reset();
		const all = { ...any, isTest: false, dryRuns: 'none' as const, campaign: true };
		const { sent } = await perform(all, holder.sandbox);
		const items = all.items.map(({ recipient }) => ({
			recipient,
			changed: undefined,
			responses: [],
		}));
		const last = { ...all, items, retries: [], max: undefined, stopAt: undefined };
		const rest = await perform({ ...last, onError: 'continueRegularOutput' }, holder.sandbox);
		const reached = [...sent, ...rest.sent].filter(mayHaveArrived).map(({ person }) => person);
		expect(reached).toEqual([...new Set(reached)]);
		const wanted = rest.runs[0].people.filter(
			(person) =>
				person !== NOBODY && !isIn(all.never, person) && (!all.only || isIn(all.only, person)),
		);
		// A message that was in flight at the stop: nobody knows whether it arrived.
		const unconfirmed = rest.runs.flatMap(({ rows, people }) =>
			rows.flatMap(({ json, item }) => (json.reason === 'unconfirmed' ? people[item] : [])),
		);
		expect([...reached, ...unconfirmed]).toEqual(expect.arrayContaining(wanted));
	});
	await fc.assert(property, { numRuns: numRuns / 4 });
}, 3_600_000);

test('After the stop button nothing starts, where it is pressed during a delay', async () => {
	const stop = new AbortController();
	holder.sandbox.onSend = () => void setTimeout(() => stop.abort(), 30);
	const parameters = { options: withDelay(0.15) };
	const { run } = await sendTexts(holder.sandbox, { parameters, stop: stop.signal });
	expect(run.status).toBe('canceled');
	await sleep(300);
	expect(holder.sandbox.requests).toHaveLength(1);
});

test('The delay begins with the response', async () => {
	holder.sandbox.latency = 100;
	const items = recipients(2);
	await sendTexts(holder.sandbox, { items, parameters: { options: withDelay(0.1) } });
	const [first, second] = holder.sandbox.requests.map(({ arrivedAt }) => arrivedAt);
	expect(second - first).toBeGreaterThanOrEqual(190);
});
