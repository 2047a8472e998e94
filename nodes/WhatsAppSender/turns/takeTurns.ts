import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { errorItem, toNodeError } from '../errors/nodeError';
import { RequestError } from '../errors/requestError';
import { concurrencyOf } from '../values/delay';
import { RunMemory } from './memory';
import { earlierAttempt, progressOf } from './progress';

/** An item whose turn has come. */
export interface Turn {
	/** Who receives the item: a retry sends an accepted item again only to somebody else. */
	recipient: string;
	/** Builds and validates the request; nothing is sent yet. */
	build: () => Promise<BuiltRequest>;
}

export interface BuiltRequest {
	/** Milliseconds between the last message and this one. */
	delay: number;
	/**
	 * Sends the request, once.
	 *
	 * @param warning for the output, where an earlier attempt may already have been sent
	 */
	send: (warning?: string) => Promise<INodeExecutionData[]>;
}

/** How often a delay checks the stop button. */
const DELAY_STEP_MS = 200;
/** How long evaluating items may hold up n8n's other work. */
const LONGEST_BLOCK_MS = 5;

/**
 * Sends the input items in order, `options.concurrency` in parallel, with the delay between them.
 * On Error = Stop: starts nothing more after the first failure. Items that an earlier attempt of
 * the run has sent are not sent again: their output is the one they had.
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
	const outputs: INodeExecutionData[][] = [];
	const failures: Array<{ item: number; error: unknown; warning?: string }> = [];
	const inFlight = new Set<Promise<void>>();

	const hasEnded = () =>
		(failures.length > 0 && !context.continueOnFail()) ||
		context.getExecutionCancelSignal()?.aborted === true;

	const fail = (item: number, error: unknown, recipient?: string) => {
		const isUnconfirmed = error instanceof RequestError && error.unconfirmed;
		const warning = earlierAttempt(
			memory.unconfirmedOf(item),
			isUnconfirmed ? recipient : undefined,
		);
		if (isUnconfirmed && recipient !== undefined) memory.noteUnconfirmed(item, recipient);
		failures.push({ item, error, warning });
		outputs[item] = [errorItem(error, item, warning)];
	};

	const send = async (item: number, recipient: string, request: BuiltRequest) => {
		try {
			memory.noteSent();
			outputs[item] = await request.send(earlierAttempt(memory.unconfirmedOf(item)));
			memory.accept(item, recipient, outputs[item]);
		} catch (error) {
			fail(item, error, recipient);
		}
		// Where messages follow one another, the delay begins with the response.
		if (parallel === 1) memory.noteSent();
	};

	let lastBreak = Date.now();
	for (let item = 0; item < total && !hasEnded(); item++) {
		if (Date.now() - lastBreak > LONGEST_BLOCK_MS) {
			await sleep(0);
			lastBreak = Date.now();
		}
		while (inFlight.size >= parallel) await Promise.race(inFlight);
		if (hasEnded()) break;

		let recipient: string | undefined;
		try {
			const turn = await begin(item);
			recipient = turn.recipient;
			const known = memory.acceptedOutput(item, recipient);
			if (known) {
				outputs[item] = known;
				continue;
			}
			const request = await turn.build();
			await wait(memory.lastSentAt, request.delay, hasEnded);
			if (hasEnded()) break;
			const sending = send(item, recipient, request).finally(() => inFlight.delete(sending));
			inFlight.add(sending);
		} catch (error) {
			fail(item, error, recipient);
		}
	}
	await Promise.all(inFlight);

	const [first] = failures;
	if (first && !context.continueOnFail()) {
		const failedItems = failures.map(({ item }) => item);
		throw toNodeError(context.getNode(), first.error, {
			itemIndex: first.item,
			warning: first.warning,
			...progressOf(memory, total, failedItems),
		});
	}
	const output = outputs.flat();
	if (!runsAgain(context, output, memory.attempts)) memory.forget();
	return [output];
}

/** Read for all items at once; where it fails, its own item says so. */
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

async function wait(
	since: number | undefined,
	delay: number,
	hasEnded: () => boolean,
): Promise<void> {
	if (since === undefined) return;
	// A retry may run on a machine whose clock is behind.
	const until = Math.min(since, Date.now()) + delay;
	for (let left = until - Date.now(); left > 0 && !hasEnded(); left = until - Date.now()) {
		await sleep(Math.min(left, DELAY_STEP_MS));
	}
}
