import { AYU, BUDI, CITRA, hintsOf, messages, NO_SIGNAL, numbersOf } from './broadcasts';
import { putLists, resultsOf, useBroadcasts, useClock } from './broadcasts';
import { listById, listRequests, recipients } from './sandbox';

const { holder, send, arrivals, summaryOf } = useBroadcasts();
const clock = useClock();
const GROUP = '120363025246125486@g.us';
const onError = 'continueRegularOutput';
const put = (lists: Record<string, string[]>) => putLists(holder.sandbox, lists);
const readsOfLists = () => listRequests(holder.sandbox).length;
const fromExpression = (value: unknown) =>
	numbersOf(`={{ ${JSON.stringify(value).replaceAll('}', '} ')} }}`);

/** What is read of a row, and what is refused: unit/stopLists.test.ts. */
const ROWS = [
	{ json: { sms: '0812-0000-1000', city: 'Bogor' }, pairedItem: 0 },
	{ chats: [GROUP] },
];
test.each<[string, object, number]>([
	['a list', listById('L'), 1],
	['text', numbersOf(`; 0812-0000-1000;\r\n\n120363025246125486@G.US\n,`), 0],
	['rows', fromExpression(ROWS), 0],
])('Stop lists compare phones and groups with %s', async (_what, list, reads) => {
	put({ L: ['081200001000', '120363025246125486'] });
	const to = messages('+62 812-0000-1000', BUDI, GROUP, 'other@g.us');
	const recipientType = '={{ $json.phone.includes("@") ? "group" : "phone" }}';
	const parameters = { recipientType, groupId: '={{ $json.phone }}' };
	const resultsWith = async (name: string) =>
		resultsOf(await send({ to, parameters, options: { [name]: list, countryCode: '62' } }));
	expect(await resultsWith('neverSendTo')).toBe('neverSendTo sent neverSendTo sent');
	expect(listRequests(holder.sandbox)).toEqual(Array(reads).fill('/lists/L?all=true'));
	expect(await resultsWith('onlySendTo')).toBe('sent onlySendTo sent onlySendTo');
});

test('Never Send To wins over Only Send To, and a hint says who was skipped', async () => {
	put({ stop: [BUDI], team: [AYU, BUDI] });
	const neverSendTo = { ...listById('stop'), mode: 'list', cachedResultName: 'Unsubscribed (2)' };
	const options = { neverSendTo, onlySendTo: listById('team'), eachRecipientOnce: true };
	const outcome = await send({ to: messages(AYU, BUDI, CITRA, AYU), options });
	const rowFor = (recipient: string, reason: string) => {
		return { success: false, skipped: true, reason, recipient, recipientType: 'phone' };
	};
	expect(outcome.items.slice(1).map(({ json }) => json)).toEqual([
		rowFor(BUDI, 'neverSendTo'),
		rowFor(CITRA, 'onlySendTo'),
		rowFor(AYU, 'duplicate'),
	]);
	expect(hintsOf(outcome)).toEqual([
		'Accepted: 1 of 4. 3 were skipped: 1 on the list Unsubscribed, 1 not on the list team, 1 twice.',
	]);
});

/** Skips the time between two reads of a list. */
function skipWaits() {
	const { setTimeout } = globalThis;
	const waits: unknown[] = [];
	const withoutWait = (work: () => void, ms?: number) => {
		const isWait = ms === 1000 || ms === 3000;
		if (isWait) waits.push(ms);
		return setTimeout(work, isWait ? 0 : ms);
	};
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(withoutWait as typeof setTimeout);
	return waits;
}

const PREVENTED = ` could not be checked, so nothing was sent to ${AYU}`;
const BAD_ROWS = "={{ $('Items').all().map(({ json }) => ({ ...json, 'Cell 2': '0812-34' })) }}";

test.each<[string, string, object]>([
	['neverSendTo', `Never Send To${PREVENTED}: List none was not found`, listById('none')],
	['onlySendTo', `Only Send To${PREVENTED}: No answer from 127.0.0.1:`, listById('slow')],
	['neverSendTo', 'Never Send To: "0812-34" of the list L is not a phone number', listById('L')],
	['neverSendTo', 'Never Send To: "0812-34" of Items is not a phone number', numbersOf(BAD_ROWS)],
])('Nothing is sent if %s cannot be read: %s', async (name, words, list) => {
	skipWaits();
	put({ L: [BUDI, '0812-34'], slow: [] });
	if (words.includes('No answer')) holder.sandbox.latency = 5000;
	const parameters = { requestOptions: { timeout: 200 } };
	const broadcast = { options: { [name]: list }, parameters };
	const { error } = await send(broadcast);
	expect(error?.message.slice(0, words.length)).toBe(words);
	expect((await send({ ...broadcast, onError })).items).toHaveLength(3);
	expect(arrivals()).toEqual([]);
});

test('A hint counts the rows without a number once, also in the try that n8n shows', async () => {
	const rows = [{ name: 'Ayu' }, { phone: null }, { age: 41 }, BUDI];
	const retried = { retryOnFail: true, faults: { 0: [NO_SIGNAL] } };
	const outcome = await send({ options: { neverSendTo: fromExpression(rows) }, ...retried });
	expect(hintsOf(outcome)).toEqual([
		'Ignored 3 rows of Never Send To without a phone number.',
		'Accepted: 2 of 3. 1 was skipped: 1 in Never Send To.',
	]);
});

test('A dry run shows that a stop list is invalid, and a retry reads a changed one', async () => {
	const faulty = { neverSendTo: numbersOf('Budi'), dryRun: true };
	expect(resultsOf(await send({ options: faulty }))).toBe('invalid invalid invalid');
	const retryOf = await send({ faults: { 0: ['cut-after'] } });
	const changed = { neverSendTo: numbersOf(`${BUDI}, ${AYU}`) };
	const outcome = await send({ options: changed, retryOf });
	expect(summaryOf(outcome)).toBe('0 2: neverSendTo? neverSendTo sent');
});

const options = { neverSendTo: listById('L') };

test('A list of 100,000 contacts is read once for an execution, and not stored', async () => {
	put({
		L: [AYU, ...Array.from({ length: 100_000 }, (_, index) => String(6282100000000 + index))],
	});
	const outcome = await send({ batches: Array(2).fill(recipients(2)), options });
	expect(summaryOf(outcome)).toBe('1 1: neverSendTo sent neverSendTo sent');
	expect(readsOfLists()).toBe(1);
	expect(JSON.stringify(outcome.run.data.executionData?.contextData).length).toBeLessThan(5000);
});

test.each([
	['is read again', 2, 'sent neverSendTo sent'],
	['fails for the run, but not for the next one', 3, 'rejected rejected rejected'],
])('A list that could not be read %s', async (_what, failures, results) => {
	const waits = skipWaits();
	put({ L: [BUDI] });
	holder.sandbox.onLists = () => (readsOfLists() > failures ? undefined : { status: 500 });
	const batches = [recipients(3), recipients(3)];
	const outcome = await send({ batches, options, onError });
	expect(resultsOf(outcome)).toBe(`${results} sent neverSendTo sent`);
	expect(readsOfLists()).toBe(failures + 1);
	expect(waits).toEqual([1000, 3000]);
});

/** The recipient of the second message joins the list while the first one is sent. */
test.each([
	['not within ten minutes', '2036-12-01T09:09:50', 'sent sent neverSendTo', 1],
	['once it is ten minutes old', '2036-12-01T09:10:10', 'sent neverSendTo sent', 2],
])('A run reads a list again: %s', async (_what, time, results, reads) => {
	clock.set('2036-12-01T09:00');
	put({ L: [CITRA] });
	holder.sandbox.onSend = () => {
		put({ L: [BUDI] });
		clock.set(time);
		return undefined;
	};
	expect(resultsOf(await send({ options }))).toBe(results);
	expect(readsOfLists()).toBe(reads);
});
