import { AYU, BUDI, messages, useBroadcasts } from './broadcasts';

const { send, story } = useBroadcasts();
const once = { eachRecipientOnce: true };
const contactLast = '={{ $itemIndex === 3 ? "contact" : "phone" }}';

/** In loops and in Retry: see broadcast.property.test.ts; across the calls of an AI agent: see agent.test.ts. */
describe('Each Recipient Once', () => {
	test('takes a contact and a phone number for one, however it is written', async () => {
		const broadcast = {
			to: messages('081200001000', `+${AYU}`, BUDI, AYU),
			parameters: { recipientType: contactLast, groupId: 'none' },
			options: { eachRecipientOnce: 'TRUE', countryCode: '62' },
		};
		expect(story(await send(broadcast))).toBe('0 1: sent duplicate sent duplicate');
	});

	test('holds in Retry for an item whose own message may have been sent after another one', async () => {
		const to = messages(AYU, AYU);
		const retryOf = await send({ to, faults: { 0: [undefined, 'cut-before'] } });
		const outcome = await send({ to, options: once, retryOf, useCurrent: true });
		expect(story(outcome)).toBe('0 0: sent duplicate?');
	});
});
