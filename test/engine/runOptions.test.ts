import { AYU, hintsOf, messages, NO_SIGNAL, numbersOf, resultsOf } from './broadcasts';
import { useBroadcasts } from './broadcasts';
import { listById, recipients } from './sandbox';

const { holder, send, summaryOf } = useBroadcasts();
const onError = 'continueRegularOutput';
const minimum = (min: string) => ({ seconds: { min } });
const fromHour = (from: string) => ({ hours: { from, to: '24:00', days: ['mon'] } });
/** n8n makes nothing of an error inside an expression, too. */
const NOTHING = ['$json.empty', 'null', '$json.a.b.c'];
const LISTS = 'the ID of a list; under Numbers, [] for an empty list';
const OFF = 'false to turn it off';
const OF_MESSAGE = ['Campaign', 'Country Code', 'Send At'];

/** The option, how it contains an expression, its label, and what to return. In a tool: agent.test.ts. */
test.each<[string, (value: string) => unknown, string, string]>([
	['campaign', String, 'Campaign', 'the name of a campaign'],
	['countryCode', String, 'Country Code', 'a country code, e.g. 62'],
	['delay', minimum, 'Delay Between Messages', 'a number of seconds, 0 for no delay'],
	['dryRun', String, 'Dry Run', OFF],
	['eachRecipientOnce', String, 'Each Recipient Once', OFF],
	['maxPerExecution', String, 'Max Messages per Execution', 'a number of messages'],
	['neverSendTo', listById, 'Never Send To', LISTS],
	['neverSendTo', numbersOf, 'Never Send To', LISTS],
	['onlySendTo', numbersOf, 'Only Send To', LISTS],
	['sendAt', String, 'Send At', '{{ $now }} to send the message now'],
	['sendHours', fromHour, 'Send Only Between', 'times like 09:00, and days'],
	['testPhone', String, 'Send Test To', 'a phone number'],
	['textFormat', String, 'Text Format', 'asEntered or markdown'],
])(
	'%s refuses an expression that has no result or reads the item',
	async (name, by, label, fix) => {
		const withOption = (expression: string) => ({
			options: { [name]: by(`={{ ${expression} }}`) },
		});
		for (const nothing of NOTHING) {
			const json = { phone: AYU, text: 'Hello', empty: '' };
			const { error } = await send({ to: [{ json }], ...withOption(nothing) });
			const words = `${label}: the expression has no result. Return ${fix}`;
			expect(error?.message.slice(0, words.length)).toBe(words);
			expect(error?.context?.itemIndex).toBe(0);
		}
		if (OF_MESSAGE.includes(label)) return;
		const words = `Each item cannot have its own ${label}: enter a value, or an expression without $json`;
		expect((await send(withOption('$json.a'))).error?.message).toBe(words);
		const rows = await send({ ...withOption("$('Items').item.json.a"), onError });
		expect(resultsOf(rows)).toBe('invalid invalid invalid');
		expect(holder.sandbox.requests).toEqual([]);
	},
);

test.each([
	['delay', 'Delay Between Messages has no seconds'],
	['sendHours', 'Send Only Between has no hours'],
])('%s refuses one expression for all its values, because n8n drops it', async (name, problem) => {
	for (const value of ['={{ "abc" }}', '={{ ({ seconds: { min: 1 } }) }}', {}]) {
		const { error } = await send({ options: { [name]: value } });
		expect(error?.message).toBe(`${problem}: add them, or remove the option`);
	}
	expect(holder.sandbox.requests).toEqual([]);
});

test('Country Code is not read for a number that has its own', async () => {
	const options = { countryCode: '={{ $json.empty }}' };
	expect(summaryOf(await send({ to: messages(`+${AYU}`), options }))).toBe('0: sent');
});

test('An invalid option does not change an accepted item in a retry', async () => {
	const retryOf = await send({ faults: { 1: NO_SIGNAL } });
	const outcome = await send({ options: { dryRun: '={{ "maybe" }}' }, retryOf, onError });
	expect(summaryOf(outcome)).toBe('0 1: sent invalid invalid');
});

test('An option of the run is evaluated once, and may read the first item of a node', async () => {
	let evaluations = 0;
	const variables = { count: () => void evaluations++ };
	const to = recipients(50);
	to[0].json.max = 2;
	const maxPerExecution = "={{ ($vars.count(), $('Items').first().json.max) }}";
	const outcome = await send({ to, variables, options: { maxPerExecution } });
	expect(evaluations).toBe(1);
	expect(hintsOf(outcome)[0]).toMatch(/^Accepted: 2 of 50\. 48 were skipped/);
});
