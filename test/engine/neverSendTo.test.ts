import { arrivals, asked, failing, phones, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const LIST = 'unsubscribed';
const [AYU, BUDI, CITRA] = phones(0, 1, 2);
const neverSendTo = { __rl: true, mode: 'list', value: LIST, cachedResultName: 'Unsubscribed (2)' };
const parameters = { options: { neverSendTo } };

/** The list of those who get nothing. */
function stopList(...entries: string[]) {
	const contacts = entries.map((phone) => ({ name: 'Somebody', phone, is_group: false }));
	holder.sandbox.lists = [{ id: LIST, title: 'Unsubscribed', contacts }] as never;
}

const messages = (...numbers: string[]) =>
	numbers.map((phone) => ({ json: { phone, text: 'Hello' } }));
const skipped = (recipient: string, recipientType = 'phone') => ({
	success: false,
	skipped: true,
	reason: 'neverSendTo',
	recipient,
	recipientType,
});

describe('Never Send To', () => {
	test('sends nothing to the contacts of the list, however either is written', async () => {
		const { sandbox } = holder;
		stopList('+62 812-0000-0000', '081200000002');
		const { items, error } = await sendTexts(sandbox, {
			items: messages('0812-0000-0000', BUDI, `+${CITRA}`),
			parameters: { options: { neverSendTo, countryCode: '62' } },
		});
		expect(error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual([BUDI]);
		expect(items).toEqual([
			{ json: skipped(AYU), pairedItem: { item: 0 } },
			expect.objectContaining({ json: expect.objectContaining({ recipient: BUDI }) }),
			{ json: skipped(CITRA), pairedItem: { item: 2 } },
		]);
		expect(asked(sandbox)).toEqual([`/lists/${LIST}?all=true`]);
	});

	test('sends nothing to the groups of the list, with and without @g.us', async () => {
		const { sandbox } = holder;
		const entry = { name: 'Group', phone: '120363025246125486', is_group: true };
		sandbox.lists = [{ id: LIST, title: 'Unsubscribed', contacts: [entry] }] as never;
		const { items } = await sendTexts(sandbox, {
			items: [{ json: { group: '120363025246125486@g.us' } }, { json: { group: 'other@g.us' } }],
			parameters: {
				...parameters,
				recipientType: 'group',
				groupId: '={{ $json.group }}',
				text: 'Hello',
			},
		});
		expect(sandbox.accepted.map(({ recipient }) => recipient)).toEqual(['other@g.us']);
		expect(items[0].json).toEqual(skipped('120363025246125486@g.us', 'group'));
	});

	test('says in the output panel how many were skipped, and why', async () => {
		stopList(AYU, CITRA);
		const { run } = await sendTexts(holder.sandbox, {
			items: messages(AYU, BUDI, CITRA, BUDI),
			parameters: { options: { neverSendTo, eachRecipientOnce: true }, simplify: false },
		});
		expect(run.data.resultData.runData.Sender[0].hints).toEqual([
			{
				message: '3 of 4 were skipped: 2 on the list Unsubscribed, 1 twice',
				location: 'outputPane',
			},
		]);
	});

	test.each([
		[
			'is not there',
			neverSendTo,
			/^Never Send To could not be checked, so nothing was sent to 6281200000000: List unsubscribed was not found/,
		],
		['is not chosen', { __rl: true, mode: 'list', value: '' }, /^Never Send To is empty/],
		[
			'comes from an expression without a result',
			{ __rl: true, mode: 'id', value: '={{ $json.none }}' },
			/^Never Send To is empty/,
		],
	])('sends nothing where the list %s', async (_, list, message) => {
		const { sandbox } = holder;
		sandbox.lists = [];
		const unreadable = { options: { neverSendTo: list } };
		const { error } = await sendTexts(sandbox, { parameters: unreadable });
		expect(error?.message).toMatch(message);

		const onError = 'continueRegularOutput' as const;
		const { items } = await sendTexts(sandbox, { parameters: unreadable, onError });
		expect(items).toHaveLength(3);
		expect(items.every(({ json }) => /^Never Send To/.test(String(json.error)))).toBe(true);
		expect(arrivals(sandbox)).toEqual([]);
		expect(asked(sandbox).length).toBeLessThanOrEqual(2);
	});

	test('sends nothing where an entry of the list cannot be compared', async () => {
		stopList('0812345678');
		const { error } = await sendTexts(holder.sandbox, { parameters });
		expect(error?.message).toMatch(
			/^Never Send To could not be checked, so nothing was sent to 6281200000000: an entry of the list cannot be compared\. Phone "0812345678" starts with 0/,
		);
		expect(arrivals(holder.sandbox)).toEqual([]);
	});

	test('counts skipped items where the run stops, and reads the list again in a retry', async () => {
		const { sandbox } = holder;
		stopList(AYU);
		sandbox.onSend = failing(CITRA, 1);
		const items = recipients(5);
		const retryOf = await sendTexts(sandbox, { items, parameters });
		expect(retryOf.error?.description).toContain(
			'Stopped at item 2 (n8n counts from 0). Accepted: 1 of 5. Skipped: 1. Not sent: 2.',
		);
		stopList(AYU, phones(4)[0]);
		await sendTexts(sandbox, { items, parameters, retryOf });
		expect(arrivals(sandbox)).toEqual(phones(1, 2, 2, 3));
	});

	test('is read once in all rounds of a loop, and 100,000 contacts are not stored', async () => {
		const { sandbox } = holder;
		stopList(AYU, ...Array.from({ length: 100_000 }, (_, at) => String(6282100000000 + at)));
		const batches = Array(3).fill(recipients(2));
		const { error, run } = await sendTexts(sandbox, { batches, parameters });
		expect(error).toBeUndefined();
		expect(arrivals(sandbox)).toEqual([BUDI, BUDI, BUDI]);
		expect(asked(sandbox)).toHaveLength(1);
		expect(JSON.stringify(run.data.executionData?.contextData).length).toBeLessThan(5000);
	});

	test('never shows the key', async () => {
		const { sandbox } = holder;
		sandbox.onLists = () => ({ status: 500, body: `Key ${sandbox.apiKey} is busy` });
		const { error } = await sendTexts(sandbox, { parameters });
		expect(error?.message).toContain('Key ••• is busy');
	});

	test('holds where n8n runs the routing, and where the list cannot be read there', async () => {
		const { sandbox } = holder;
		const send = async (phone: string) =>
			await sendTexts(sandbox, { runsBy: 'routing', items: messages(phone), parameters });
		stopList(AYU);
		expect((await send(AYU)).items[0].json).toEqual(skipped(AYU));
		await send(BUDI);
		sandbox.lists = [];
		expect((await send(CITRA)).error?.message).toMatch(/^Never Send To could not be checked/);
		expect(arrivals(sandbox)).toEqual([BUDI]);
	});
});
