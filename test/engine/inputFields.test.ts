import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { AYU, BUDI, CITRA, messages, NO_SIGNAL, useBroadcasts } from './broadcasts';

const { holder, send, arrivals, story } = useBroadcasts();
const on = { includeInputFields: true };
/** What was written back into a sheet. */
const yesterday = {
	success: true,
	recipient: '-',
	recipientType: '-',
	status: 200,
	response: 'OK',
	skipped: true,
	reason: '-',
	scheduledFor: '-',
	warning: '-',
	meantFor: '-',
	dryRun: true,
	wouldSend: true,
	body: {},
	error: 'of the sheet',
};
/** Rows of the sheet. */
const rows = (...numbers: unknown[]) =>
	messages(...numbers).map(({ json }, index) => {
		return { json: { ...json, row_number: index + 2, ...yesterday } as IDataObject };
	});
const inputOf = (index: number, number: unknown) => ({
	phone: number,
	text: 'Hello',
	row_number: index + 2,
});
const sent = (index: number, number: string) => ({
	...inputOf(index, number),
	success: true,
	recipient: number,
	recipientType: 'phone',
	status: 200,
	response: 'OK',
});
const skipped = (index: number, number: string, reason: string) => ({
	...inputOf(index, number),
	success: false,
	skipped: true,
	reason,
	recipient: number,
	recipientType: 'phone',
});
const REFUSED = {
	success: false,
	error: expect.stringContaining('Phone "nobody"'),
	reason: 'invalid',
	recipient: '',
	recipientType: '',
};
const rejected = (recipient: string) => ({
	success: false,
	error: expect.stringContaining('No signal'),
	reason: 'rejected',
	recipient,
	recipientType: 'phone',
	status: 500,
});
const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

describe('Include Input Fields', () => {
	test('puts the fields of the input item first in each output item, and its own fields win', async () => {
		const options = { ...on, eachRecipientOnce: true };
		const to = rows(AYU, 'nobody', AYU, BUDI, CITRA);
		const broadcast = { to, options, faults: { 1: NO_SIGNAL } };
		const { items } = await send({ ...broadcast, onError: 'continueRegularOutput' });
		expect(jsonOf(items)).toEqual([
			sent(0, AYU),
			{ ...inputOf(1, 'nobody'), ...REFUSED },
			skipped(2, AYU, 'duplicate'),
			{ ...inputOf(3, BUDI), ...rejected(BUDI) },
			sent(4, CITRA),
		]);
		expect(Object.keys(items[0].json)[0]).toBe('phone');
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
	});

	test("leaves failed items of n8n's error output to n8n, which adds the fields itself", async () => {
		const broadcast = { to: rows(AYU, 'nobody', BUDI), faults: { 1: NO_SIGNAL } };
		for (const options of [on, {}]) {
			const more = { options, onError: 'continueErrorOutput' } as const;
			const { items, errors } = await send({ ...broadcast, ...more });
			expect(items).toHaveLength(1);
			expect(jsonOf(errors)).toEqual([
				{ ...inputOf(1, 'nobody'), ...yesterday, ...REFUSED },
				{ ...inputOf(2, BUDI), ...yesterday, ...rejected(BUDI) },
			]);
		}
	});

	test('is on or off for an item by an expression, which is refused before anything of it is sent', async () => {
		const values = [true, 'FALSE', 1, 0, 'maybe', true];
		const options = { includeInputFields: `={{ ${JSON.stringify(values)}[$itemIndex] }}` };
		const outcome = await send({ to: values.length, options, onError: 'continueRegularOutput' });
		expect(story(outcome)).toBe('0 1 2 3 5: sent sent sent sent failed sent');
		expect(outcome.items.map(({ json }) => 'text' in json)).toEqual(
			values.map((value) => value === true || value === 1),
		);
		expect(outcome.items[4].json.error).toBe(
			'Include Input Fields "maybe" is neither true nor false: use true or false',
		);
	});

	test('does not make Retry On Fail send again, and stores nothing of the input', async () => {
		const again = { to: rows(AYU, BUDI), options: on, retryOnFail: true };
		expect(jsonOf((await send(again)).items)).toEqual([sent(0, AYU), sent(1, BUDI)]);
		expect(arrivals()).toEqual([0, 1]);
		const retryOf = await send({ to: rows(AYU, BUDI), options: on, faults: { 1: [NO_SIGNAL] } });
		expect(JSON.stringify(retryOf.run.data.executionData!.contextData)).not.toContain('row_number');
		const { items } = await send({ to: rows(AYU, BUDI), options: on, retryOf });
		expect(jsonOf(items)).toEqual([sent(0, AYU), sent(1, BUDI)]);
		expect(arrivals().slice(2)).toEqual([0, 1, 1]);
	});

	test('holds in a dry run, and in each iteration of a loop', async () => {
		const dry = await send({ to: rows(AYU, 'nobody'), options: { ...on, dryRun: true } });
		expect(jsonOf(dry.items)).toMatchObject([
			{ ...inputOf(0, AYU), recipient: AYU, wouldSend: true },
			{ ...inputOf(1, 'nobody'), text: '', recipient: '', wouldSend: false },
		]);
		const plan = ['recipient', 'text', 'reason', 'wouldSend', 'recipientType', 'body', 'dryRun'];
		for (const { json } of dry.items) {
			expect(Object.keys(json)).toEqual([...plan, 'phone', 'row_number']);
		}
		const looped = await send({ batches: [rows(AYU), rows(BUDI)], options: on });
		expect(jsonOf(looped.items)).toEqual([sent(0, BUDI)]);
		expect(holder.sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
	});
});
