import type { IDataObject, IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';
import type { Service } from '../service/requestService';

/** What runs the items: a custom operation, or n8n's routing with the one item of a tool call. */
export type RunContext = IExecuteFunctions | IExecuteSingleFunctions;

/** What the output says about the recipient of an item. */
export interface RecipientRow {
	recipient: string;
	/** The recipient that a test message is meant for. */
	meantFor?: string;
	recipientType: string;
}

/** How an operation sends its items. Nothing of an item is evaluated before its turn. */
export interface Sender {
	/** @throws if the recipient of the item cannot be read */
	prepare(item: number): Promise<Pending>;
	/** The recipient as it is written. Without it, the output of a failed item is its error alone. */
	writtenRecipient?(item: number): RecipientRow;
	/** Labels of the options that have been added, for the hint of a dry run. */
	optionNames?: string[];
	/** The input of a tool call that n8n's routing runs: a run of one item, which all its tries share. */
	call?: object;
}

/** The message of an item whose turn has come, before it is built. */
export interface Pending {
	/** As the request names it. */
	recipient: string;
	/** The same text for all writings of a recipient: identifies the recipient in a retry. */
	person: string;
	/** The person that the message is meant for: in a test, another one than the recipient. */
	meantPerson: string;
	row?: RecipientRow;
	/** The service that sends the message; none for the contact of a webhook. */
	service?(): Promise<Service>;
	/** Code of the country of numbers without one; `''` if none is set. */
	country?(): Promise<string>;
	/** ISO time of a scheduled message. */
	scheduledFor?(): Promise<string | undefined>;
	/** Name of the campaign that it belongs to. */
	campaign?(): string | undefined;
	/** Builds and validates the message; nothing is sent yet. */
	build(): Promise<Message>;
}

/** A message with all that sending it needs. */
export interface Message {
	/** @throws if the service does not accept the key, or if that cannot be known */
	preview?(): Promise<Preview>;
	/**
	 * Sends the request, once.
	 *
	 * @returns the JSON of the item's output
	 * @throws UnconfirmedError if the request may have been processed, and any other error where
	 * it was not
	 */
	send(): Promise<IDataObject[]>;
}

/** What a dry run says about a message. */
export interface Preview {
	body: IDataObject;
	/** ISO time of a scheduled message. */
	scheduledFor?: string;
	/** What is hardly meant in the text: `{name} is left in the text of`. */
	warnings: string[];
}
