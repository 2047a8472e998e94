import { AYU, BUDI, messages, useBroadcasts } from './broadcasts';
import { recipients } from './sandbox';

const { send, story } = useBroadcasts();
const once = { eachRecipientOnce: true };
const contactLast = '={{ $itemIndex === 3 ? "contact" : "phone" }}';

/** In loops and in Retry: see broadcast.property.test.ts; across the parallel calls of an AI agent: see agent.test.ts. */
describe('How often a recipient is reached, and how many are:', () => {
	test.each<[string, number[], object, string]>([
		['once', [0, 0, 0], once, '0: sent duplicate duplicate'],
		['two at most', [0, 1, 2], { maxPerExecution: '={{ 2 }}' }, '0 1: sent sent maxPerExecution'],
	])('%s, in all calls of a tool that the routing runs', async (_rule, to, options, expected) => {
		const batches = to.map((index) => [recipients(3)[index]]);
		expect(story(await send({ batches, options, runsBy: 'routing' }))).toBe(expected);
	});

	test('a contact and a phone number are one, however it is written, in the order of items', async () => {
		const broadcast = {
			to: messages('081200001000', `+${AYU}`, BUDI, AYU),
			parameters: { recipientType: contactLast, groupId: 'none' },
			options: { eachRecipientOnce: 'TRUE', countryCode: '62' },
		};
		expect(story(await send(broadcast))).toBe('0 1: sent duplicate sent duplicate');
	});

	test('in Retry, though its own message may have been sent after another one', async () => {
		const to = messages(AYU, AYU);
		const retryOf = await send({ to, faults: { 0: [undefined, 'cut-before'] } });
		const outcome = await send({ to, options: once, retryOf, useCurrent: true });
		expect(story(outcome)).toBe('0 0: sent duplicate?');
	});
});
