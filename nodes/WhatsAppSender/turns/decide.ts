import { InputError } from '../errors/errors';
import { closed } from './delay';
import { planAfter } from './dryRun';
import type { Ledger } from './ledger';
import type { Report } from './report';
import type { Entry, Fate, Message, Plan, Sender, Skip, Turn } from './turn';

/** What sending an item comes to: its fate, or a message that is ready, whose person is reserved. */
export type Decision =
	| { turn?: Turn; fate: Fate; message?: undefined }
	| { turn: Turn; fate?: undefined; message: Message };

/**
 * Decides about an item before it is sent: the same for sending and for looking ahead. Never throws: a
 * failure is a fate.
 *
 * @param isAhead on a copy of the ledger: also checks an item whose skip depends on what the service
 * says of earlier ones
 */
export async function decide(
	{ begin }: Sender,
	ledger: Ledger,
	item: number,
	isAhead = false,
): Promise<Decision> {
	const failedBefore = ledger.run.unconfirmed.get(item);
	if (failedBefore) return { turn: failedBefore.turn, fate: failedBefore.fate };
	let turn: Turn | undefined;
	try {
		turn = await begin(item);
		const earlier = ledger.acceptedEarlier(item, turn);
		if (earlier) return { turn, fate: earlier };
		const listed = await turn.exclusion?.byList();
		if (listed) return { turn, fate: skipped(listed) };
		const checked = isAhead ? await turn.build() : undefined;
		await checked?.checkKey?.();
		const skip = await ledger.reserve(item, turn);
		if (skip) return { turn, fate: skipped(skip) };
		const message = checked ?? (await turn.build());
		const mayStart = message.hours?.opening !== undefined || (message.hours?.isOpen() ?? true);
		return mayStart ? { turn, message } : { turn, fate: skipped(closed(message.hours)) };
	} catch (error) {
		// An accepted item stays accepted, although its recipient is no longer valid.
		const earlier = turn ? undefined : ledger.acceptedEarlier(item);
		return { turn, fate: earlier ?? { is: 'failed', error } };
	}
}

export const skipped = (skip: Skip): Fate => ({ is: 'skipped', skip });

/** The run whose items are looked at. */
interface Looking {
	sender: Sender;
	ledger: Ledger;
	report: Report;
	/** One after the other, until the run has ended. */
	items(): AsyncGenerator<number>;
	write(item: number, entry: Entry): void;
}

/** Which look at all items comes before sending: where an option is on for any item, it is on for all. */
export async function lookOf(run: Looking): Promise<'dryRun' | 'checkFirst' | undefined> {
	const { isOn } = run.sender;
	if (!isOn) return undefined;
	const on = { dryRun: false, checkFirst: false };
	let isUnknown = false;
	for await (const item of run.items()) {
		try {
			on.dryRun ||= isOn('dryRun', item);
			on.checkFirst ||= isOn('checkFirst', item);
		} catch {
			isUnknown = true;
		}
	}
	// The check names the items where one is neither on nor off; a single item does so itself.
	if (isUnknown) return run.ledger.total > 1 ? 'checkFirst' : undefined;
	return on.dryRun ? 'dryRun' : on.checkFirst ? 'checkFirst' : undefined;
}

/** Decides about all items on a copy of the ledger, as if the service accepted everything. */
async function* decisions(run: Looking): AsyncGenerator<[item: number, decision: Decision]> {
	const copy = run.ledger.copy();
	for await (const item of run.items()) {
		const decision = await decide(run.sender, copy, item, true);
		const fate: Fate = decision.fate ?? { is: 'accepted', output: [] };
		copy.write(item, { turn: decision.turn, fate });
		yield [item, decision];
	}
}

/**
 * Check All Items First. Where one cannot be sent and On Error is "Continue", each item has a fate
 * afterwards.
 *
 * @throws NodeOperationError where items cannot be sent and On Error is "Stop"
 */
export async function checkFirst(run: Looking): Promise<void> {
	const { report } = run;
	// Not the messages themselves: they may hold files.
	const seen: Array<Pick<Decision, 'turn' | 'fate'> & { item: number }> = [];
	for await (const [item, { turn, fate }] of decisions(run)) seen.push({ item, turn, fate });
	const faulty = seen.flatMap(({ fate, ...found }) =>
		fate?.is === 'failed' ? { ...found, error: fate.error } : [],
	);
	if (faulty.length === 0 || report.hasEnded()) return;
	if (!report.continuesOnFail) throw report.checkError(faulty);
	const others = `${faulty.length} other ${faulty.length === 1 ? 'item' : 'items'}`;
	const message = `Not sent, because ${others} cannot be sent`;
	const error = new InputError(message, undefined, { reason: 'heldBack' });
	for (const { item, turn, fate } of seen) {
		run.write(item, { turn, fate: fate ?? { is: 'failed', error } });
	}
}

/** Dry Run: each item has the fate that sending would give it, as far as that is known before. */
export async function dryRun(run: Looking): Promise<void> {
	let last: Plan | undefined;
	for await (const [item, { turn, fate, message }] of decisions(run)) {
		const plan = message && planAfter(last, message);
		last = plan ?? last;
		const oddities = message?.oddities?.(true);
		run.write(item, { turn, fate: plan ? { is: 'previewed', plan } : previewOf(fate!), oddities });
	}
}

function previewOf(fate: Fate): Fate {
	if (fate.is === 'skipped') return { is: 'previewed', skip: fate.skip };
	return fate.is === 'failed' ? { is: 'previewed', error: fate.error } : fate;
}
