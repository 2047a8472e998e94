import type { INodeExecutionData } from 'n8n-workflow';
import { NO_SIGNAL, phone, recipients, useBroadcasts } from './sandbox';

const { send, fail, arrivals } = useBroadcasts();
const [AYU, BUDI, CITRA] = [0, 1, 2].map(phone);
const once = { options: { eachRecipientOnce: true, countryCode: '62' } };

const messages = (...numbers: string[]) =>
	numbers.map((number) => ({ json: { phone: number, text: 'Hello' } }));
const reasons = (items: INodeExecutionData[]) => items.map(({ json }) => json.reason);

/** That it holds in all kinds of retries, however a number is written: see ledger/. */
describe('Each Recipient Once', () => {
	test.each(['turns', 'routing'] as const)('holds in all rounds of a loop (%s)', async (runsBy) => {
		await send(0, { batches: Array(3).fill(recipients(1)), parameters: once, runsBy });
		expect(arrivals()).toEqual([0]);
	});

	test('takes a contact and a phone number as one, in the order of items', async () => {
		const recipientType = '={{ $itemIndex === 3 ? "contact" : "phone" }}';
		const parameters = { ...once, recipientType, groupId: 'none' };
		const items = messages('081200000000', `+${AYU}`, BUDI, AYU);
		const { items: output } = await send(items, { parameters });
		expect(arrivals()).toEqual([0, 1]);
		expect(reasons(output)).toEqual([undefined, 'duplicate', undefined, 'duplicate']);
	});

	test.each([
		['TRUE', [0]],
		[1, [0]],
		[false, [0, 0]],
	])('with %p from an expression sends to %j', async (eachRecipientOnce, expected) => {
		await send(messages(AYU, AYU), { parameters: { options: { eachRecipientOnce } } });
		expect(arrivals()).toEqual(expected);
	});

	test('waits for a message in flight to the same recipient', async () => {
		const delay = 100;
		fail({ 0: [{ delay, status: 500, body: 'No signal' }, { delay }] });
		const parameters = { options: { eachRecipientOnce: true, concurrency: 3 } };
		const onError = 'continueRegularOutput';
		const { items } = await send(messages(AYU, AYU, AYU), { parameters, onError });
		expect(arrivals()).toEqual([0, 0]);
		expect(items[0].json.error).toContain('No signal');
		expect(reasons(items)).toEqual([undefined, undefined, 'duplicate']);
	});

	test('counts what was sent before it was switched on, and Retry', async () => {
		fail({ 2: [NO_SIGNAL] });
		const items = messages(AYU, BUDI, CITRA, AYU, BUDI);
		const retryOf = await send(items);
		const { items: output } = await send(items, { parameters: once, retryOf, useCurrent: true });
		expect(arrivals()).toEqual([0, 1, 2, 2]);
		expect(reasons(output)).toEqual([...Array(3).fill(undefined), 'duplicate', 'duplicate']);
	});

	test('counts what was sent to an item that has another recipient when it is retried', async () => {
		fail({ 1: [NO_SIGNAL] });
		const retryOf = await send(messages(AYU, BUDI, AYU));
		const moved = `={{ $itemIndex === 0 ? "${CITRA}" : $json.phone }}`;
		const parameters = { ...once, phone: moved };
		await send(messages(AYU, BUDI, AYU), { parameters, retryOf, useCurrent: true });
		expect(arrivals()).toEqual([0, 1, 2, 1]);
	});

	test('counts messages that may have been sent before it was switched on', async () => {
		fail({ 0: ['cut-before'] });
		const eachRecipientOnce = '={{ $itemIndex > 0 }}';
		const parameters = { options: { eachRecipientOnce } };
		const onError = 'continueRegularOutput';
		const { items } = await send(messages(AYU, AYU), { parameters, onError });
		expect(arrivals()).toEqual([0]);
		expect(reasons(items)).toEqual([undefined, 'duplicate']);
	});

	test('counts what another item has sent, where its own message may have been sent too', async () => {
		fail({ 0: [undefined, 'cut-before'] });
		const retryOf = await send(messages(AYU, AYU));
		const { items } = await send(messages(AYU, AYU), {
			...{ parameters: once, retryOf, useCurrent: true },
		});
		expect(arrivals()).toEqual([0, 0]);
		const warning = `An earlier attempt may already have been sent to ${AYU}`;
		expect(items[1].json).toMatchObject({ reason: 'duplicate', warning });
	});

	test.each(['turns', 'routing'] as const)(
		'counts what was sent in iterations of a loop before it is on (%s)',
		async (runsBy) => {
			const eachRecipientOnce = '={{ $runIndex > 0 }}';
			const parameters = { options: { eachRecipientOnce } };
			await send(0, { batches: Array(3).fill(recipients(1)), parameters, runsBy });
			expect(arrivals()).toEqual([0]);
		},
	);
});
