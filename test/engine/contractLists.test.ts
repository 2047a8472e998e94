import { AYU, BUDI, CITRA, messages, numbersOf, useBroadcasts, useClock } from './broadcasts';
import type { Broadcast } from './broadcasts';
import { useMarks } from './deduplication';
import { NO_SERVICE } from './sandbox';

/** Lists of the node's contract, each with all its words: a word that the node loses is a failing row. */
const { send } = useBroadcasts();
const clock = useClock();
useMarks();

const onError = 'continueRegularOutput';
const offer = { options: { campaign: 'Offer' } };
const lastRow = async (broadcast: Broadcast) =>
	(await send({ to: messages(BUDI, AYU), onError, ...broadcast })).items.at(-1)?.json;

test.each<[reason: string, Broadcast, before?: Broadcast]>([
	['neverSendTo', { options: { neverSendTo: numbersOf(AYU) } }],
	['onlySendTo', { options: { onlySendTo: numbersOf(BUDI) } }],
	['duplicate', { to: messages(AYU, AYU), options: { eachRecipientOnce: true } }],
	['maxPerExecution', { options: { maxPerExecution: 1 } }],
	['sendHours', { options: { sendHours: { hours: { from: '09:00', to: '20:00' } } } }],
	['test', { to: messages(AYU, BUDI, CITRA, AYU), options: { testPhone: CITRA } }],
	['campaign', offer, offer],
	['unconfirmed', offer, { ...offer, to: messages(AYU), faults: { 0: 'cut-after' } }],
])('A skipped item has the reason %s', async (reason, broadcast, before = undefined) => {
	clock.set('2036-12-01T21:00');
	if (before) await send({ to: messages(AYU), onError, ...before });
	expect(await lastRow(broadcast)).toMatchObject({ success: false, skipped: true, reason });
});

test.each<[reason: string, Broadcast]>([
	['invalid', { to: messages('Ayu') }],
	['rejected', { faults: { 0: { status: 400 } } }],
	['unreachable', { credentials: NO_SERVICE }],
	['unconfirmed', { faults: { 0: 'cut-after' } }],
])('A failed item has the reason %s', async (reason, broadcast) => {
	const row = await lastRow(broadcast);
	expect(row).toMatchObject({ success: false, error: expect.any(String), reason });
	expect(row).not.toHaveProperty('skipped');
});

const WORDS =
	'error message reason detail msg description errors error_message title pesan mensagem mensaje';

test.each(WORDS.split(' '))("The service's words are found under %s", async (field) => {
	const words = { [field]: 'No such number' };
	for (const body of [words, { data: words }, { errors: words }]) {
		const row = await lastRow({ faults: { 0: { status: 400, body } } });
		expect(row?.error).toContain('No such number');
	}
});
