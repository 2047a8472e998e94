import type { IDataObject, IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';
import { reasonOf } from '../errors/failures';
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

/** How an operation sends its items. Expressions of an item are evaluated only when it is about to be sent. */
export interface Sender {
	/** @throws if the recipient of the item cannot be read */
	prepare(item: number): Promise<Draft>;
	/**
	 * For the output of an item whose recipient cannot be read: the value as entered. Without this function, the
	 * output contains only the error.
	 */
	recipientAsEntered?(item: number): RecipientColumns;
	/** What must not be shown with the values of an item. */
	secrets?(item: number): Promise<string[]>;
	/** For a dry run: the text of an item that has no message; empty if it cannot be built. */
	previewText?(item: number): string;
	/** Labels of the added options, for the hint of a dry run. */
	optionNames?: string[];
	/** The input of a tool call that n8n's routing runs. It is the same object in all tries of the call. */
	call?: IDataObject;
}

/** A message whose recipient is known. The rest is read when it is needed. */
export interface Draft {
	/** As the request contains it. */
	recipient: string;
	/** Identifies the recipient, however it is entered. In a test: the original recipient. */
	person: string;
	columns?: RecipientColumns;
	/** The service that sends the message; missing for Webhook List. */
	service?(): Promise<Service>;
	/** Code of the country of numbers without one; `''` if none is set. */
	country?(): Promise<string>;
	/** ISO time of a scheduled message. */
	scheduledFor?(): Promise<string | undefined>;
	/** Name of the message's campaign. */
	campaign?(): string | undefined;
	/** Builds and validates the message, and sends nothing. */
	build(): Promise<Message>;
}

/** A message that is ready to be sent. */
export interface Message {
	preview?(): Preview;
	/**
	 * Sends the request, once.
	 *
	 * @returns the JSON of the item's output
	 * @throws UnconfirmedError if the request may have been processed, any other error if it was not
	 */
	send(): Promise<IDataObject[]>;
}

/** What a dry run says about a message. */
export interface Preview {
	body: IDataObject;
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
	/** If the item would be sent later: the time now, and when the hours begin. */
	hours?: { now: string; from: string };
	/** In the output: what the user has to check. */
	warning?: string;
}

/** The result of an item. `draft` is missing if its recipient cannot be read. */
export type Result = { draft?: Draft } & (
	| { is: 'accepted'; output: IDataObject[] }
	| { is: 'skipped'; skip: Skip }
	/** In a dry run. `later` is set if only the hours prevent the message now. */
	| { is: 'planned'; draft: Draft; preview?: Preview; later?: Skip }
	| { is: 'failed' | 'unconfirmed'; error: unknown }
);

export const failure = (error: unknown, draft?: Draft): Result => ({
	is: reasonOf(error) === 'unconfirmed' ? 'unconfirmed' : 'failed',
	error,
	draft,
});
