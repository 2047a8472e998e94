import { AYU, BUDI, CITRA, DEWI, messages, NO_SIGNAL, resultsOf } from './broadcasts';
import { useBroadcasts, type Broadcast } from './broadcasts';
import { phone } from './sandbox';

const { holder, send, arrivals, summaryOf } = useBroadcasts();
const TESTER = phone(99);
const toTester = (options: object = {}) => ({ options: { testPhone: `+${TESTER}`, ...options } });

describe('Send Test To', () => {
	/** Other reasons to skip: broadcast.property.test.ts. */
	test('sends the first three messages to the test number, and nothing to anyone else', async () => {
		const to = messages(AYU, 'nobody', BUDI, CITRA, DEWI);
		const { items } = await send({ to, ...toTester(), onError: 'continueRegularOutput' });
		expect(arrivals()).toEqual([99, 99, 99]);
		const sent = { success: true, status: 200, response: 'OK' };
		const rowFor = (meantFor: string, more: object, recipient = TESTER) => {
			return { recipient, meantFor, recipientType: 'phone', ...more };
		};
		const failed = { success: false, error: expect.any(String), reason: 'invalid' };
		expect(items.map(({ json }) => json)).toEqual([
			rowFor(AYU, sent),
			rowFor('nobody', failed, 'nobody'),
			rowFor(BUDI, sent),
			rowFor(CITRA, sent),
			rowFor(DEWI, { success: false, skipped: true, reason: 'test' }),
		]);
	});

	test('is shown in a dry run, and replaces a group', async () => {
		const group = { recipientType: 'group', groupId: '120@g.us' };
		const { items } = await send({ to: 1, ...toTester({ dryRun: true }), parameters: group });
		const body = { text: 'Message 0', phone: TESTER };
		expect(items[0].json).toMatchObject({ recipient: TESTER, meantFor: '120@g.us', body });
	});

	test('comes now: Send At is checked for the recipients, and left out', async () => {
		const tomorrow = { sendAt: '2036-12-01T09:00' };
		const { items } = await send({ to: 1, ...toTester(tomorrow) });
		expect(holder.sandbox.requests.map(({ body }) => body)).toMatchObject([{ phone: TESTER }]);
		expect(holder.sandbox.requests[0].body).not.toHaveProperty('send_at');
		expect(items[0].json).not.toHaveProperty('scheduledFor');
		const hours = { sendHours: { hours: { from: '10:00', to: '11:00' } } };
		const planned = await send({ to: 1, ...toTester({ ...tomorrow, ...hours, dryRun: true }) });
		expect(resultsOf(planned)).toBe('sendHours');
		const { error } = await send({ to: 1, ...toTester({ sendAt: 'tomorrow' }) });
		expect(error?.message).toMatch(/^Send At "tomorrow" is not a date and time/);
	});

	test.each<Broadcast>([{ to: messages(AYU, BUDI, 'nobody') }, { faults: { 99: 'cut-after' } }])(
		'says that it was a test, if it stops: %j',
		async (broadcast) => {
			const { error } = await send({ ...toTester(), ...broadcast });
			const words = / This was a test, so none went to the recipients: test again\.$/;
			expect(error?.description).toMatch(words);
			expect(error?.description).not.toContain('Retry');
		},
	);

	test('repeats no test in a retry, and skips nobody in a retry without it', async () => {
		const faults = { 99: [undefined, NO_SIGNAL] };
		const retryOf = await send({ ...toTester({ eachRecipientOnce: true }), faults });
		expect(summaryOf(await send({ retryOf, ...toTester() }))).toBe('99 99 99 99: sent sent sent');
		holder.sandbox.reset();
		const real = await send({ retryOf, options: { eachRecipientOnce: true } });
		expect(arrivals()).toEqual([0, 1, 2]);
		expect(resultsOf(real)).toBe('sent sent sent');
	});

	test('does not count as sent in a retry without it', async () => {
		const faults = { 99: [undefined, NO_SIGNAL], 0: [NO_SIGNAL] };
		const retryOf = await send({ ...toTester(), faults });
		const again = { retryOf, options: { maxPerExecution: 3 } };
		const { error } = await send(again);
		expect(error?.message).not.toContain('Accepted');
		expect(resultsOf(await send(again))).toBe('sent sent sent');
	});
});
