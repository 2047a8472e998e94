import { until } from '../../rig/until';
import type * as Node from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { resultsOf, useBroadcasts } from './broadcasts';
import { useMarks } from './deduplication';
import type { CustomOperations } from './nodeTypes';

const { holder, send, arrivals } = useBroadcasts();
const marks = useMarks();
const path = '../../nodes/WhatsAppSender/WhatsAppSender.node';

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

const sendInNewProcess = async () =>
	resultsOf(await send({ to: 3, options: { campaign: 'Offer' }, runsBy: newProcess() }));

/** Kills n8n during the message to the second of three recipients, and sends again in a new process. */
async function sendWithKill(isKilled: () => boolean): Promise<string> {
	void sendInNewProcess();
	await until(isKilled);
	marks.killAt = undefined;
	return await sendInNewProcess();
}

/** The calls of n8n's helpers: one counts the marks, and each message has one for its claim and one for its end. */
describe('If n8n is killed, nobody gets two messages, and nobody is lost', () => {
	test.each([
		['before the claim is stored', 3, false, [0, 1, 2], 'campaign sent sent'],
		['after the claim, before the request', 3, true, [0, 2], 'campaign unconfirmed sent'],
		['after the acknowledgement', 4, false, [0, 1, 2], 'campaign unconfirmed sent'],
		['after the outcome is stored', 4, true, [0, 1, 2], 'campaign campaign sent'],
	])('%s', async (_when, call, isWritten, reached, results) => {
		marks.killAt = { call, isWritten };
		expect(await sendWithKill(() => marks.calls > call)).toBe(results);
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
