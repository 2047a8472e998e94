import type { IExecuteFunctions } from 'n8n-workflow';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { NO_SIGNAL, useBroadcasts, withDelay, type Broadcast } from './broadcasts';
import type { CustomOperations } from './nodeTypes';
import { failedOf, phone } from './sandbox';

const { send, setFaults, holder, arrivals } = useBroadcasts();
const NO_RESPONSE = { delay: 60_000 };

/** Presses the stop button when the message to one of the recipients arrives. */
async function stopAt(index: number, { faults = {}, ...broadcast }: Broadcast) {
	setFaults(faults);
	const { onSend } = holder.sandbox;
	return await stopWhen((press) => {
		holder.sandbox.onSend = (request, attempt) => {
			if ((request.body as { phone: string }).phone === phone(index)) press();
			return onSend?.(request, attempt);
		};
	}, broadcast);
}

/** Presses the stop button when n8n or the node starts to wait for so many milliseconds. */
async function stopInWait(ms: number, broadcast: Broadcast) {
	const { setTimeout } = globalThis;
	// Otherwise the node waits for what is left of its delay.
	jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	return await stopWhen((press) => {
		const watched = (...timer: Parameters<typeof setTimeout>) => {
			if (timer[1] === ms) {
				jest.restoreAllMocks();
				press();
			}
			return setTimeout(...timer);
		};
		jest.spyOn(globalThis, 'setTimeout').mockImplementation(watched as typeof setTimeout);
	}, broadcast);
}

async function stopWhen(watch: (press: () => void) => void, broadcast: Broadcast) {
	const stop = new AbortController();
	watch(() => setImmediate(() => stop.abort()));
	const outcome = await send({ ...broadcast, stop: stop.signal });
	expect(outcome.run.status).toBe('canceled');
	const failed = failedOf(outcome).map(({ json }) => json.error);
	return { ...outcome, failures: [outcome.error?.message, ...failed].join(' ') };
}

afterEach(() => jest.restoreAllMocks());

/** Without Retry On Fail the error says so: broadcast.property.test.ts. */
describe('The stop button', () => {
	test('prevents the next message during a delay', async () => {
		const { message } = new WhatsAppSender().customOperations;
		let ended: Promise<unknown> | undefined;
		const sendText = function (this: IExecuteFunctions) {
			const result = message.sendText.call(this);
			ended = Promise.allSettled([result]);
			return result;
		};
		const runsBy = { message: { sendText } } as CustomOperations;
		// n8n does not wait for the node.
		await stopInWait(123, { options: withDelay(0.123), runsBy });
		await ended;
		expect(arrivals()).toEqual([0]);
	});

	// n8n would store the input as output of a node that throws.
	test('leaves a result for every item if On Error is Continue', async () => {
		const onError = 'continueRegularOutput';
		const { items } = await stopAt(1, { faults: { 1: NO_RESPONSE }, onError });
		expect(items.filter(({ json }) => json.success !== true && !json.error)).toEqual([]);
	});

	/** n8n runs the node again then, with a signal that is aborted already. */
	describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'ends Retry On Fail with a report of what was sent (On Error: %s)',
		(onError) => {
			const retry = { onError, retryOnFail: true };
			const isStop = onError === 'stopWorkflow';

			test.each([0, 1])('during the message of item %i', async (index) => {
				const broadcast = { faults: { [index]: NO_RESPONSE }, ...retry };
				const { failures, items } = await stopAt(index, broadcast);
				expect(arrivals()).toEqual([...Array(index + 1).keys()]);
				expect(failures).toContain(`May already have been sent: ${phone(index)}.`);
				if (isStop) expect(failures).toContain(`canceled. Accepted: ${index} of 3.`);
				else expect(items[0]?.json.success === true).toBe(index === 1);
			});

			test('between two tries', async () => {
				const broadcast = { faults: { 0: NO_SIGNAL }, to: 2, waitBetweenTries: 123, ...retry };
				const accepted = isStop ? 0 : 1;
				const { failures, items } = await stopInWait(123, broadcast);
				expect(arrivals()).toEqual(isStop ? [0] : [0, 1]);
				expect(failures).toContain(`canceled. Accepted: ${accepted} of 2.`);
				if (!isStop) expect(items.at(-1)?.json).toMatchObject({ success: true });
			});
		},
	);
});
