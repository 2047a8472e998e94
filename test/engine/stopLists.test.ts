import { AYU, BUDI, CITRA, fates, hintsOf, listOf, messages } from './broadcasts';
import { putLists, useBroadcasts, useClock } from './broadcasts';
import type { Outcome } from './run';
import { asked, failedOf, recipients } from './sandbox';

const { holder, send, arrivals, story } = useBroadcasts();
const clock = useClock();
const GROUP = '120363025246125486@g.us';
const PATHS = ['turns', 'routing'] as const;
const onError = 'continueRegularOutput';
/** The routing is a tool's, where a failure is an item. */
const messageOf = ({ error, items }: Outcome) => String(error?.message ?? items[0].json.error);
const put = (lists: Record<string, string[]>) => putLists(holder.sandbox, lists);

describe.each([
	['Never Send To', 'neverSendTo', 'neverSendTo sent neverSendTo sent'],
	['Only Send To', 'onlySendTo', 'sent onlySendTo sent onlySendTo'],
])('%s', (label, name, expected) => {
	const options = { [name]: listOf('L'), countryCode: '62' };

	/** By the turns: see broadcast.property.test.ts. */
	test('compares contacts and groups with its list, read once, by the routing', async () => {
		put({ L: ['081200001000', '120363025246125486'] });
		const to = ['+62 812-0000-1000', BUDI, GROUP, 'other@g.us'];
		const recipientType = '={{ $json.phone.includes("@") ? "group" : "phone" }}';
		const parameters = { recipientType, groupId: '={{ $json.phone }}' };
		const batches = messages(...to).map((item) => [item]);
		const outcome = await send({ batches, runsBy: 'routing', parameters, options });
		expect(fates(outcome)).toBe(expected);
		expect(holder.sandbox.accepted).toHaveLength(2);
		expect(asked(holder.sandbox)).toEqual(['/lists/L?all=true']);
	});

	test.each<[string, string, number, string]>([
		['is not there', 'none', 0, 'List none was not found'],
		['does not come in time', 'L', 60_000, 'No answer from 127.0.0.1:'],
	])('sends nothing where its list %s', async (_case, id, latency, reason) => {
		put({ L: [BUDI] });
		holder.sandbox.latency = latency;
		const words = `${label} could not be checked, so nothing was sent to ${AYU}: ${reason}`;
		const parameters = { requestOptions: { timeout: 200 } };
		const own = { options: { [name]: listOf(id) }, parameters };
		for (const runsBy of PATHS) {
			const message = messageOf(await send({ to: 1, ...own, runsBy }));
			expect(message.slice(0, words.length)).toBe(words);
		}
		holder.sandbox.requests.splice(0);
		expect(failedOf(await send({ ...own, onError }))).toHaveLength(3);
		expect(arrivals()).toEqual([]);
		expect(asked(holder.sandbox)).toHaveLength(1);
	});
});

test('Never Send To goes before Only Send To, and a hint says who was skipped, and why', async () => {
	put({ stop: [BUDI], team: [AYU, BUDI] });
	const neverSendTo = { ...listOf('stop'), mode: 'list', cachedResultName: 'Unsubscribed (2)' };
	const options = { neverSendTo, onlySendTo: listOf('team'), eachRecipientOnce: true };
	const to = messages(AYU, BUDI, CITRA, AYU);
	const outcome = await send({ to, options });
	expect(outcome.items.slice(1).map(({ json }) => json)).toEqual(
		[
			['neverSendTo', BUDI],
			['onlySendTo', CITRA],
			['duplicate', AYU],
		].map(([reason, recipient]) => {
			return { success: false, skipped: true, reason, recipient, recipientType: 'phone' };
		}),
	);
	expect(asked(holder.sandbox)).toEqual(['/lists/stop?all=true', '/lists/team?all=true']);
	const message =
		'Accepted: 1 of 4. 3 were skipped: 1 on the list Unsubscribed, 1 not on the list team, 1 twice.';
	expect(hintsOf(outcome)).toEqual([{ message, location: 'outputPane' }]);
});

test('Never Send To with an entry that is no number sends nothing, and names it and its list', async () => {
	put({ L: [BUDI, '0812345678'] });
	const neverSendTo = { ...listOf('L'), mode: 'list', cachedResultName: 'Left (2)' };
	for (const runsBy of PATHS) {
		const outcome = await send({ to: 1, options: { neverSendTo }, runsBy });
		const message = messageOf(outcome);
		expect(message).toMatch(/^Never Send To could not be checked, so nothing was sent to/);
		for (const word of ['Phone "0812345678"', 'Left']) expect(message).toContain(word);
		if (runsBy === 'turns') expect(outcome.error?.description).toMatch(/correct|remove/i);
	}
	expect(failedOf(await send({ options: { neverSendTo }, onError }))).toHaveLength(3);
	expect(arrivals()).toEqual([]);
});

const options = { neverSendTo: listOf('L') };

test('A list of 100,000 contacts is read once in all rounds of a loop, and not stored', async () => {
	put({ L: [AYU, ...Array.from({ length: 100_000 }, (_, at) => String(6282100000000 + at))] });
	const outcome = await send({ batches: Array(3).fill(recipients(2)), options });
	expect(story(outcome)).toBe('1 1 1: neverSendTo sent neverSendTo sent neverSendTo sent');
	expect(asked(holder.sandbox)).toEqual(['/lists/L?all=true']);
	expect(JSON.stringify(outcome.run.data.executionData?.contextData).length).toBeLessThan(5000);
});

test('A list that could not be read is read again by the next try', async () => {
	put({ L: [BUDI] });
	holder.sandbox.onLists = () =>
		asked(holder.sandbox).length > 1 ? undefined : { status: 500, body: 'Out of order' };
	const outcome = await send({ options, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
	expect(fates(outcome)).toBe('sent neverSendTo sent');
	expect(asked(holder.sandbox)).toHaveLength(2);
});

/** The recipient of the second message joins the list while the first one is sent. */
describe('A list that changes during a broadcast', () => {
	const [JUST, LATER] = ['2036-12-01T09:09:50', '2036-12-01T09:10:10'];
	const joins = (time: string) => {
		clock.set('2036-12-01T09:00');
		put({ L: [CITRA] });
		holder.sandbox.onSend = () => {
			put({ L: [BUDI] });
			clock.set(time);
			return undefined;
		};
	};

	test.each([
		['is not read again within ten minutes', JUST, 'sent sent neverSendTo', 1],
		['is read again once it is ten minutes old', LATER, 'sent neverSendTo sent', 2],
	])('%s', async (_what, time, expected, reads) => {
		joins(time);
		expect(fates(await send({ options }))).toBe(expected);
		expect(asked(holder.sandbox)).toHaveLength(reads);
	});

	test.each([
		['is read', undefined, 'sent neverSendTo sent'],
		['cannot be read', { status: 500, body: 'Out of order' }, 'sent failed failed'],
	])('%s again after a wait for the hours', async (_what, fault, expected) => {
		joins('2036-12-01T09:05');
		holder.sandbox.onLists = () => (asked(holder.sandbox).length > 1 ? fault : undefined);
		const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
		const from = '={{ $itemIndex ? "09:06" : "09:00" }}';
		const hours = { from, to: '20:00', days, outside: 'wait' };
		setTimeout(() => clock.set('2036-12-01T09:06'), 500);
		const outcome = await send({ options: { ...options, sendHours: { hours } }, onError });
		expect(fates(outcome)).toBe(expected);
		expect(asked(holder.sandbox)).toHaveLength(2);
	});
});
