import { InputError, toNodeError } from '../errors/errors';
import { oneLine } from '../errors/responseText';
import { yielder } from './delay';
import type { Start } from './dryRun';
import type { Outcome, RunContext } from './outcome';
import { earlierAttempt } from './progress';
import type { RunState } from './state';
import { prepare, type Message, type Operation, type Skip, type Turn } from './turn';

/** How many items the error names before it counts the rest. */
const MOST_NAMED = 20;

/** What would become of an item: one of the last four says it. */
export interface Preview {
	turn?: Turn;
	/** What would be sent, and milliseconds before it. Not the message itself: it may hold a file. */
	message?: Pick<Message, 'body' | 'delay' | 'hours'>;
	start?: Start;
	skip?: Skip;
	error?: unknown;
	/** Whether an earlier attempt has sent it. */
	isSent?: boolean;
}

/**
 * Looks at an item as sending would, without sending it. Never throws: a failure is a result.
 *
 * @param simulation where the item counts as sent afterwards, as if the service accepted everything
 */
export async function preview(
	{ begin }: Operation,
	state: RunState,
	simulation: RunState,
	item: number,
): Promise<Preview> {
	let turn: Turn | undefined;
	try {
		turn = await begin(item);
		if (state.acceptedOutput(item, turn)) return { turn, isSent: true };
		const { skip, ready } = await prepare(turn, simulation, item, true);
		if (skip) return { turn, skip };
		simulation.settle(ready.reservation, 'accepted');
		const { body, delay, hours } = ready.message;
		return { turn, message: { body, delay, hours } };
	} catch (error) {
		// An accepted item stays accepted, although its recipient is no longer valid.
		return !turn && state.acceptedOutput(item) ? { isSent: true } : { turn, error };
	}
}

/**
 * Check All Items First: where it is on for any item, looks at all items before one is sent. Where
 * one cannot be sent and On Error is "Continue", `outcome` has a result for each of them afterwards.
 *
 * @throws NodeOperationError where items cannot be sent and On Error is "Stop"
 */
export async function checkFirst(
	context: RunContext,
	operation: Operation,
	outcome: Outcome,
): Promise<void> {
	if (!(await isOnForAny(operation, outcome.total))) return;
	const previews = await previewAll(operation, outcome);
	const faulty = [...previews].filter(([, { error }]) => error !== undefined);
	if (faulty.length === 0 || outcome.hasEnded()) return;
	if (!outcome.continuesOnFail) {
		const [[itemIndex]] = faulty;
		const warning = earlierAttempt(outcome.state.unconfirmedBeside());
		throw toNodeError(context.getNode(), faultsError(faulty, outcome), {
			itemIndex,
			more: [warning],
		});
	}
	for (const [item, { turn, skip, error, isSent }] of previews) {
		if (isSent) outcome.acceptEarlier(item);
		else if (skip) outcome.skip(item, turn, skip);
		else outcome.fail(item, error ?? heldBack(faulty.length));
	}
}

async function isOnForAny({ isOn }: Operation, total: number): Promise<boolean> {
	if (!isOn) return false;
	const yieldToOthers = yielder();
	for (let item = 0; item < total; item++) {
		await yieldToOthers();
		try {
			if (isOn('checkFirst', item)) return true;
		} catch {
			// The check names it.
			return true;
		}
	}
	return false;
}

/** What is known of the items that are not in a dry run, by index. */
async function previewAll(operation: Operation, outcome: Outcome): Promise<Map<number, Preview>> {
	const { state, total } = outcome;
	const previews = new Map<number, Preview>();
	const simulation = state.simulation();
	const yieldToOthers = yielder();
	for (let item = 0; item < total && !outcome.hasEnded(); item++) {
		await yieldToOthers();
		try {
			if (operation.isOn?.('dryRun', item)) continue;
			previews.set(item, await preview(operation, state, simulation, item));
		} catch (error) {
			previews.set(item, { error });
		}
	}
	return previews;
}

function faultsError(
	faulty: Array<[item: number, found: Preview]>,
	{ total, state }: Outcome,
): InputError {
	const lines = faulty.slice(0, MOST_NAMED).map(([item, { turn, error }]) => {
		const recipient = turn ? ` (${oneLine(turn.recipient, 60)})` : '';
		return `Item ${item + 1}${recipient}: ${(error as Error).message}`;
	});
	if (faulty.length > MOST_NAMED) lines.push(`… and ${faulty.length - MOST_NAMED} more`);
	const subject = state.hasSentNothing ? 'Nothing' : 'Nothing more';
	return new InputError(
		`${subject} was sent: ${faulty.length} of ${total} items cannot be sent`,
		// The editor shows a description as HTML.
		lines.join('<br>'),
	);
}

/** The error of an item that could be sent, where others cannot. */
const heldBack = (faults: number) =>
	new InputError(
		`Not sent, because ${faults} other ${faults === 1 ? 'item' : 'items'} cannot be sent`,
	);
