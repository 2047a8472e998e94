import type { IExecuteFunctions } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { AYU, BUDI, CITRA, fates, hintsOf, messages, withDelay } from './broadcasts';
import { NO_SIGNAL, useBroadcasts } from './broadcasts';

const { send, story, arrivals } = useBroadcasts();
const dry = (options: object = {}) => ({ options: { dryRun: true, ...options } });

/** What each item is: see broadcast.property.test.ts. */
describe('Dry runs of an execution', () => {
	test('count on in each iteration of a loop', async () => {
		const to = [messages('nobody', AYU), messages('', AYU, AYU, BUDI, CITRA), messages(CITRA)];
		const options = dry({ eachRecipientOnce: true, maxPerExecution: 2, ...withDelay(60) });
		const outcome = await send({ batches: to, ...options });
		expect(hintsOf(outcome)![0].message).toMatch(
			/^2 of 8 would be sent: 2 twice, 2 over the maximum, 2 cannot be sent\. With these delays about 60 s\./,
		);
	});

	test('replace those of an earlier try of the same run', async () => {
		const { sendText } = new WhatsAppSender().customOperations.message;
		const tryTwice = async function (this: IExecuteFunctions) {
			await sendText.call(this);
			return await sendText.call(this);
		};
		const runsBy = { message: { sendText: tryTwice } };
		const rounds = [messages(AYU), messages(BUDI, CITRA)];
		const options = dry({ eachRecipientOnce: true, maxPerExecution: 3 });
		const outcome = await send({ batches: rounds, ...options, runsBy });
		expect(fates(outcome)).toBe('dry dry dry');
		expect(hintsOf(outcome)!.at(-1)!.message).toMatch(/^3 of 3 would be sent\./);
	});

	test('count what was sent, and are not seen by a real run, Retry, or another execution', async () => {
		const options = { dryRun: '={{ $json.dry ?? false }}', eachRecipientOnce: true };
		const rounds = messages(AYU, AYU, AYU, BUDI).map((item) => [item]);
		for (const index of [0, 2]) rounds[index][0].json.dry = true;
		const retryOf = await send({ batches: rounds, options, faults: { 1: NO_SIGNAL } });
		expect(story(retryOf)).toBe('0 1: dry sent duplicate');
		const again = { batches: rounds, ...dry({ eachRecipientOnce: true }) };
		const retried = await send({ ...again, retryOf, useCurrent: true });
		expect(hintsOf(retried)![0].message).toMatch(/^1 of 1 would be sent/);
		expect(fates(await send(again))).toBe('dry duplicate duplicate dry');
	});

	test('show in a retry what was sent, and what would follow', async () => {
		const to = messages(AYU, BUDI, AYU, CITRA);
		const retryOf = await send({ to, faults: { 1: [NO_SIGNAL] } });
		const again = { ...dry({ eachRecipientOnce: true, maxPerExecution: 2 }), useCurrent: true };
		const outcome = await send({ to, ...again, retryOf });
		expect(fates(outcome)).toBe('sent dry duplicate maxPerExecution');
		expect(arrivals()).toEqual([0, 1]);
	});
});
