import type { Reservation, Reservations } from './reservations';
import type { Built, Skip, Steps, Turn } from './steps';

/** An item that is to be skipped, or one that is ready to be sent. */
export type Prepared<R> =
	| { skip: Skip; ready?: undefined }
	| { skip?: undefined; ready: Built<R> & { reservation: Reservation } };

/**
 * Everything before an item is sent: the same for a message that goes out, for Check All Items
 * First and for Dry Run.
 *
 * @param reservations where the item reserves its recipient; the caller settles what it gets
 * @param isRetry whether an earlier attempt of the item may have reached the recipient
 * @throws where the item cannot be sent
 */
export async function prepare<T extends Turn, R>(
	steps: Steps<T, R>,
	turn: T,
	reservations: Reservations,
	isRetry = false,
): Promise<Prepared<R>> {
	const { key, exclusion } = turn;
	const skip = await exclusion?.byList();
	if (skip) return { skip };
	const { once, max } = exclusion ?? {};
	const reservation = await reservations.reserve({ key, once, max, isRetry });
	if (typeof reservation === 'string') return { skip: { reason: reservation } };
	let isReady = false;
	try {
		if (exclusion?.isOpen() === false) return { skip: { reason: 'sendHours' } };
		const built = await steps.build(turn);
		isReady = true;
		return { ready: { ...built, reservation } };
	} finally {
		if (!isReady) reservations.settle(reservation, false);
	}
}
