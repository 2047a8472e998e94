import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { errorItem, RequestError, toNodeError } from '../errors/nodeError';
import { breather, concurrencyOf, waitSince } from './delay';
import { RunMemory } from './memory';
import { earlierAttempt, progressOf } from './progress';
import { Reached } from './reached';
import type { BuiltRequest, Turn } from './turn';

/**
 * Sends the input items in order, `options.concurrency` in parallel, with the delay between them.
 * On Error = Stop: starts nothing more after the first failure. Items that an earlier attempt of
 * the run has sent are not sent again: their output is the one they had. Recipients who must not
 * be reached are skipped.
 *
 * @param begin a turn; nothing about an item is evaluated before
 * @returns the output of all items in order, with an `error` item for each failed one
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function takeTurns(
	context: IExecuteFunctions,
	begin: (item: number) => Promise<Turn>,
): Promise<INodeExecutionData[][]> {
	const total = context.getInputData().length;
	const parallel = parallelOf(context);
	const memory = RunMemory.of(context);
	const reached = Reached.of(context);
	const outputs: INodeExecutionData[][] = [];
	const failures: Array<{ item: number; error: unknown; warning?: string }> = [];
	let skipped = 0;
	const inFlight = new Set<Promise<void>>();

	const hasEnded = () =>
		(failures.length > 0 && !context.continueOnFail()) ||
		context.getExecutionCancelSignal()?.aborted === true;

	const fail = (item: number, error: unknown, turn?: Turn) => {
		const isUnconfirmed = turn && error instanceof RequestError && error.unconfirmed;
		const named = isUnconfirmed ? turn.recipient : undefined;
		const warning = earlierAttempt(memory.unconfirmedOf(item), named);
		if (isUnconfirmed) memory.noteUnconfirmed(item, turn.recipient);
		failures.push({ item, error, warning });
		outputs[item] = [errorItem(error, item, warning)];
	};

	const send = async (item: number, turn: Turn, request: BuiltRequest) => {
		try {
			memory.noteSent();
			const sending = request.send(earlierAttempt(memory.unconfirmedOf(item)));
			outputs[item] = await reached.noteOutcome(turn.limits, sending);
			memory.accept(item, turn.recipient, outputs[item]);
		} catch (error) {
			fail(item, error, turn);
		}
		// Where messages follow one another, the delay begins with the response.
		if (parallel === 1) memory.noteSent();
	};

	const breathe = breather();
	for (let item = 0; item < total && !hasEnded(); item++) {
		await breathe();
		while (inFlight.size >= parallel) await Promise.race(inFlight);
		if (hasEnded()) break;

		let turn: Turn | undefined;
		try {
			turn = await begin(item);
			const { recipient, limits } = turn;
			const known = memory.acceptedOutput(item, recipient);
			if (known) {
				outputs[item] = known;
				continue;
			}
			const isOwnRetry = memory.unconfirmedOf(item).includes(recipient);
			const outputOfSkipped = await reached.skip(limits, isOwnRetry);
			if (outputOfSkipped) {
				outputs[item] = outputOfSkipped;
				skipped++;
				continue;
			}
			if (hasEnded()) break;
			const request = await turn.build();
			await waitSince(memory.lastSentAt, request.delay, hasEnded);
			if (hasEnded()) break;
			const sending = send(item, turn, request).finally(() => inFlight.delete(sending));
			inFlight.add(sending);
		} catch (error) {
			// An accepted item stays accepted, although its recipient is no longer valid.
			const known = turn ? undefined : memory.acceptedOutput(item);
			if (known) outputs[item] = known;
			else fail(item, error, turn);
		}
	}
	await Promise.all(inFlight);

	const [first] = failures;
	if (first && !context.continueOnFail()) {
		const failedItems = failures.map(({ item }) => item);
		throw toNodeError(context.getNode(), first.error, {
			itemIndex: first.item,
			warning: first.warning,
			...progressOf(memory, total, failedItems, skipped),
		});
	}
	const output = outputs.flat();
	if (!runsAgain(context, output, memory.attempts)) memory.forget();
	return [output];
}

/** Read once for all items; an expression that fails is 1, as one that gives no number. */
function parallelOf(context: IExecuteFunctions): number {
	try {
		return concurrencyOf(context.getNodeParameter('options.concurrency', 0, 1));
	} catch {
		return 1;
	}
}

/** Retry On Fail runs the node again where the first item has an `error`, whatever it holds. */
function runsAgain(context: IExecuteFunctions, [first]: INodeExecutionData[], attempts: number) {
	const { retryOnFail, maxTries } = context.getNode();
	const mostAttempts = Math.min(5, Math.max(2, maxTries || 3));
	return retryOnFail && first?.json.error !== undefined && attempts < mostAttempts;
}
