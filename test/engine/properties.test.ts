import { fc } from '../random';
import { NOBODY, TEST_PHONE, anyBroadcast, isIn, isOutsideHours, perform } from './anyBroadcast';
import type { Broadcast, Run, Sent } from './anyBroadcast';
import { resultsOf } from './broadcasts';
import { useMarks } from './deduplication';
import { useSandbox } from './sandbox';

const holder = useSandbox();
const marks = useMarks();

const isAccepted = ({ result }: Sent) => result === 'accepted';
const isUnconfirmed = ({ result }: Sent) => result === 'unconfirmed';
const mayHaveArrived = ({ result }: Sent) => result !== 'rejected';
const count = <T>(all: T[], holds: (element: T) => unknown) => all.filter(holds).length;

const sentFor = ({ sent }: Run, item: number) => sent.filter((message) => message.item === item);

/** Rules for each two messages. */
const PAIRS: Record<string, (before: Sent, after: Sent, broadcast: Broadcast) => boolean> = {
	'messages go in item order within a try': (before, after, { tries }) => {
		const isRepeated = tries > 1 && before.run === after.run;
		if (before.execution !== after.execution || isRepeated) return before.run <= after.run;
		return before.item < after.item;
	},
	// A person's Retry sends an unconfirmed item again.
	'Each Recipient Once sends to nobody twice': (before, after, { once }) =>
		!once ||
		before.person !== after.person ||
		before.result === 'rejected' ||
		(isUnconfirmed(before) && before.item === after.item),
	// The next try goes on from the failure.
	'On Error = Stop starts nothing after a failure': (before, after, { onError }) =>
		onError !== 'stopWorkflow' ||
		before.execution !== after.execution ||
		isAccepted(before) ||
		(before.result === 'rejected' && before.item <= after.item),
	'no retry sends an accepted item again': (before, after) =>
		!isAccepted(before) || before.item !== after.item,
	'only a person sends an unconfirmed item again': (before, after) =>
		before.result === 'rejected' ||
		before.item !== after.item ||
		before.execution < after.execution,
};

/** Rules for each message. */
const MESSAGES: Record<string, (sent: Sent, broadcast: Broadcast) => boolean> = {
	'a message goes to its recipient, or to the test number': (sent, { isTest }) =>
		sent.recipient === (isTest ? TEST_PHONE : sent.meantRecipient),
	'no message goes to an excluded person': ({ person }, { never, only }) =>
		!isIn(never, person) && (!only || isIn(only, person)),
	'a dry run sends no message': (_sent, { dryRun }) => !dryRun,
	'a test number without its country code gets no message': (_sent, { isTest, isNational }) =>
		!isTest || !isNational,
	'no message starts outside the hours': (_sent, broadcast) => !isOutsideHours(broadcast),
};

/** Whether a reason is true. */
const REASONS: Record<string, (item: number, run: Run, broadcast: Broadcast) => boolean> = {
	invalid: (item, { people }, { isTest, isNational }) =>
		people[item] === NOBODY || (isTest && isNational),
	sendHours: (_item, _run, broadcast) => isOutsideHours(broadcast),
	rejected: (item, run) => sentFor(run, item).some(({ result }) => result === 'rejected'),
	unconfirmed: (item, run) => sentFor(run, item).some(isUnconfirmed),
	neverSendTo: (item, { people }, { never }) => isIn(never, people[item]),
	onlySendTo: (item, { people }, { only }) => !isIn(only, people[item]),
	duplicate: (item, { sent, people }, { once }) =>
		once && sent.some((message) => message.item !== item && message.person === people[item]),
	maxPerExecution: (_, { sent }, { max }) => count(sent, mayHaveArrived) === max,
	test: (_, { sent }) => count(sent, mayHaveArrived) === 3,
};

/** Rules for each run of the node. */
const RUNS: Record<string, (run: Run, broadcast: Broadcast) => boolean> = {
	'each item has one row, in order, on the right output': (run, { onError }) => {
		const { rows, items, error } = run;
		const isStopped = run.inFlight !== undefined;
		const outputs = [0, 1].map((output) => rows.filter((row) => row.output === output));
		const linked = outputs.map((output) => output.map(({ item }) => item));
		const failed = outputs.map((output) => count(output, ({ json }) => json.error));
		return (
			linked.every((output) => output.every((item, index) => !(item <= output[index - 1]))) &&
			failed[1] === outputs[1].length &&
			(isStopped || onError !== 'continueErrorOutput' || failed[0] === 0) &&
			(isStopped || error !== undefined || linked.flat().sort().join() === items.join())
		);
	},

	'a row with success was accepted, and warns of an earlier attempt or another recipient': (
		run,
		{ isTest },
	) =>
		run.rows.every(({ json, item }) => {
			if (json.success !== true) return true;
			const attempts = sentFor(run, item);
			const last = attempts.findIndex(isAccepted);
			const sent = attempts[last];
			const mustWarn = attempts.slice(0, Math.max(0, last)).some(isUnconfirmed);
			const person = run.people[item];
			const isOther = person !== NOBODY && person !== sent?.person && !isTest;
			const warns = json.warning !== undefined;
			return (
				(json.meantFor ?? json.recipient) === sent?.meantRecipient &&
				// If the execution stops before the item, nobody reads its recipient.
				(run.inFlight === undefined ? warns === (mustWarn || isOther) : warns || !mustWarn)
			);
		}),

	'an accepted item has a row with success, and any other one a true reason': (run, broadcast) =>
		run.rows.every(({ json: { success, reason }, item }) => {
			if (broadcast.dryRun || run.inFlight !== undefined || success) return true;
			const wasAccepted = sentFor(run, item).some(isAccepted);
			return !wasAccepted && REASONS[String(reason)]?.(item, run, broadcast);
		}),

	'a hint counts the rows': ({ rows, hint }, { dryRun }) => {
		if (dryRun || !hint || rows.length < 2) return true;
		const fields = ['success', 'skipped', 'error'];
		const counts = fields.map((field) => count(rows, ({ json }) => json[field]));
		const patterns = [/^Accepted: (\d+) of/, /(\d+) w\w+ skipped:/, /(\d+) failed:/];
		const named = patterns.map((pattern) => Number(pattern.exec(hint)?.[1] ?? 0));
		return named.join() === counts.join();
	},

	'an error counts each item once, and what was sent before': (run, { isTest }) => {
		const { error, items, inFlight, sent } = run;
		if (!error) return true;
		const next = inFlight ?? items[error.context!.itemIndex!] + 1;
		const wasEver = (holds: (message: Sent) => boolean) => (item: number) =>
			sentFor(run, item).some(holds);
		const isDone = wasEver(isAccepted);
		const left = items.filter((item) => item >= next && !isDone(item));
		const [accepted, unconfirmed] = [count(items, isDone), count(left, wasEver(isUnconfirmed))];
		const [total, notSent] = [items.length, left.length - unconfirmed];
		const before = count(sent, (message) => isAccepted(message) && !items.includes(message.item));
		const acceptedOf = `Accepted: ${accepted} of ${total}`;
		if (inFlight !== undefined)
			return error.message.startsWith(`The execution was canceled. ${acceptedOf}.`);
		const skipped = total - accepted - 1 - left.length;
		const counts = `Accepted: ${accepted}. Failed: ${1 + unconfirmed}. Skipped: ${skipped}. Not sent: ${notSent}.`;
		const isAlone = total < 2 && before === 0;
		const isSilent = isAlone || isTest || !sent.some(mayHaveArrived);
		const end = `${acceptedOf}${before > 0 ? `, ${before} before` : ''}.`;
		return (
			(total < 2 || error.description!.startsWith(counts)) &&
			(isSilent ? !error.message.includes('Accepted') : error.message.endsWith(end))
		);
	},
};

const brokenBy = <Rule>(rules: Record<string, Rule>, holds: (rule: Rule) => boolean) =>
	Object.keys(rules).filter((name) => !holds(rules[name]));

/** More with `LONG=1`. */
const numRuns = process.env.LONG ? 3_000 : 100;

test('Any broadcast obeys the rules of sending', async () => {
	const property = fc.asyncProperty(anyBroadcast, async (broadcast) => {
		const { sent, runs, requests } = await perform(broadcast, holder.sandbox);
		const { max = Infinity, isTest, stopAt = Infinity } = broadcast;
		const pairs = sent.flatMap((after, index) =>
			sent.slice(0, index).map((before) => [before, after]),
		);
		const broken = [
			...brokenBy(PAIRS, (rule) => pairs.every(([one, other]) => rule(one, other, broadcast))),
			...brokenBy(MESSAGES, (rule) => sent.every((message) => rule(message, broadcast))),
			...brokenBy(RUNS, (rule) => runs.every((run) => rule(run, broadcast))),
		];
		const rows = runs.map((run) => [run.error?.message, ...run.rows]);
		expect({ broken, ...(broken.length > 0 && { sent, rows }) }).toEqual({ broken: [] });
		expect(count(sent, mayHaveArrived)).toBeLessThanOrEqual(isTest ? Math.min(max, 3) : max);
		expect(sent.length).toBeLessThanOrEqual(stopAt + 1);
		expect(requests.filter(({ valid }) => !valid)).toEqual([]);
	});
	await fc.assert(property, { numRuns });
});

test('A dry run says what a real run then does, if the service accepts everything', async () => {
	const property = fc.asyncProperty(anyBroadcast, async (any) => {
		const items = any.items.map((item) => ({ ...item, responses: [] }));
		const onError = 'continueRegularOutput' as const;
		// Without Send At, a dry run does not look at the clock.
		const isLate = any.isLate && any.sendAt !== undefined;
		const all = { ...any, items, onError, isLate, retries: [], stopAt: undefined };
		const planned = await perform({ ...all, dryRun: true }, holder.sandbox);
		const done = await perform({ ...all, dryRun: false }, holder.sandbox);
		const [looked, sent] = [planned, done].map(({ outcome }) => resultsOf(outcome).split(' '));
		// Behind the messages of a test only a dry run reads the items.
		const expected = looked.map((result, item) => (sent[item] === 'test' ? 'test' : result));
		expect(expected.join(' ').replaceAll('dry', 'sent')).toBe(sent.join(' '));
	});
	await fc.assert(property, { numRuns: numRuns / 4 });
});

/** A new execution knows nothing of the others, as after a kill. The last one may send to everybody. */
test('A campaign loses nobody and sends to nobody twice, in any executions', async () => {
	const property = fc.asyncProperty(anyBroadcast, async (any) => {
		marks.reset();
		const all = { ...any, isTest: false, isLate: false, dryRun: false, campaign: true };
		const { sent } = await perform(all, holder.sandbox);
		const items = all.items.map((item) => ({ ...item, changed: undefined, responses: [] }));
		const last = { ...all, items, retries: [], max: undefined, stopAt: undefined };
		const rest = await perform({ ...last, onError: 'continueRegularOutput' }, holder.sandbox);
		const messages = [...sent, ...rest.sent];
		expect(brokenBy(MESSAGES, (rule) => messages.every((one) => rule(one, all)))).toEqual([]);
		const reached = messages.filter(mayHaveArrived).map(({ person }) => person);
		expect(reached).toEqual([...new Set(reached)]);
		const { never, only } = all;
		const wanted = rest.runs[0].people.filter(
			(person) => person !== NOBODY && !isIn(never, person) && (!only || isIn(only, person)),
		);
		// A message that was in flight at the stop: nobody knows whether it arrived.
		const unconfirmed = rest.runs.flatMap(({ rows, people }) =>
			rows.flatMap(({ json, item }) => (json.reason === 'unconfirmed' ? people[item] : [])),
		);
		expect([...reached, ...unconfirmed]).toEqual(expect.arrayContaining(wanted));
	});
	await fc.assert(property, { numRuns: numRuns / 4 });
});
