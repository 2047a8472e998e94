import type { IDataObject, IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';
import type { Hours } from './waitToStart';
import type { Row } from './rows';
import type { Exclusion } from './skip';

/** What runs the items: a custom operation, or n8n's routing with the one item of a tool call. */
export type RunContext = IExecuteFunctions | IExecuteSingleFunctions;

/** How an operation sends its items. Nothing of an item is evaluated before its turn. */
export interface Sender {
	begin(item: number): Promise<PendingMessage>;
	/** @throws where Dry Run is neither on nor off */
	isDryRun?(item: number): boolean;
	/** Whether messages go to a test number, which gets the first ones of an execution alone. */
	isTest?: boolean;
	/** Fields of its input item, for the output of an item. */
	inputFields?(item: number): IDataObject;
	/** What the output says of a recipient that is not known; without it, a failed item has its error alone. */
	unknownRecipient?: Row;
	/** The input of a tool call that n8n's routing runs: a run of one item, which all its tries share. */
	call?: object;
}

/** The message of an item whose turn has come, before it is built. */
export interface PendingMessage {
	/** As the request names it. */
	recipient: string;
	/** The same for all writings of a recipient: whom a retry knows the item by. */
	person: string;
	/** What the output says of the recipient where nothing is sent. */
	shown?: Row;
	/** Who must not be sent to; without it, no item is skipped. */
	exclusion?(): Exclusion;
	/** Builds and validates the message; nothing is sent yet. */
	build(): Promise<Message>;
}

/** A message with all that sending it needs. */
export interface Message {
	/** Milliseconds between the last message and this one. */
	delay: number;
	/** Send Only Between. */
	hours?: Hours;
	/**
	 * What a dry run says of it.
	 *
	 * @throws where the service does not take the key, or where that cannot be known
	 */
	preview?(): Promise<Preview>;
	/**
	 * Sends the request, once.
	 *
	 * @returns the JSON of the item's output
	 * @throws UnconfirmedError where the request may have been processed, and any other error where
	 * it was not
	 */
	send(): Promise<IDataObject[]>;
}

/** What a dry run says of a message. */
export interface Preview {
	body: IDataObject;
	/** ISO time of a scheduled message. */
	scheduledFor?: string;
	/** What is no fault but hardly meant: `{name} is left in the text`. */
	warnings: string[];
}
