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
	/** Whether nobody can read its phone, which goes out as it is entered. */
	isUnread?: boolean;
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
	 * @returns the JSON of the item's output
	 * @throws UnconfirmedError if the request may have been processed, any other error if it was not
	 */
	post(payload: P): Promise<IDataObject[]>;
	/** For a dry run, which does not post. */
	preview?(payload: P): Preview;

	// What a rule may ask for. A message that is skipped does not read the rest.

	/** The service that sends the message; missing for Webhook List. */
	service?(target: T): Promise<Service>;
	/** Code of the country of numbers without one; `''` if none is set. */
	country?(target: T): Promise<string>;
	/** ISO time of a scheduled message. */
	scheduledFor?(target: T): Promise<string | undefined>;
	/** Name of the message's campaign. */
	campaign?(target: T): string | undefined;

	// What the output needs of an item that has no target, or no payload.

	/**
	 * For an item whose recipient cannot be read: the value as entered. Without it, the output contains only the error.
	 */
	recipientAsEntered?(item: number): RecipientColumns | undefined;
	/** What must not be shown with the values of an item. */
	secrets?(item: number): Promise<string[]>;
	/** For a dry run: an item that has no message, as far as it can be built without opening its file. */
	previewAsEntered?(item: number): Preview;
	/** Labels of the added options, for the hint of a dry run. */
	optionNames?: string[];
	/** The input of a tool call that n8n's routing runs. It is the same object in all tries of the call. */
	call?: IDataObject;
}

/** What a dry run says about a message. */
export interface Preview {
	/** As the reader sees it, with the footer and the buttons below it. */
	text: string;
	/** The text alone, which tells the message from another one for the same recipient. */
	message: string;
	/** The address or the name of the file; missing if the operation sends none. */
	file?: string;
	/** ISO time of a scheduled message. */
	scheduledFor?: string;
	/** Probable mistakes: `{name} is left in the text`. */
	warnings: string[];
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

/**
 * The result of an item. `target` is missing if its recipient cannot be read. `isEarlier`: an earlier attempt had it, so
 * it is in the ledger already.
 */
export type Result = { target?: Target; isEarlier?: boolean } & (
	| { is: 'accepted'; output: IDataObject[] }
	| { is: 'skipped'; skip: Skip }
	/** In a dry run. */
	| { is: 'planned'; target: Target; preview?: Preview }
	| { is: 'failed' | 'unconfirmed'; error: Failure }
);

/** How people find an item in their data, e.g. in a sheet of 1,200 rows. */
export class Row {
	/** As the sheet numbers it (`row_number`), else the item's place from 1. */
	readonly number: number;
	/** Whether the input names the row. */
	readonly isNumbered: boolean;

	/** @param place of the item among all of the execution, from 1 */
	constructor({ row_number: entered }: IDataObject, place: number) {
		const rowNumber = Number(entered) || undefined;
		this.isNumbered = rowNumber !== undefined;
		this.number = rowNumber ?? place;
	}

	/** `Row 9`, or `Item 8` */
	toString(): string {
		return `${this.isNumbered ? 'Row' : 'Item'} ${this.number}`;
	}
}
