import { until } from '../../rig/until';
import { resultsOf, useBroadcasts } from './broadcasts';
import type * as Node from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { useMarks } from './deduplication';
import type { CustomOperations } from './nodeTypes';

const { holder, send, arrivals } = useBroadcasts();
const marks = useMarks();
const path = '../../nodes/WhatsAppSender/WhatsAppSender.node';
const offer = { to: 3, options: { campaign: 'Offer' } };

/** The node as a new process loads it, which knows nothing of the one before. */
function newProcess(): CustomOperations {
	let operations: CustomOperations | undefined;
	const shared = jest.requireActual<object>('n8n-workflow');
	jest.doMock('n8n-workflow', () => shared);
	jest.isolateModules(() => {
		const { WhatsAppSender } = jest.requireActual<typeof Node>(path);
		operations = new WhatsAppSender().customOperations as CustomOperations;
	});
	return operations!;
}

/**
 * Kills n8n somewhere in the message to the second of three recipients, and starts the workflow again until
 * nobody is left.
 */
async function sendWithKill(isKilled: () => boolean): Promise<string> {
	void send({ ...offer, runsBy: newProcess() });
	await until(isKilled);
	marks.killAt = undefined;
	const outcome = await send({ ...offer, runsBy: newProcess() });
	return resultsOf(outcome);
}

/** The calls of n8n's helpers: one that counts, and two a message, for the claim and for the mark of the start that goes. */
describe('Nobody is reached twice or lost in silence where n8n is killed', () => {
	test.each([
		['before it has written the claim', 3, false, [0, 1, 2], 'campaign sent sent'],
		['after it, before the request', 3, true, [0, 2], 'campaign unconfirmed sent'],
		['after the acknowledgement', 4, false, [0, 1, 2], 'campaign unconfirmed sent'],
		['after the mark of the start has gone', 4, true, [0, 1, 2], 'campaign campaign sent'],
	])('%s', async (_when, call, isWritten, reached, expected) => {
		marks.killAt = { call, isWritten };
		expect(await sendWithKill(() => marks.calls > call)).toBe(expected);
		expect(arrivals()).toEqual(reached);
	});

	test('during the request', async () => {
		holder.sandbox.onSend = () => {
			if (arrivals().length !== 2) return undefined;
			// The process makes no more calls, whatever it receives.
			marks.killAt = { call: marks.calls, isWritten: false };
			return 'cut-after';
		};
		expect(await sendWithKill(() => arrivals().length === 2)).toBe('campaign unconfirmed sent');
		expect(arrivals()).toEqual([0, 1, 2]);
	});
});
