import type { INodeExecutionData } from 'n8n-workflow';
import { NO_SIGNAL, phone, recipients, useBroadcasts } from './sandbox';

const { holder, send, fail, arrivals } = useBroadcasts();
const atMost = (maxPerExecution: unknown, more = {}) => ({
	parameters: { options: { maxPerExecution, ...more } as never },
});
const reasons = (items: INodeExecutionData[]) => items.map(({ json }) => json.reason);
const skips = (count: number) => Array<string>(count).fill('maxPerExecution');
const onError = 'continueRegularOutput';

describe('Max Messages per Execution', () => {
	test('skips the rest, and says so', async () => {
		const { items, run } = await send(5, atMost(2));
		expect(arrivals()).toEqual([0, 1]);
		expect(reasons(items)).toEqual([undefined, undefined, ...skips(3)]);
		expect(items[4].json).toEqual({
			...{ success: false, skipped: true, reason: 'maxPerExecution' },
			...{ recipient: phone(4), recipientType: 'phone' },
		});
		const [{ hints }] = run.data.resultData.runData.Sender;
		expect(hints).toMatchObject([{ message: '3 of 5 were skipped: 3 over the maximum' }]);
	});

	test.each(['turns', 'routing'] as const)('holds in all rounds of a loop (%s)', async (runsBy) => {
		const batches = recipients(4).map((item) => [item]);
		await send(0, { batches, runsBy, ...atMost('={{ 2 }}') });
		expect(arrivals()).toEqual([0, 1]);
	});

	test('does not count what the service rejects, and counts what may have been sent', async () => {
		fail({ 0: NO_SIGNAL, 1: 'cut-before' });
		const { items } = await send(4, { ...atMost(2), onError });
		expect(arrivals()).toEqual([0, 1, 2]);
		expect(reasons(items)).toEqual([undefined, undefined, undefined, 'maxPerExecution']);
	});

	test('waits while a message in flight could free a place', async () => {
		fail({ 1: { delay: 100, status: 500, body: 'No signal' }, 2: { delay: 200 } });
		const { items } = await send(6, { ...atMost(3, { concurrency: 10 }), onError });
		expect(arrivals()).toEqual([0, 1, 2, 3]);
		expect(items[1].json.error).toContain('No signal');
		expect(reasons(items).slice(4)).toEqual(skips(2));
	});

	test('counts what earlier attempts have sent, in both kinds of retry', async () => {
		fail({ 1: [NO_SIGNAL] });
		const again = await send(4, { ...atMost(3), retryOnFail: true });
		expect([arrivals(), reasons(again.items)]).toEqual([
			[0, 1, 1, 2],
			[undefined, undefined, undefined, 'maxPerExecution'],
		]);
		holder.sandbox.reset();
		fail({ 2: [NO_SIGNAL] });
		const retryOf = await send(4, atMost(3));
		const { items } = await send(4, { ...atMost(3), retryOf });
		expect([arrivals(), reasons(items)[3]]).toEqual([[0, 1, 2, 2], 'maxPerExecution']);
	});

	test('of a message that may have been sent sends it no second time, and says so', async () => {
		fail({ 0: ['cut-after'] });
		const { items } = await send(1, { ...atMost(1), retryOnFail: true, onError });
		expect(arrivals()).toEqual([0]);
		const warning = `An earlier attempt may already have been sent to ${phone(0)}`;
		expect(items).toMatchObject([{ json: { reason: 'maxPerExecution', warning } }]);
	});

	test('is the same one to reach each recipient once', async () => {
		const items = [...recipients(1), ...recipients(3)];
		const { items: output } = await send(items, atMost(2, { eachRecipientOnce: true }));
		expect(arrivals()).toEqual([0, 1]);
		expect(reasons(output)).toEqual([undefined, 'duplicate', undefined, 'maxPerExecution']);
	});

	test.each([0, -1, 0.5, '', 'many', null, true, '={{ $json.none }}'])(
		'that is %p is refused by name, and nothing is sent',
		async (maximum) => {
			for (const runsBy of ['turns', 'routing'] as const) {
				const { error } = await send(1, { ...atMost(maximum), runsBy });
				expect(error?.message).toMatch(
					/^Max Messages per Execution ".*" is not a number of messages: enter 1 or more/,
				);
			}
			expect(arrivals()).toEqual([]);
		},
	);
});
