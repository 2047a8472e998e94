import type { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

/** What runs the items: a custom operation, or the routing with one item. */
export type RunContext = IExecuteFunctions | IExecuteSingleFunctions;

/** What sends the items of an operation. Nothing of an item is evaluated before its turn. */
export interface Sender {
	begin(item: number): Promise<Turn>;
	/** Whether an option that looks at all items before the first one is sent is on; without it, they are only sent. */
	isOn?(option: 'checkFirst' | 'dryRun', item: number): boolean;
	/** Fields that each output of an item begins with. */
	inputOf?(item: number): IDataObject;
	/** What the output says of a recipient that is not known; without it, a failed item has its error alone. */
	unknown?: IDataObject;
	/** How the user leaves a recipient out, as part of a sentence. */
	toLeaveOut?: string;
	/** The input of an AI agent's call that the routing runs: a run of one item, which all its tries share. */
	call?: object;
}

/** An item whose turn has come. */
export interface Turn {
	/** As the request names it. */
	recipient: string;
	/** The same for all writings of a recipient: whom a retry knows the item by. */
	person: string;
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
	/** ISO time of a scheduled message. */
	scheduledFor?: string;
	/** Send Only Between. */
	hours?: Hours;
	/** What is no fault but hardly meant, for the hint of a run: `{name} is left in the text`. */
	oddities?: (isDryRun: boolean) => string[];
	/** @throws where the service does not take the key, or where that cannot be known */
	checkKey?(): Promise<void>;
	/**
	 * Sends the request, once.
	 *
	 * @param warning for the output, where an earlier attempt may already have been sent
	 * @returns the JSON of the item's output
	 * @throws UnconfirmedError where the request may have been processed, and any other error where
	 * it was not
	 */
	send(warning?: string): Promise<IDataObject[]>;
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
	 * @param since Unix milliseconds: lists that were read before are read again
	 * @throws where that cannot be known: nothing is sent then
	 */
	byList: (since?: number) => Promise<Skip | undefined>;
	/** Whether a person is sent to once per execution. */
	once: boolean;
	/** Messages of the node that an execution may send. */
	max?: number;
	/** Whether messages go to a test number, which gets the first ones of an execution alone. */
	isTest?: boolean;
}

/** Why an item is skipped. */
export type SkipReason =
	'neverSendTo' | 'onlySendTo' | 'duplicate' | 'maxPerExecution' | 'sendHours' | 'test';

export interface Skip {
	reason: SkipReason;
	/** Title of the list, for the hint; none where the option has the numbers themselves. */
	list?: string;
	/** Sentence about the hours, for the hint. */
	clock?: string;
}

/** What becomes of an item. */
export type Fate =
	| { is: 'accepted'; output: IDataObject[] }
	| { is: 'skipped'; skip: Skip }
	| { is: 'previewed'; plan?: Plan; skip?: Skip; error?: unknown }
	| { is: 'failed'; error: unknown }
	| { is: 'unconfirmed'; error: unknown };

/** What a dry run keeps of a message that would be sent; not the message itself, which may hold a file. */
export interface Plan extends Pick<Message, 'body' | 'scheduledFor'> {
	/** When it would start, in Unix milliseconds. */
	start: number;
	/** The same, where it waits for its hours. */
	opening?: DateTime;
	clock?: string;
}

/** An item with its fate. */
export interface Entry {
	fate: Fate;
	/** None where not even its recipient is known. */
	turn?: Turn;
	/** Fields of its input item for the output. */
	input?: IDataObject;
	/** Of its message. */
	oddities?: string[];
}
