import { AYU, BUDI, CITRA, resultsOf, hintsOf, listOf, messages, numbersOf } from './broadcasts';
import { NO_SIGNAL, putLists, useBroadcasts, useClock } from './broadcasts';
import { asked, failedOf, recipients } from './sandbox';

const { holder, send, arrivals, story } = useBroadcasts();
const clock = useClock();
const GROUP = '120363025246125486@g.us';
const onError = 'continueRegularOutput';
const put = (lists: Record<string, string[]>) => putLists(holder.sandbox, lists);
/** The numbers by an expression that gives this. */
const given = (value: unknown) =>
	numbersOf(`={{ ${JSON.stringify(value).replaceAll('}', '} ')} }}`);
const PREVENTED = ` could not be checked, so nothing was sent to ${AYU}`;
const BAD_ROWS = "={{ $('Items').all().map(({ json }) => ({ ...json, 'Cell 2': '0812-34' })) }}";
const DRAGGED = "={{ $('Items').first().json.phone }}";
const hintTexts = (outcome: Parameters<typeof hintsOf>[0]) =>
	hintsOf(outcome)?.map(({ message }) => message);

/** Ayu and the group are in them; what is read of a row: see unit/stopLists.test.ts. */
const ROWS = [
	{ json: { sms: '0812-0000-1000', city: 'Bogor' }, pairedItem: 0 },
	{ chats: [GROUP] },
];
test.each<[string, object, number]>([
	['a list', listOf('L'), 1],
	['text', numbersOf(`; 0812-0000-1000;\r\n\n120363025246125486@G.US\n,`), 0],
	['rows', given(ROWS), 0],
])('Stop lists compare phones and groups with %s', async (_what, list, reads) => {
	put({ L: ['081200001000', '120363025246125486'] });
	const to = messages('+62 812-0000-1000', BUDI, GROUP, 'other@g.us');
	const recipientType = '={{ $json.phone.includes("@") ? "group" : "phone" }}';
	const parameters = { recipientType, groupId: '={{ $json.phone }}' };
	const sent = async (name: string) =>
		resultsOf(await send({ to, parameters, options: { [name]: list, countryCode: '62' } }));
	expect(await sent('neverSendTo')).toBe('neverSendTo sent neverSendTo sent');
	expect(asked(holder.sandbox)).toEqual(Array(reads).fill('/lists/L?all=true'));
	expect(await sent('onlySendTo')).toBe('sent onlySendTo sent onlySendTo');
});

test('Never Send To goes before Only Send To, and a hint says who was skipped, and why', async () => {
	put({ stop: [BUDI], team: [AYU, BUDI] });
	const neverSendTo = { ...listOf('stop'), mode: 'list', cachedResultName: 'Unsubscribed (2)' };
	const options = { neverSendTo, onlySendTo: listOf('team'), eachRecipientOnce: true };
	const outcome = await send({ to: messages(AYU, BUDI, CITRA, AYU), options });
	expect(outcome.items.slice(1).map(({ json }) => json)).toEqual(
		[
			['neverSendTo', BUDI],
			['onlySendTo', CITRA],
			['duplicate', AYU],
		].map(([reason, recipient]) => {
			return { success: false, skipped: true, reason, recipient, recipientType: 'phone' };
		}),
	);
	const message =
		'Accepted: 1 of 4. 3 were skipped: 1 on the list Unsubscribed, 1 not on the list team, 1 twice.';
	expect(hintsOf(outcome)).toEqual([{ message, location: 'outputPane' }]);
});

/** What is read of a row, and what is refused: see unit/stopLists.test.ts. */
test.each<[string, string, object]>([
	['neverSendTo', `Never Send To${PREVENTED}: List none was not found`, listOf('none')],
	['onlySendTo', `Only Send To${PREVENTED}: No answer from 127.0.0.1:`, listOf('slow')],
	['neverSendTo', 'Never Send To: row 2 of the list L: "0812345678" is no phone', listOf('L')],
	['neverSendTo', 'Never Send To: row 1 of Items: "0812-34" is no phone', numbersOf(BAD_ROWS)],
	['neverSendTo', 'Never Send To gives one number alone', numbersOf(DRAGGED)],
])('What %s cannot compare is named, and nothing is sent: %s', async (name, words, list) => {
	put({ L: [BUDI, '0812345678'], slow: [] });
	if (words.includes('No answer')) holder.sandbox.latency = 5000;
	const parameters = { requestOptions: { timeout: 200 } };
	const broadcast = { options: { [name]: list }, parameters };
	const { error } = await send(broadcast);
	expect(error?.message.slice(0, words.length)).toBe(words);
	expect(failedOf(await send({ ...broadcast, onError }))).toHaveLength(3);
	expect(arrivals()).toEqual([]);
});

test('One hint counts the rows without a number, also in the try that n8n shows', async () => {
	const rows = [{ name: 'Ayu' }, { phone: null }, { age: 41 }, BUDI];
	const retried = { retryOnFail: true, faults: { 0: [NO_SIGNAL] } };
	const outcome = await send({ options: { neverSendTo: given(rows) }, ...retried });
	expect(hintTexts(outcome)).toEqual([
		'3 rows of Never Send To without a phone number: ignored.',
		'Accepted: 2 of 3. 1 was skipped: 1 in Never Send To.',
	]);
});

test('A faulty stop list is shown in a dry run, and a changed one holds in Retry', async () => {
	const faulty = { neverSendTo: numbersOf('Budi'), dryRun: true };
	expect(resultsOf(await send({ options: faulty }))).toBe('failed failed failed');
	const retryOf = await send({ faults: { 0: ['cut-after'] } });
	const now = { neverSendTo: numbersOf(`${BUDI}, ${AYU}`) };
	const outcome = await send({ options: now, retryOf, useCurrent: true });
	expect(story(outcome)).toBe('0 2: neverSendTo? neverSendTo sent');
});

const options = { neverSendTo: listOf('L') };

test('A list of 100,000 contacts is read once for a run, and not stored', async () => {
	put({ L: [AYU, ...Array.from({ length: 100_000 }, (_, at) => String(6282100000000 + at))] });
	const outcome = await send({ batches: Array(2).fill(recipients(2)), options });
	expect(story(outcome)).toBe('1 1: neverSendTo sent neverSendTo sent');
	expect(asked(holder.sandbox)).toHaveLength(2);
	expect(JSON.stringify(outcome.run.data.executionData?.contextData).length).toBeLessThan(5000);
});

test('A list that could not be read is read again by the next try', async () => {
	put({ L: [BUDI] });
	holder.sandbox.onLists = () =>
		asked(holder.sandbox).length > 1 ? undefined : { status: 500, body: 'Out of order' };
	const outcome = await send({ options, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
	expect(resultsOf(outcome)).toBe('sent neverSendTo sent');
	expect(asked(holder.sandbox)).toHaveLength(2);
});

/** The recipient of the second message joins the list while the first one is sent. */
test.each([
	['not within ten minutes', '2036-12-01T09:09:50', 'sent sent neverSendTo', 1],
	['once it is ten minutes old', '2036-12-01T09:10:10', 'sent neverSendTo sent', 2],
])('A list is read again during a run: %s', async (_what, time, expected, reads) => {
	clock.set('2036-12-01T09:00');
	put({ L: [CITRA] });
	holder.sandbox.onSend = () => {
		put({ L: [BUDI] });
		clock.set(time);
		return undefined;
	};
	expect(resultsOf(await send({ options }))).toBe(expected);
	expect(asked(holder.sandbox)).toHaveLength(reads);
});
