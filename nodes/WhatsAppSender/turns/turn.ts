import type { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Reservation, RunState } from './state';

/** What runs the items of an operation. Nothing of an item is evaluated before its turn. */
export interface Operation {
	begin(item: number): Promise<Turn>;
	/** Whether an option that looks at items before they are sent is on; without it, they are only sent. */
	isOn?(option: 'checkFirst' | 'dryRun', item: number): boolean;
	/** Fields that each output of an item begins with. */
	inputOf?(item: number): IDataObject;
	/** The input of an AI agent's call that the routing runs: a run of one item, which all its attempts share. */
	call?: object;
}

/** An item whose turn has come. */
export interface Turn {
	/** As the request names it. */
	recipient: string;
	/** The same for all writings of a recipient; without it, nobody is counted. */
	person?: string;
	/** What the output says of the recipient where nothing is sent. */
	shown?: IDataObject;
	/** Who must not be reached; without it, no item is skipped. */
	exclusion?: Exclusion;
	/** Builds and validates the message; nothing is sent yet. */
	build(): Promise<Message>;
}

/** A message with all that sending it needs. */
export interface Message {
	/** Milliseconds between the last message and this one. */
	delay: number;
	/** What a dry run shows of it. */
	body?: IDataObject;
	/** Send Only Between. */
	hours?: Hours;
	/** @throws where the service does not take the key, or where that cannot be known */
	checkKey?(): Promise<void>;
	/**
	 * Sends the request, once.
	 *
	 * @param warning for the output, where an earlier attempt may already have been sent
	 * @returns the item's output, linked to it
	 * @throws UnconfirmedError where the request may have been processed, and any other error where
	 * it was not
	 */
	send(warning?: string): Promise<INodeExecutionData[]>;
}

/** When a message may start. */
export interface Hours {
	/** Whether that is now; of a scheduled message, whether its time is right. */
	isOpen: () => boolean;
	/** `It is 15:06 in Asia/Jakarta (the workflow's time zone); messages start from 09:00 to 17:00.` */
	clock: () => string;
	/** Where a message waits for them: when one that is ready then may start, from Unix milliseconds on. */
	opening?: (millis: number) => DateTime;
}

/** Who must not be reached. */
export interface Exclusion {
	/**
	 * Looks the recipient up in the lists of Never Send To and Only Send To.
	 *
	 * @throws where that cannot be known: nothing is sent then
	 */
	byList: () => Promise<Skip | undefined>;
	/** Whether a person is sent to once per execution. */
	once: boolean;
	/** Messages of the node that an execution may send. */
	max?: number;
}

/** Why an item is skipped. */
export type SkipReason =
	'neverSendTo' | 'onlySendTo' | 'duplicate' | 'maxPerExecution' | 'sendHours';

export interface Skip {
	reason: SkipReason;
	/** Title of the list, for the hint; none where the option has the numbers themselves. */
	list?: string;
	/** Sentence about the hours, for the hint. */
	clock?: string;
}

export const closed = ({ hours }: Message): Skip => ({
	reason: 'sendHours',
	clock: hours?.clock(),
});

/** @param warning where an earlier attempt may already have been sent */
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

/** An item that is to be skipped, or one that is ready to be sent; the caller settles the reservation. */
export type Prepared =
	| { skip: Skip; ready?: undefined }
	| { skip?: undefined; ready: { message: Message; reservation: Reservation } };

/**
 * Everything before an item is sent: the same for a message that is sent and for one that is only
 * looked at.
 *
 * @param isPreview also checks an item whose skip depends on what the service says of earlier ones
 * @throws where the item cannot be sent
 */
export async function prepare(
	turn: Turn,
	state: RunState,
	item: number,
	isPreview = false,
): Promise<Prepared> {
	const skip = await turn.exclusion?.byList();
	if (skip) return { skip };
	const checked = isPreview ? await turn.build() : undefined;
	await checked?.checkKey?.();
	const reservation = await state.reserve(item, turn);
	if (typeof reservation === 'string') return { skip: { reason: reservation } };
	let isReady = false;
	try {
		const message = checked ?? (await turn.build());
		isReady = message.hours?.opening !== undefined || (message.hours?.isOpen() ?? true);
		return isReady ? { ready: { message, reservation } } : { skip: closed(message) };
	} finally {
		if (!isReady) state.settle(reservation, 'notSent');
	}
}
