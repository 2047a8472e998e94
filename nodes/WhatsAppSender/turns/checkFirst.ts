import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError, toNodeError } from '../errors/errors';
import { oneLine } from '../errors/responseText';
import type { Outcome } from './outcome';
import { yielder } from './pace';
import { preview, type Preview } from './preview';
import { earlierAttempt } from './progress';
import type { Previewed, Turn } from './steps';

/** How many items the error names before it counts the rest. */
const MOST_NAMED = 20;

/** What is known of the items that are not in a dry run, by index. */
type Previews = Map<number, Preview>;

/**
 * Check All Items First: where it is on for any item, looks at all items before one is sent. Where
 * one cannot be sent and On Error is "Continue", `outcome` has a result for each of them afterwards.
 *
 * @throws NodeOperationError where items cannot be sent and On Error is "Stop"
 */
export async function checkFirst<T extends Turn, R>(
	context: IExecuteFunctions,
	steps: Previewed<T, R>,
	outcome: Outcome,
): Promise<void> {
	if (!(await isOnForAny(steps, outcome.total))) return;
	const previews = await previewAll(steps, outcome);
	const faulty = [...previews].filter(([, { error }]) => error !== undefined);
	if (faulty.length === 0 || outcome.hasEnded()) return;
	if (!context.continueOnFail()) {
		const [[itemIndex]] = faulty;
		const warning = earlierAttempt(outcome.state.unconfirmedBeside());
		throw toNodeError(context.getNode(), faultsError(faulty, outcome), { itemIndex, warning });
	}
	for (const [item, { turn, skip, error, isSent }] of previews) {
		if (isSent) outcome.acceptEarlier(item);
		else if (skip) outcome.skip(item, turn, skip);
		else outcome.fail(item, error ?? heldBack(faulty.length), turn);
	}
}

async function isOnForAny<T extends Turn, R>(
	{ preview: { isCheckedFirst } }: Previewed<T, R>,
	total: number,
): Promise<boolean> {
	const yieldToOthers = yielder();
	for (let item = 0; item < total; item++) {
		await yieldToOthers();
		try {
			if (isCheckedFirst(item)) return true;
		} catch {
			// The check names it.
			return true;
		}
	}
	return false;
}

async function previewAll<T extends Turn, R>(
	steps: Previewed<T, R>,
	outcome: Outcome,
): Promise<Previews> {
	const { state, total } = outcome;
	const previews: Previews = new Map();
	const reservations = state.reservations.copy();
	const yieldToOthers = yielder();
	for (let item = 0; item < total && !outcome.hasEnded(); item++) {
		await yieldToOthers();
		try {
			if (steps.preview.isDryRun(item)) continue;
			previews.set(item, await preview(steps, state, item, reservations));
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
		return `Item ${item}${recipient}: ${(error as Error).message}`;
	});
	if (faulty.length > MOST_NAMED) lines.push(`… and ${faulty.length - MOST_NAMED} more`);
	const subject = state.hasSentNothing ? 'Nothing' : 'Nothing more';
	return new InputError(
		`${subject} was sent: ${faulty.length} of ${total} items cannot be sent`,
		// The editor shows a description as HTML.
		[...lines, 'n8n counts items from 0.'].join('<br>'),
	);
}

/** The error of an item that could be sent, where others cannot. */
const heldBack = (faults: number) =>
	new InputError(
		`Not sent, because ${faults} other ${faults === 1 ? 'item' : 'items'} cannot be sent`,
	);
