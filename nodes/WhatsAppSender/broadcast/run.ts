import type { INodeExecutionData } from 'n8n-workflow';
import { Attempt } from './attempt';
import { executionOf } from './execution';
import type { Policy } from './policy';
import type { RunContext, Sender } from './sender';

/**
 * Sends the input items in order, one at a time, with the delay between them. With On Error = Stop, no
 * message starts after the first failure. Items that an earlier attempt has sent keep their output, and are
 * not sent again. A dry run does the same without waiting and sending.
 *
 * If n8n cancels the execution, the run ends at once with a report, because n8n stores nothing that comes
 * later.
 *
 * @returns the output of all items in order, with an `error` item for each failed one
 * @throws NodeOperationError for input, NodeApiError for responses and network errors
 */
export async function sendAll(
	context: RunContext,
	sender: Sender,
	policy: Policy,
): Promise<INodeExecutionData[][]> {
	// Created late, because a try must not begin before the run before it has ended.
	let begun: Attempt | undefined;
	const attempt = () => (begun ??= new Attempt(context, sender, policy));
	const signal = context.getExecutionCancelSignal();
	// Retry On Fail starts the next try even if the execution was canceled.
	if (signal?.aborted) return await attempt().canceled();
	return await new Promise((resolve, reject) => {
		const cancel = () => resolve(attempt().canceled());
		signal?.addEventListener('abort', cancel);
		// All runs of the node in a loop share the signal.
		const done = () => signal?.removeEventListener('abort', cancel);
		const sent = executionOf(context).runInOrder(async () => await attempt().sendAll());
		sent.then(resolve, reject).finally(done);
	});
}
