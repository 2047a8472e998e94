import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/** Why an item failed, for a workflow that goes on with it. */
export type FailureReason = 'invalid' | 'rejected' | 'unreachable' | 'unconfirmed' | 'heldBack';

/** What has to be corrected before the item can be sent. */
export type Mends = 'item' | 'workflow' | 'credential' | 'nothing';

/** What is known about an error where it arises, beside its words. */
interface About {
	reason: FailureReason;
	mends: Mends;
	/** Whether its words say that nothing was sent. */
	saysNotSent: boolean;
}

/**
 * Why an item cannot be sent. `message` is one sentence that suffices alone, because n8n keeps nothing
 * else where On Error is "Continue"; `description` adds what else the user can do.
 */
abstract class Failure extends Error {
	abstract readonly reason: FailureReason;
	/** HTTP status of the response; none where there was no response. */
	readonly status?: number;

	constructor(
		message: string,
		readonly description: string | undefined,
		readonly about: Partial<About>,
	) {
		super(message);
	}
}

/** A value that cannot be sent, found before anything of its item is sent: its field, the value and the fix. */
export class InputError extends Failure {
	override readonly name = 'InputError';
	readonly reason: FailureReason;

	constructor(message: string, description?: string, about: Partial<About> = {}) {
		super(message, description, { mends: 'item', ...about });
		this.reason = about.reason ?? 'invalid';
	}
}

/** A request that failed. */
abstract class RequestError extends Failure {
	constructor(
		message: string,
		description: string,
		override readonly status?: number,
		about: Partial<About> = {},
	) {
		super(message, description, { mends: 'nothing', ...about });
	}
}

/** The other side has refused the request, with an HTTP status. */
export class RejectedError extends RequestError {
	override readonly name = 'RejectedError';
	readonly reason = 'rejected';
}

/** There was no connection, or no response to a request that changes nothing. */
export class ConnectionError extends RequestError {
	override readonly name = 'ConnectionError';
	readonly reason = 'unreachable';
}

/** The request was sent and not confirmed: it may have been processed. */
export class UnconfirmedError extends RequestError {
	override readonly name = 'UnconfirmedError';
	readonly reason = 'unconfirmed';
}

/** What is known around an error beside the error itself. */
export interface ErrorContext {
	itemIndex?: number;
	/** More sentences for the message, which is all that the canvas shows. */
	more?: Array<string | undefined>;
	/** In place of the error's own advice. */
	description?: string;
}

const known = (error: unknown) => (error ?? {}) as Partial<Failure>;

export const reasonOf = (error: unknown): FailureReason => known(error).reason ?? 'invalid';

export const statusOf = (error: unknown): number | undefined =>
	error instanceof Failure ? error.status : undefined;

/** n8n's own errors are those of expressions. */
export const mendsOf = (error: unknown): Mends => known(error).about?.mends ?? 'workflow';

export const saysNotSent = (error: unknown): boolean => known(error).about?.saysNotSent === true;

/** What to do about an error, where it says so. */
export const adviceOf = (error: unknown): string | undefined =>
	known(error).description || undefined;

/** The same error where it keeps an item from being sent. @param words which say that */
export function keptBy(error: unknown, words: string): unknown {
	if (!(error instanceof Failure)) return error;
	const copy = Object.create(Object.getPrototypeOf(error)) as Failure;
	const about = { ...error.about, saysNotSent: true };
	return Object.assign(copy, error, { message: `${words}: ${error.message}`, about });
}

/**
 * The item of a failed input item where On Error is "Continue", linked to it.
 *
 * @param warning one more sentence, about an earlier attempt
 */
export function errorItem(error: unknown, itemIndex: number, warning?: string): INodeExecutionData {
	return { json: { error: messageOf(error, [warning]) }, pairedItem: { item: itemIndex } };
}

/** An error as n8n shows it, stores it and hands it to error workflows. */
export function toNodeError(
	node: INode,
	error: unknown,
	{ itemIndex, more = [], description = adviceOf(error) }: ErrorContext = {},
): NodeApiError | NodeOperationError {
	const message = messageOf(error, more);
	if (error instanceof NodeApiError) return Object.assign(error, { description, message });
	const options = { message, description, itemIndex };
	const isRequest = error instanceof RequestError;
	const shown = isRequest
		? new NodeApiError(node, { message }, { ...options, httpCode: error.status?.toString() })
		: new NodeOperationError(node, message, options);
	// n8n replaces a message that has "ECONNREFUSED" and the like in it by a phrase of its own.
	shown.message = message;
	return shown;
}

/** The error's message with more sentences behind it. */
function messageOf(error: unknown, more: Array<string | undefined>): string {
	const message = error instanceof Error ? error.message : String(error);
	const sentences = more.filter(Boolean);
	return sentences.length > 0 ? [message.replace(/\.$/, ''), ...sentences].join('. ') : message;
}
