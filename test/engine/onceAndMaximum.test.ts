import { AYU, BUDI, CITRA, messages, NO_SIGNAL, useBroadcasts } from './broadcasts';
import { recipients } from './sandbox';

const { holder, send, story } = useBroadcasts();
const once = { eachRecipientOnce: true };
const contactLast = '={{ $itemIndex === 3 ? "contact" : "phone" }}';
const firstMoved = `={{ $itemIndex === 0 ? "${CITRA}" : $json.phone }}`;

/** Each Recipient Once and Max Messages per Execution, in loops and in Retry; across the calls of an AI agent: see agent.test.ts. */
describe('How often a recipient is reached, and how many are:', () => {
	test.each<[string, number[], object, string]>([
		['once', [0, 0, 0], once, '0: sent duplicate duplicate'],
		['two at most', [0, 1, 2], { maxPerExecution: '={{ 2 }}' }, '0 1: sent sent maxPerExecution'],
	])('%s, in all rounds of a loop', async (_rule, to, options, expected) => {
		const batches = to.map((index) => [recipients(3)[index]]);
		for (const runsBy of ['turns', 'routing'] as const) {
			expect(story(await send({ batches, options, runsBy }))).toBe(expected);
			holder.sandbox.reset();
		}
	});

	test('a contact and a phone number are one, however it is written, in the order of items', async () => {
		const broadcast = {
			to: messages('081200001000', `+${AYU}`, BUDI, AYU),
			parameters: { recipientType: contactLast, groupId: 'none' },
			options: { eachRecipientOnce: 'TRUE', countryCode: '62' },
		};
		expect(story(await send(broadcast))).toBe('0 1: sent duplicate sent duplicate');
	});

	test('without what is rejected, and with what may have been sent', async () => {
		const faults = { 0: NO_SIGNAL, 1: 'cut-before' } as const;
		const onError = 'continueRegularOutput';
		const outcome = await send({ to: 4, options: { maxPerExecution: 2 }, faults, onError });
		expect(story(outcome)).toBe('0 1 2: failed failed sent maxPerExecution');
	});

	test('in Retry, though its own message may have been sent after another one', async () => {
		const to = messages(AYU, AYU);
		const retryOf = await send({ to, faults: { 0: [undefined, 'cut-before'] } });
		const outcome = await send({ to, options: once, retryOf, useCurrent: true });
		expect(story(outcome)).toBe('0 0: sent duplicate?');
	});

	test('in Retry, though an item that was sent has another recipient now', async () => {
		const to = messages(AYU, BUDI, AYU);
		const retryOf = await send({ to, faults: { 1: [NO_SIGNAL] } });
		const now = { options: once, parameters: { phone: firstMoved }, useCurrent: true };
		expect(story(await send({ to, ...now, retryOf }))).toBe('0 1 2 1: sent sent duplicate');
	});
});
