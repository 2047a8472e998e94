import {
	AYU,
	BUDI,
	resultsOf,
	hintsOf,
	listOf,
	messages,
	NO_SIGNAL,
	numbersOf,
} from './broadcasts';
import { useBroadcasts } from './broadcasts';
import { failedOf, recipients } from './sandbox';

const { holder, send, arrivals, story } = useBroadcasts();
const onError = 'continueRegularOutput';
const minimum = (min: string) => ({ seconds: { min } });
const fromHour = (from: string) => ({ hours: { from, to: '24:00', days: ['mon'] } });
/** n8n makes nothing of an error inside an expression, too. */
const NOTHING = ['$json.empty', 'null', '$json.a.b.c'];
const LISTS = 'the ID of a list; under Numbers, [] for nobody';
const OFF = 'false to turn it off';
const OF_MESSAGE = ['Country Code', 'Send At'];

/** The option, how it holds an expression, its label, and what to return. What a model is told: see agent.test.ts. */
test.each<[string, (value: string) => unknown, string, string]>([
	['countryCode', String, 'Country Code', 'a country code, e.g. 62'],
	['delay', minimum, 'Delay Between Messages', 'a number of seconds, 0 for no delay'],
	['dryRun', String, 'Dry Run', OFF],
	['eachRecipientOnce', String, 'Each Recipient Once', OFF],
	['maxPerExecution', String, 'Max Messages per Execution', 'a number of messages'],
	['neverSendTo', listOf, 'Never Send To', LISTS],
	['neverSendTo', numbersOf, 'Never Send To', LISTS],
	['onlySendTo', numbersOf, 'Only Send To', LISTS],
	['sendAt', String, 'Send At', '{{ $now }} to send the message now'],
	['sendHours', fromHour, 'Send Only Between', 'times like 09:00, and days'],
	['testPhone', String, 'Send Test To', 'a phone number'],
	['textFormat', String, 'Text Format', 'asEntered or markdown'],
])('%s refuses an expression without a result, or for each item', async (name, by, label, fix) => {
	const of = (expression: string) => ({ options: { [name]: by(`={{ ${expression} }}`) } });
	for (const nothing of NOTHING) {
		const json = { phone: AYU, text: 'Hello', empty: '' };
		const { error } = await send({ to: [{ json }], ...of(nothing) });
		const words = `${label}: the expression has no result. Return ${fix}`;
		expect(error?.message.slice(0, words.length)).toBe(words);
		expect(error?.context?.itemIndex).toBe(0);
	}
	if (OF_MESSAGE.includes(label)) return;
	const words = `Each item cannot have its own ${label}: enter a value, or an expression without $json`;
	expect((await send(of('$json.a'))).error?.message).toBe(words);
	const rows = failedOf(await send({ ...of("$('Items').item.json.a"), onError }));
	expect(rows.map(({ json }) => json.error)).toEqual(Array(3).fill(words));
	expect(holder.sandbox.requests).toEqual([]);
});

test('Country Code is not read for a number that has its own', async () => {
	const options = { countryCode: '={{ $json.empty }}' };
	expect(story(await send({ to: messages(`+${AYU}`), options }))).toBe('0: sent');
});

test('A faulty option leaves in Retry what an earlier attempt accepted', async () => {
	const retryOf = await send({ faults: { 1: NO_SIGNAL } });
	const options = { maxPerExecution: '={{ $json.max }}' };
	const outcome = await send({ options, retryOf, useCurrent: true, onError });
	expect(story(outcome)).toBe('0 1: sent failed failed');
});

test('An option of the run may read the item in a run of one item', async () => {
	const batches = messages(AYU, BUDI).map((item) => [item]);
	Object.assign(batches[1][0].json, { dry: true });
	const outcome = await send({ batches, options: { dryRun: '={{ $json.dry ?? false }}' } });
	expect(story(outcome)).toBe('0: sent dry');
});

test('An option of the run is evaluated once, and may read the first item of a node', async () => {
	let evaluations = 0;
	const variables = { count: () => void evaluations++ };
	const to = recipients(50);
	Object.assign(to[0].json, { item: 2 });
	const maxPerExecution = "={{ ($vars.count(), $('Items').first().json.item) }}";
	const outcome = await send({ to, variables, options: { maxPerExecution } });
	expect(evaluations).toBe(1);
	expect(hintsOf(outcome)![0].message).toMatch(/^Accepted: 2 of 50\. 48 were skipped/);
	expect(resultsOf(outcome)).toMatch(/^sent sent maxPerExecution /);
});

test('A switch that is neither on nor off is refused for every item', async () => {
	const { error } = await send({ options: { dryRun: '={{ "maybe" }}' } });
	expect(error?.message).toBe('Dry Run "maybe" is neither true nor false: use true or false');
	expect(arrivals()).toEqual([]);
});
