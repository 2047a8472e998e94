import { AYU, BUDI, CITRA, messages, NO_SIGNAL, useBroadcasts } from './broadcasts';
import type { Broadcast, Faults } from './broadcasts';
import { recipients } from './sandbox';

const { holder, send, story } = useBroadcasts();
const once = { eachRecipientOnce: true };
const afterFirst = { eachRecipientOnce: '={{ $itemIndex > 0 }}' };
const cut = { 0: ['cut-before'] } as Faults;
const laterOnce = { eachRecipientOnce: '={{ $runIndex > 0 }}' };
const atMost = (maxPerExecution: unknown) => ({ maxPerExecution });
const onError = 'continueRegularOutput';
const slowly = { delay: 100, status: 500, body: 'No signal' };
const twice = messages(AYU, AYU);
const five = messages(AYU, BUDI, CITRA, AYU, BUDI);
const contactLast = '={{ $itemIndex === 3 ? "contact" : "phone" }}';
const firstMoved = `={{ $itemIndex === 0 ? "${CITRA}" : $json.phone }}`;

/** Each Recipient Once and Max Messages per Execution. In all kinds of retries, and writings: see test/simulation/. */
describe('How often a recipient is reached, and how many are:', () => {
	test.each<[string, number[], object, string]>([
		['once', [0, 0, 0], once, '0: sent duplicate duplicate'],
		['once, on from the second round', [0, 0, 0], laterOnce, '0: sent duplicate duplicate'],
		['two at most', [0, 1, 2], atMost('={{ 2 }}'), '0 1: sent sent maxPerExecution'],
	])('%s, in all rounds of a loop', async (_rule, to, options, expected) => {
		const batches = to.map((index) => [recipients(3)[index]]);
		for (const runsBy of ['turns', 'routing'] as const) {
			expect(story(await send({ batches, options, runsBy }))).toBe(expected);
			holder.sandbox.reset();
		}
	});

	test.each<[string, Broadcast, string]>([
		[
			'a contact and a phone number are one, in the order of items',
			{
				to: messages('081200000000', `+${AYU}`, BUDI, AYU),
				parameters: { recipientType: contactLast, groupId: 'none' },
				options: { ...once, countryCode: '62' },
			},
			'0 1: sent duplicate sent duplicate',
		],
		['by expression', { to: twice, options: { eachRecipientOnce: 'TRUE' } }, '0: sent duplicate'],
		[
			'after a message in flight to the same recipient',
			{
				to: [...twice, ...twice],
				options: { ...once, concurrency: 3 },
				faults: { 0: [slowly] },
				onError,
			},
			'0 0: failed sent duplicate duplicate',
		],
		[
			'not after one that may have been sent before it was on',
			{ to: twice, options: afterFirst, faults: cut, onError },
			'0: failed duplicate',
		],
		['the maximum', { options: atMost(1) }, '0: sent maxPerExecution maxPerExecution'],
		[
			'without what is rejected, and with what may have been sent',
			{ to: 4, options: atMost(2), faults: { 0: NO_SIGNAL, 1: 'cut-before' }, onError },
			'0 1 2: failed failed sent maxPerExecution',
		],
		[
			'one more where a message in flight is rejected',
			{
				to: 5,
				options: { ...atMost(3), concurrency: 10 },
				faults: { 1: slowly, 2: { delay: 200 } },
				onError,
			},
			'0 1 2 3: sent failed sent sent maxPerExecution',
		],
		[
			'in all tries of Retry On Fail',
			{ to: 4, options: atMost(3), faults: { 1: [NO_SIGNAL] }, retryOnFail: true },
			'0 1 1 2: sent sent sent maxPerExecution',
		],
		[
			'no second time where it may have been sent, which the output says',
			{ to: 1, options: atMost(1), faults: { 0: ['cut-after'] }, retryOnFail: true, onError },
			'0: maxPerExecution?',
		],
		[
			'both',
			{ to: messages(AYU, AYU, BUDI, CITRA), options: { ...once, ...atMost(2) } },
			'0 1: sent duplicate sent maxPerExecution',
		],
	])('%s', async (_rule, broadcast, expected) => {
		expect(story(await send(broadcast))).toBe(expected);
	});

	test.each<[string, Broadcast, Broadcast, string]>([
		[
			'once, on for the first time',
			{ to: five, faults: { 2: [NO_SIGNAL] } },
			{ options: once },
			'0 1 2 2: sent sent sent duplicate duplicate',
		],
		[
			'once, though an item that was sent has another recipient now',
			{ to: messages(AYU, BUDI, AYU), faults: { 1: [NO_SIGNAL] } },
			{ options: once, parameters: { phone: firstMoved } },
			'0 1 2 1: sent sent duplicate',
		],
		[
			'once, though its own message may have been sent too',
			{ to: twice, faults: { 0: [undefined, 'cut-before'] } },
			{ options: once },
			'0 0: sent duplicate?',
		],
		[
			'its own message again, where that may have been sent',
			{ to: messages(AYU, BUDI), options: once, faults: cut },
			{},
			'0 0 1: sent? sent',
		],
		[
			'the maximum',
			{ to: recipients(4), options: atMost(3), faults: { 2: [NO_SIGNAL] } },
			{},
			'0 1 2 2: sent sent sent maxPerExecution',
		],
	])('in Retry: %s', async (_rule, first, again, expected) => {
		const retryOf = await send(first);
		expect(retryOf.error).toBeDefined();
		const { to, options } = first;
		const outcome = await send({ to, options, ...again, retryOf, useCurrent: true });
		expect(story(outcome)).toBe(expected);
	});
});
