import type { IDataObject, IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';
import type { Failure } from '../errors/failures';
import type { Service } from '../service/service';

/** The n8n context of a custom operation, or of a tool call that n8n's routing runs. */
export type RunContext = IExecuteFunctions | IExecuteSingleFunctions;

/** The columns of the output that say who receives an item's message. */
export interface RecipientColumns {
	recipient: string;
	/** In a test, the recipient who would get the message without it. */
	meantFor?: string;
	recipientType: string;
}

/** Who receives the message of an item. */
export interface Target {
	item: number;
	/** As the request contains it. */
	recipient: string;
	/** Identifies the recipient, however it is entered. In a test: the original recipient. */
	person: string;
	/** Missing if somebody else defines the output. */
	columns?: RecipientColumns;
	/** Whether its phone could not be read, so that it is passed on as entered. */
	isPassedOn?: boolean;
}

/**
 * How an operation sends its items, in three steps, each with the record that the one before returns. Expressions of an
 * item are evaluated only when it is about to be sent.
 */
export interface Channel<T extends Target = Target, P = unknown> {
	/** @throws if the recipient of the item cannot be read */
	target(item: number): Promise<T>;
	/** Builds and validates the message, and sends nothing. */
	payload(target: T): Promise<P>;
	/**
	 * Sends the request, once.
	 *
	 * @param sent columns of the output that say what was sent, and when
	 * @returns the JSON of the item's output
	 * @throws UnconfirmedError if the request may have been processed, any other error if it was not
	 */
	post(payload: P, sent: SentColumns): Promise<IDataObject[]>;

	// Read only by a rule that needs it.

	/** The service that sends the message; missing for Webhook List. */
	service?(target: T): Promise<Service>;
	/** Code of the country of numbers without one; `''` if none is set. */
	country?(target: T): Promise<string>;
	/** ISO time of a scheduled message. */
	scheduledFor?(target: T): Promise<string | undefined>;
	/** Name of the message's campaign. */
	campaign?(target: T): string | undefined;

	// What the output needs.

	content?(payload: P): Content;
	/** Probable mistakes, for a dry run: `{name} is left in the text`. */
	warnings?(payload: P): string[];
	/** A recipient that cannot be read, as entered. Without it, the output contains only the error. */
	recipientAsEntered?(item: number): RecipientColumns;
	/** For a dry run: the text of an item that has no message. */
	contentAsEntered?(item: number): Content;
	/** Secrets to redact in what the output shows of an item. */
	secrets?(item: number): Promise<string[]>;
	/** Labels of the added options, for the hint of a dry run. */
	optionNames?: string[];
	/** The input of a tool call that n8n's routing runs. It is the same object in all tries of the call. */
	call?: IDataObject;
}

/** What a message says. */
export interface Content {
	/** As the reader sees it, with the footer and the buttons below it. */
	text: string;
	/** The text alone, which tells the message from another one for the same recipient. */
	message: string;
	/** The address of the file, or its name and size in bytes; missing if the operation sends none. */
	file?: { name: string; size?: number };
}

/** The columns of the output that say what was sent. */
export interface SentColumns {
	text?: string;
	/** The address of the file, or its name. */
	file?: string;
	/** When the request went out, as ISO time. */
	sentAt: string;
}

/** Why a rule skips an item. */
export interface Skip {
	/** In the output; usually the name of the option. Workflows depend on it, so it never changes. */
	reason: string;
	/** In the hint, after a count: `on the list Unsubscribed`. */
	words: string;
	/** Sentence about the time, for the hint. */
	clock?: string;
	/** In the output: what the user has to check. */
	warning?: string;
}

/** The result of an item. */
export type Result = {
	/** Missing if the recipient cannot be read. */
	target?: Target;
	/** Missing if somebody else defines the output. */
	columns?: RecipientColumns;
	/** In a dry run. */
	content?: Content;
	/** An earlier attempt had it, so it is in the ledger already. */
	isEarlier?: boolean;
} & (
	| { is: 'accepted'; output: IDataObject[] }
	| { is: 'skipped'; skip: Skip }
	/** In a dry run. */
	| { is: 'planned'; target: Target; warnings: string[]; scheduledFor?: string }
	/** `sent` is missing if no request went out. */
	| { is: 'failed'; error: Failure; sent?: Partial<SentColumns> }
);

export type FailedResult = Extract<Result, { is: 'failed' }>;
export type PlannedResult = Extract<Result, { is: 'planned' }>;

/** Nobody knows whether its message arrived. */
export const isUnconfirmed = (result?: Result): boolean =>
	result?.is === 'failed' && result.error.reason === 'unconfirmed';
