import { closed } from './delay';
import type { Ledger } from './ledger';
import type { Fate, Message, Sender, Skip, Turn } from './turn';

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
