import { callTool } from './agent';
import { NO_SIGNAL, phone, useBroadcasts } from './sandbox';

const { holder, fail, arrivals } = useBroadcasts();
const hello = (recipient: number) => ({ phone: phone(recipient), text: 'Hello' });
const once = { parameters: { options: { eachRecipientOnce: true } } };
const [sent, duplicate] = ['"success":true', '"reason":"duplicate"'].map((words) =>
	expect.stringContaining(words),
);

describe('Parallel calls of one tool', () => {
	test('send a message each', async () => {
		const told = await callTool(holder.sandbox, [hello(0), hello(1), hello(0)]);
		expect(told).toEqual([sent, sent, sent]);
		expect(arrivals().sort()).toEqual([0, 0, 1]);
	});

	test('send one message to one person with Each Recipient Once', async () => {
		holder.sandbox.latency = 20;
		const calls = [hello(0), hello(0), hello(0), hello(1)];
		expect(await callTool(holder.sandbox, calls, once)).toEqual([sent, duplicate, duplicate, sent]);
		expect(arrivals().sort()).toEqual([0, 1]);
	});

	test('wait for one another with Each Recipient Once: after a rejection the next one sends', async () => {
		fail({ 0: [NO_SIGNAL] });
		const settings = { ...once, onError: 'continueRegularOutput' } as const;
		const told = await callTool(holder.sandbox, [hello(0), hello(0), hello(0)], settings);
		expect(told).toEqual([expect.stringContaining('No signal'), sent, duplicate]);
		expect(arrivals()).toEqual([0, 0]);
	});
});
