import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Reservation, Reservations } from './reservations';

/**
 * What an operation does with an item, in the order of the methods. Nothing of an item is evaluated
 * before its turn.
 */
export interface Steps<T extends Turn, R> {
	/** How the items are to be looked at before one is sent; without it, they are only sent. */
	preview?: PreviewSteps<T, R>;
	/** @throws InputError where the item has no valid recipient */
	begin(item: number): Promise<T>;
	/**
	 * Builds and validates the request; nothing is sent yet.
	 *
	 * @throws InputError for the first value that cannot be sent
	 */
	build(turn: T): Promise<Built<R>>;
	/**
	 * Sends the request, once.
	 *
	 * @param warning for the output, where an earlier attempt may already have been sent
	 * @returns the item's output, linked to it
	 * @throws UnconfirmedError where the request may have been processed, and any other error where
	 * it was not
	 */
	send(turn: T, request: R, warning?: string): Promise<INodeExecutionData[]>;
}

/** What Check All Items First and Dry Run need to know. */
export interface PreviewSteps<T, R> {
	/** @throws InputError where the switch is neither on nor off */
	isCheckedFirst(item: number): boolean;
	/** @throws InputError where the switch is neither on nor off */
	isDryRun(item: number): boolean;
	/**
	 * Whether the service takes the key of a request.
	 *
	 * @throws where it does not, or where that cannot be known
	 */
	checkKey(turn: T, request: R): Promise<void>;
	/** What the output of a dry run says of a request. */
	describe(request: R): IDataObject;
}

/** Steps of an operation that can be looked at before it sends. */
export type Previewed<T extends Turn, R> = Steps<T, R> & { preview: PreviewSteps<T, R> };

export const canPreview = <T extends Turn, R>(steps: Steps<T, R>): steps is Previewed<T, R> =>
	steps.preview !== undefined;

/** An item whose turn has come. */
export interface Turn {
	/** Who receives the item: a retry sends an accepted item again only to somebody else. */
	recipient: string;
	/** What tells one recipient from another, where messages are counted by recipient. */
	key?: string;
	/** What the output says of the recipient where nothing is sent. */
	shown?: IDataObject;
	/** Who must not be reached; without it, no item is skipped. */
	exclusion?: Exclusion;
}

export interface Built<R> {
	request: R;
	/** Milliseconds between the last message and this one. */
	delay: number;
}

/** Why an item is skipped. */
export type SkipReason =
	'neverSendTo' | 'onlySendTo' | 'duplicate' | 'maxPerExecution' | 'sendHours';

/** Who must not be reached, and when nobody must. */
export interface Exclusion {
	/**
	 * Looks the recipient up in the lists of Never Send To and Only Send To.
	 *
	 * @throws where that cannot be known: nothing is sent then
	 */
	byList: () => Promise<Skip | undefined>;
	/** Whether a recipient is sent to once per execution. */
	once: boolean;
	/** Messages of the node that an execution may send. */
	max?: number;
	/** Whether a message may start now. */
	isOpen: () => boolean;
}

export interface Skip {
	reason: SkipReason;
	/** Title of the list, for the hint. */
	list?: string;
}

/**
 * What the output of an item says whose recipient must not be reached.
 *
 * @param warning where an earlier attempt may already have been sent
 */
export const skippedOutput = (
	turn: Turn | undefined,
	reason: SkipReason,
	warning?: string,
): IDataObject => ({
	success: false,
	skipped: true,
	reason,
	...turn?.shown,
	...(warning && { warning }),
});

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
