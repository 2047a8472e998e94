import { AYU, BUDI, fates, hintsOf, messages, NO_SIGNAL, numbersOf } from './broadcasts';
import { useBroadcasts, withDelay } from './broadcasts';
import { failedOf, recipients } from './sandbox';

const { send, arrivals, story } = useBroadcasts();
const onError = 'continueRegularOutput';
const refused = (label: string) =>
	`Each item cannot have its own ${label}: enter a value, or an expression without $json`;

/** What reads the item: see unit/itemExpression.test.ts. */
describe('An option of the run that reads the item of several', () => {
	test.each<[string, object]>([
		['Delay Between Messages', withDelay('={{ $json.seconds }}')],
		['Dry Run', { dryRun: '={{ $itemIndex > 0 }}' }],
		['Each Recipient Once', { eachRecipientOnce: '={{ $json.once }}' }],
		['Max Messages per Execution', { maxPerExecution: "={{ $('Items').item.json.max }}" }],
		['Never Send To', { neverSendTo: numbersOf("={{ $('Items').item.json.phone }}") }],
		['Only Send To', { onlySendTo: numbersOf('={{ [$json.phone] }}') }],
		['Send Only Between', { sendHours: { hours: { from: '={{ $json.from }}' } } }],
		['Send Test To', { testPhone: '={{ $json.mine }}' }],
		['Text Format', { textFormat: '={{ $json.format }}' }],
	])('%s, is refused for every item, and nothing is sent', async (label, options) => {
		expect((await send({ options })).error?.message).toBe(refused(label));
		const rows = failedOf(await send({ options, onError }));
		expect(rows.map(({ json }) => json.error)).toEqual(Array(3).fill(refused(label)));
		expect(arrivals()).toEqual([]);
	});

	test('leaves in Retry what an earlier attempt accepted', async () => {
		const retryOf = await send({ faults: { 1: NO_SIGNAL } });
		const options = { maxPerExecution: '={{ $json.max }}' };
		const outcome = await send({ options, retryOf, useCurrent: true, onError });
		expect(story(outcome)).toBe('0 1: sent failed failed');
	});

	test('may do so in a run of one item, as in a loop of single items', async () => {
		const batches = messages(AYU, BUDI).map((item) => [item]);
		Object.assign(batches[1][0].json, { dry: true });
		const outcome = await send({ batches, options: { dryRun: '={{ $json.dry ?? false }}' } });
		expect(story(outcome)).toBe('0: sent dry');
	});
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
	expect(fates(outcome)).toMatch(/^sent sent maxPerExecution /);
});

test('A switch that is neither on nor off is refused for every item', async () => {
	const { error } = await send({ options: { dryRun: '={{ "maybe" }}' } });
	expect(error?.message).toBe('Dry Run "maybe" is neither true nor false: use true or false');
	expect(arrivals()).toEqual([]);
});
