import { AYU, BUDI, CITRA, DEWI, resultsOf, messages, NO_SIGNAL } from './broadcasts';
import { useBroadcasts, type Broadcast } from './broadcasts';
import { phone } from './sandbox';

const { holder, send, arrivals, story } = useBroadcasts();
const MINE = phone(99);
const testing = (options: object = {}) => ({ options: { testPhone: `+${MINE}`, ...options } });
const row = (meantFor: string, more: object) => ({
	recipient: MINE,
	meantFor,
	recipientType: 'phone',
	...more,
});

describe('Send Test To', () => {
	/** Who is skipped for another reason: see broadcast.property.test.ts. */
	test('gets the first three messages of an execution; nobody else gets any', async () => {
		const to = messages(AYU, 'nobody', BUDI, CITRA, DEWI);
		const { items } = await send({ to, ...testing(), onError: 'continueRegularOutput' });
		expect(arrivals()).toEqual([99, 99, 99]);
		const sent = { success: true, status: 200, response: 'OK' };
		const unknown = { recipient: 'nobody', meantFor: 'nobody', recipientType: 'phone' };
		const error = expect.stringContaining('"nobody"');
		expect(items.map(({ json }) => json)).toEqual([
			row(AYU, sent),
			{ success: false, error, reason: 'invalid', ...unknown },
			row(BUDI, sent),
			row(CITRA, sent),
			row(DEWI, { success: false, skipped: true, reason: 'test' }),
		]);
	});

	test('is shown in a dry run, and takes the phone of a message to a group', async () => {
		const group = { recipientType: 'group', groupId: '120@g.us' };
		const { items } = await send({ to: 1, ...testing({ dryRun: true }), parameters: group });
		expect(items[0].json).toEqual(
			row('120@g.us', {
				text: 'Message 0',
				reason: 'ready',
				wouldSend: true,
				dryRun: true,
				body: { text: 'Message 0', phone: MINE },
			}),
		);
		expect(Object.keys(items[0].json).slice(0, 3)).toEqual(['recipient', 'meantFor', 'text']);
	});

	test.each([
		['', 'Send Test To: Phone "" is empty'],
		['0812', 'Send Test To: Phone "0812" starts with 0'],
	])('fails closed where it is %j', async (testPhone, message) => {
		const { error } = await send({ ...testing({ testPhone }) });
		expect(error?.message.slice(0, message.length)).toBe(message);
		expect(holder.sandbox.requests).toEqual([]);
	});

	test.each<Broadcast>([{ to: messages(AYU, BUDI, 'nobody') }, { faults: { 99: ['cut-after'] } }])(
		'that stops says that it was a test: %j',
		async (broadcast) => {
			const { error } = await send({ ...testing(), ...broadcast });
			expect(error?.description).toMatch(
				/ This was a test, so none went to the recipients: test again\.$/,
			);
			expect(error?.description).not.toContain('Retry');
			expect(error?.message).not.toContain('Accepted');
		},
	);

	test('keeps a retry from testing twice, and the retry without it from leaving anybody out', async () => {
		const faults = { 99: [undefined, NO_SIGNAL] };
		const retryOf = await send({ to: 3, ...testing({ eachRecipientOnce: true }), faults });
		const again = { to: 3, retryOf, useCurrent: true };
		expect(story(await send({ ...again, ...testing() }))).toBe('99 99 99 99: sent sent sent');
		holder.sandbox.reset();
		const real = await send({ ...again, options: { eachRecipientOnce: true } });
		expect(arrivals()).toEqual([0, 1, 2]);
		expect(resultsOf(real)).toBe('sent sent sent');
	});

	test('counts for no recipient in the retry without it', async () => {
		const faults = { 99: [undefined, NO_SIGNAL], 0: [NO_SIGNAL] };
		const retryOf = await send({ to: 3, ...testing(), faults });
		const again = { to: 3, retryOf, useCurrent: true, options: { maxPerExecution: 3 } };
		const { error } = await send(again);
		expect(error?.message).not.toContain('Accepted');
		expect(resultsOf(await send(again))).toBe('sent sent sent');
	});
});
