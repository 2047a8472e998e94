import type { INodeParameters } from 'n8n-workflow';
import { asked, phone, recipients, useBroadcasts } from './sandbox';

const { holder, send, fail, arrivals } = useBroadcasts();
const LIST = 'unsubscribed';
const [AYU, BUDI, CITRA] = [0, 1, 2].map(phone);
const neverSendTo = { __rl: true, mode: 'list', value: LIST, cachedResultName: 'Unsubscribed (2)' };
const never = { options: { neverSendTo, countryCode: '62' } };

const messages = (...numbers: string[]) =>
	numbers.map((number) => ({ json: { phone: number, text: 'Hello' } }));

/** Puts these contacts, and these groups, on the list of Never Send To. */
function stop(contacts: string[], groups: string[] = []) {
	const entry = (is_group: boolean) => (id: string) => ({ name: 'Somebody', phone: id, is_group });
	const entries = [...contacts.map(entry(false)), ...groups.map(entry(true))];
	holder.sandbox.lists = [{ id: LIST, title: 'Unsubscribed', contacts: entries }] as never;
}

/** That it holds in loops and all kinds of retries, however a number is written: see ledger/. */
describe('Never Send To', () => {
	const skipped = (recipient: string, recipientType = 'phone') => ({
		json: { success: false, skipped: true, reason: 'neverSendTo', recipient, recipientType },
		pairedItem: { item: 0 },
	});

	test.each(['turns', 'routing'] as const)(
		'sends nothing to contacts and groups of the list (%s)',
		async (runsBy) => {
			stop(['081200000000'], ['120363025246125486']);
			const toGroup = { ...never, recipientType: 'group', groupId: '={{ $json.phone }}' };
			const to = async (recipient: string, parameters: INodeParameters) =>
				(await send(messages(recipient), { runsBy, parameters })).items;
			expect(await to('+62 812-0000-0000', never)).toEqual([skipped(AYU)]);
			const group = '120363025246125486@g.us';
			expect(await to(group, toGroup)).toEqual([skipped(group, 'group')]);
			expect(await to(BUDI, never)).toMatchObject([{ json: { recipient: BUDI } }]);
			expect(await to('other@g.us', toGroup)).toMatchObject([{ json: { success: true } }]);
			expect(holder.sandbox.accepted).toHaveLength(2);
		},
	);

	test('says in the output panel how many were skipped, and why', async () => {
		stop([AYU, CITRA]);
		const options = { neverSendTo, eachRecipientOnce: true };
		const parameters = { options, simplify: false };
		const { run } = await send(messages(AYU, BUDI, CITRA, BUDI), { parameters });
		const message = '3 of 4 were skipped: 2 on the list Unsubscribed, 1 twice';
		const [{ hints }] = run.data.resultData.runData.Sender;
		expect(hints).toEqual([{ message, location: 'outputPane' }]);
		const repeated = await send(messages(BUDI, BUDI), {
			parameters: { options: { eachRecipientOnce: true } },
		});
		const [{ hints: other }] = repeated.run.data.resultData.runData.Sender;
		expect(other).toMatchObject([{ message: '1 of 2 were skipped: 1 twice' }]);
	});

	test('says so too where the expression of the list fails for another item', async () => {
		stop([BUDI]);
		const value = `={{ $itemIndex === 0 ? $("No such node").item : "${LIST}" }}`;
		const parameters = { options: { neverSendTo: { ...neverSendTo, mode: 'id', value } } };
		const { items, run } = await send(messages(AYU, BUDI, CITRA), {
			parameters,
			onError: 'continueRegularOutput',
		});
		expect(items).toMatchObject([
			{ json: { error: expect.stringContaining("Referenced node doesn't exist") } },
			{ json: { skipped: true, recipient: BUDI } },
			{ json: { success: true, recipient: CITRA } },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(arrivals()).toEqual([2]);
		const [{ hints, error }] = run.data.resultData.runData.Sender;
		expect(error).toBeUndefined();
		expect(hints).toMatchObject([{ message: '1 of 3 were skipped: 1 on the list Unsubscribed' }]);
	});

	const checked = `Never Send To could not be checked, so nothing was sent to ${AYU}: `;
	test.each<[string, object, string, string[]?]>([
		['is not there', neverSendTo, `${checked}List unsubscribed was not found`],
		['is not chosen', { ...neverSendTo, value: '' }, 'Never Send To is empty'],
		['has no result', { ...neverSendTo, value: '={{ $json.none }}' }, 'Never Send To is empty'],
		['has no result at all', '={{ $json.none }}' as never, 'Never Send To is empty'],
		[
			'has an entry that cannot be compared',
			neverSendTo,
			`${checked}an entry of the list cannot be compared. Phone "0812345678" starts with 0`,
			['0812345678'],
		],
		[
			'has an entry without a phone',
			neverSendTo,
			`${checked}an entry of the list cannot be compared. It has no phone: correct or remove it there`,
			[''],
		],
	])('sends nothing where the list %s', async (_case, list, message, entries = []) => {
		if (entries.length > 0) stop(entries);
		else holder.sandbox.lists = [];
		const parameters = { options: { neverSendTo: list as typeof neverSendTo } };
		for (const runsBy of ['turns', 'routing'] as const) {
			const { error } = await send(1, { parameters, runsBy });
			expect(error?.message.slice(0, message.length)).toBe(message);
		}
		holder.sandbox.requests.splice(0);
		const { items } = await send(3, { parameters, onError: 'continueRegularOutput' });
		const ofList = { json: { error: expect.stringMatching(/^Never Send To/) } };
		expect(items).toMatchObject([ofList, ofList, ofList]);
		expect(arrivals()).toEqual([]);
		expect(asked(holder.sandbox).length).toBeLessThanOrEqual(1);
	});

	test('counts skipped items where the run stops, and reads the list again in a retry', async () => {
		stop([AYU]);
		fail({ 2: ['cut-before'] });
		const retryOf = await send(5, { parameters: never });
		expect(retryOf.error?.description).toContain('Accepted: 1 of 5. Skipped: 1. Not sent: 2.');
		stop([AYU, phone(4)]);
		await send(5, { parameters: never, retryOf });
		expect(arrivals()).toEqual([1, 2, 2, 3]);
	});

	test('is read once in all rounds of a loop, and 100,000 contacts are not stored', async () => {
		stop([AYU, ...Array.from({ length: 100_000 }, (_, index) => String(6282100000000 + index))]);
		const batches = Array(3).fill(recipients(2));
		const { error, run } = await send(0, { batches, parameters: never });
		expect(error).toBeUndefined();
		expect(arrivals()).toEqual([1, 1, 1]);
		expect(asked(holder.sandbox)).toEqual([`/lists/${LIST}?all=true`]);
		expect(JSON.stringify(run.data.executionData?.contextData).length).toBeLessThan(5000);
	});
});
