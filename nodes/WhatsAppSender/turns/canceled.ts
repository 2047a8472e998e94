import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { RunMemory } from './memory';
import { listed } from './progress';
import { takeTurns } from './takeTurns';
import type { BuiltRequest, Turn } from './turn';

type Begin = (item: number) => Promise<Turn>;

const NEXT =
	'Running the workflow again sends to everyone again. Raise the time limit of the execution, or keep the recipients in a Data Table and start again with the rest.';

/**
 * As `takeTurns`, but ends at once when n8n cancels the execution, with an error that says how far
 * it came: what n8n has not got by then it does not store. A time-out stores the error in n8n 2.x;
 * 1.x and the stop button do not. On Error = Continue would store the input as the node's output.
 */
export async function takeTurnsUntilCanceled(
	context: IExecuteFunctions,
	begin: Begin,
): Promise<INodeExecutionData[][]> {
	const signal = context.getExecutionCancelSignal();
	if (!signal || context.continueOnFail()) return await takeTurns(context, begin);
	const inFlight = new Map<number, string>();
	return await new Promise((resolve, reject) => {
		const cancel = () => reject(canceledError(context, [...inFlight.values()]));
		signal.addEventListener('abort', cancel);
		// A loop runs the node many times with one signal.
		const done = () => signal.removeEventListener('abort', cancel);
		takeTurns(context, noting(begin, inFlight)).then(resolve, reject).finally(done);
	});
}

/** Keeps the recipients of messages in flight, by item: several may go to the same one. */
function noting(begin: Begin, inFlight: Map<number, string>): Begin {
	return async (item) => {
		const turn = await begin(item);
		const noted = (request: BuiltRequest): BuiltRequest => ({
			...request,
			async send(warning) {
				inFlight.set(item, turn.recipient);
				try {
					return await request.send(warning);
				} finally {
					inFlight.delete(item);
				}
			},
		});
		return { ...turn, build: async () => noted(await turn.build()) };
	};
}

/** n8n takes an execution for canceled, and not for failed, by this word in its error. */
function canceledError(context: IExecuteFunctions, inFlight: string[]): NodeOperationError {
	const memory = RunMemory.of(context);
	const total = context.getInputData().length;
	const unconfirmed = [...new Set([...memory.unconfirmedBeside(), ...inFlight])];
	const message = [
		`The execution was canceled. Accepted: ${memory.acceptedCount} of ${total}.`,
		unconfirmed.length > 0 && `May already have been sent: ${listed(unconfirmed)}.`,
	];
	return new NodeOperationError(context.getNode(), message.filter(Boolean).join(' '), {
		description: NEXT,
	});
}
