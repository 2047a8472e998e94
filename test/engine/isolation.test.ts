import { NO_SIGNAL, useBroadcasts } from './broadcasts';
import { phone, recipients } from './sandbox';

const { holder, send, fail, arrivals } = useBroadcasts();

describe('One run knows nothing of another:', () => {
	test('two sender nodes in one workflow each send all their items', async () => {
		fail({ 2: [NO_SIGNAL, undefined, NO_SIGNAL] });
		const { error } = await send({
			senders: ['Sender', 'Second'],
			parameters: { phone: '={{ $json.phone ?? $json.recipient }}', text: 'Hello' },
			retryOnFail: true,
		});
		expect(error).toBeUndefined();
		expect(arrivals()).toEqual([0, 1, 2, 2, 0, 1, 2, 2]);
	});

	test('five executions at once', async () => {
		const { sandbox } = holder;
		sandbox.latency = 5;
		sandbox.onSend = ({ body }, attempt) =>
			(body as { phone: string }).phone === phone(1) && attempt === 1 ? NO_SIGNAL : undefined;
		const texts = ['A', 'B', 'C', 'D', 'E'];
		await Promise.all(
			texts.map(async (text) => await send({ parameters: { text }, retryOnFail: true })),
		);
		const sent = sandbox.accepted.map(({ text, recipient }) => text + recipient);
		const everyone = recipients(3).map(({ json }) => json.phone);
		expect(sent.sort()).toEqual(texts.flatMap((text) => everyone.map((to) => `${text}${to}`)));
	});
});

describe('What the node leaves in the stored execution', () => {
	test.each([false, true])('is 14 bytes per recipient (first item fails: %s)', async (fails) => {
		const onError = 'continueRegularOutput';
		const faults = { 0: fails ? NO_SIGNAL : undefined };
		const { run } = await send({ to: 50, faults, retryOnFail: true, onError });
		expect(holder.sandbox.accepted).toHaveLength(fails ? 49 : 50);
		const stored = JSON.stringify(run.data.executionData!.contextData);
		// A line break is two characters in JSON.
		expect(stored.length).toBeLessThan(150 + 50 * 15);
	});
});
