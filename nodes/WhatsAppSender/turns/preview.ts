import type { IDataObject } from 'n8n-workflow';
import type { Reservations } from './reservations';
import type { RunState } from './runState';
import { prepare, skippedOutput, type Previewed, type Skip, type Steps, type Turn } from './steps';

/** What would become of an item: one of the last four says it. */
export interface Preview {
	turn?: Turn;
	/** What would be sent, and milliseconds before it. */
	message?: { shown: IDataObject; delay: number };
	skip?: Skip;
	error?: unknown;
	/** Whether an earlier attempt has sent it. */
	isSent?: boolean;
}

/** Looks at an item as sending would, without sending it. Never throws: a failure is a result. */
export async function preview<T extends Turn, R>(
	steps: Previewed<T, R>,
	state: RunState,
	item: number,
	reservations: Reservations,
): Promise<Preview> {
	let turn: T | undefined;
	try {
		turn = await steps.begin(item);
		if (state.acceptedOutput(item, turn.recipient)) return { turn, isSent: true };
		const isRetry = state.unconfirmedOf(item).includes(turn.recipient);
		const { skip, ready } = await prepare(withKeyCheck(steps), turn, reservations, isRetry);
		if (skip) return { turn, skip };
		// As if the service accepted everything.
		reservations.settle(ready.reservation, true);
		// Not the request itself: it may hold a file.
		return { turn, message: { shown: steps.preview.describe(ready.request), delay: ready.delay } };
	} catch (error) {
		// An accepted item stays accepted, although its recipient is no longer valid.
		return !turn && state.acceptedOutput(item) ? { isSent: true } : { turn, error };
	}
}

const withKeyCheck = <T extends Turn, R>(steps: Previewed<T, R>): Steps<T, R> => ({
	...steps,
	async build(turn) {
		const built = await steps.build(turn);
		await steps.preview.checkKey(turn, built.request);
		return built;
	},
});

const DRY = { success: false, dryRun: true };

/** What the output of a dry run says of an item that was not sent earlier. */
export function dryRunOutput({ turn, message, skip, error }: Preview): IDataObject {
	if (skip) return { ...DRY, ...skippedOutput(turn, skip.reason) };
	if (!message) return { ...DRY, error: (error as Error).message };
	return { ...DRY, ...turn?.shown, ...message.shown };
}
