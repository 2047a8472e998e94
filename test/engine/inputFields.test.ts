import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { AYU, BUDI, messages, NO_SIGNAL, useBroadcasts } from './broadcasts';

const { send, arrivals, story } = useBroadcasts();
const options = { includeInputFields: true };
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
const rows = (...numbers: string[]) =>
	messages(...numbers).map(({ json }) => {
		return { json: { ...json, row_number: 2, ...yesterday } as IDataObject };
	});
const input = (phone: string) => ({ phone, text: 'Hello', row_number: 2 });
const to = (recipient: string) => ({ recipient, recipientType: 'phone' });
const sent = (number: string) => ({
	...input(number),
	...to(number),
	success: true,
	status: 200,
	response: 'OK',
});
const FAILED = {
	success: false,
	error: expect.stringContaining('"nobody"'),
	reason: 'invalid',
	recipient: '',
	recipientType: '',
};
const REJECTED = {
	...to(BUDI),
	success: false,
	error: expect.stringContaining('No signal'),
	reason: 'rejected',
	status: 500,
};
const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

describe('Include Input Fields', () => {
	test('puts the fields of the input item first in each output item, and its own fields win', async () => {
		const { items } = await send({
			to: rows(AYU, 'nobody', AYU, BUDI),
			options: { ...options, eachRecipientOnce: true },
			faults: { 1: NO_SIGNAL },
			onError: 'continueRegularOutput',
		});
		const skipped = { success: false, skipped: true, reason: 'duplicate' };
		expect(jsonOf(items)).toEqual([
			sent(AYU),
			{ ...input('nobody'), ...FAILED },
			{ ...input(AYU), ...to(AYU), ...skipped },
			{ ...input(BUDI), ...REJECTED },
		]);
		expect(Object.keys(items[0].json)[0]).toBe('phone');
	});

	test("leaves failed items of n8n's error output to n8n, which adds the fields itself", async () => {
		const broadcast = { to: rows(AYU, 'nobody', BUDI), faults: { 1: NO_SIGNAL } };
		for (const added of [options, {}]) {
			const onError = 'continueErrorOutput';
			const { items, errors } = await send({ ...broadcast, options: added, onError });
			expect(items).toHaveLength(1);
			expect(jsonOf(errors)).toEqual([
				{ ...input('nobody'), ...yesterday, ...FAILED },
				{ ...input(BUDI), ...yesterday, ...REJECTED },
			]);
		}
	});

	test('is on or off for an item by an expression, which is refused before anything of it is sent', async () => {
		const values = [true, 'FALSE', 'maybe'];
		const byItem = { includeInputFields: `={{ ${JSON.stringify(values)}[$itemIndex] }}` };
		const outcome = await send({ options: byItem, onError: 'continueRegularOutput' });
		expect(story(outcome)).toBe('0 1: sent sent failed');
		expect(outcome.items.map(({ json }) => 'text' in json)).toEqual([true, false, false]);
		expect(outcome.items[2].json.error).toMatch(/^Include Input Fields "maybe" is neither true/);
	});

	test('does not make Retry On Fail send again, and stores nothing of the input', async () => {
		const broadcast = { to: rows(AYU, BUDI), options };
		const { items } = await send({ ...broadcast, retryOnFail: true });
		expect(jsonOf(items)).toEqual([sent(AYU), sent(BUDI)]);
		expect(arrivals()).toEqual([0, 1]);
		const retryOf = await send({ ...broadcast, faults: { 1: [NO_SIGNAL] } });
		expect(JSON.stringify(retryOf.run.data.executionData!.contextData)).not.toContain('row_number');
		expect(jsonOf((await send({ ...broadcast, retryOf })).items)).toEqual([sent(AYU), sent(BUDI)]);
	});

	test('adds them behind the plan of a dry run', async () => {
		const { items } = await send({ to: rows('nobody'), options: { ...options, dryRun: true } });
		expect(items[0].json).toMatchObject({ phone: 'nobody', text: '', wouldSend: false });
		const plan = ['recipient', 'text', 'reason', 'wouldSend', 'recipientType', 'body', 'dryRun'];
		expect(Object.keys(items[0].json)).toEqual([...plan, 'phone', 'row_number']);
	});
});
