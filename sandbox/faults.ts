/** A response other than the documented success. */
export interface AnswerFault {
	status: number;
	/** Text is sent as it is, anything else as JSON. */
	body?: unknown;
	/** Default: `text/plain; charset=utf-8` for text, `application/json` for anything else. */
	contentType?: string;
	/** `{port}` becomes the sandbox's port. */
	headers?: Record<string, string>;
	/** Whether the message counts as sent despite the response. Default false. */
	accepted?: boolean;
}

/**
 * How a send can fail: another response; `cut-before`: the connection is cut before the message is sent; `cut-after`:
 * the message counts as sent, and the connection is cut before the response; a delay in milliseconds before success.
 */
export type Fault = AnswerFault | 'cut-before' | 'cut-after' | { delay: number };

/** This number rejects a text only the first time. */
const ONCE = '447700900503';

const failed = { status: 500, body: 'The message could not be sent' };
const page = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';
const proxy = { status: 502, contentType: 'text/html; charset=utf-8', body: page };
const tooMany = { body: { error: 'Too many messages' }, headers: { 'retry-after': '5' } };

/**
 * Test numbers. Each always fails in the same way, like the test cards of payment providers. They are of the United
 * Kingdom's range for fiction, so a workflow that sends to them by the real service reaches nobody.
 */
export const faultNumbers: Array<{ phone: string; does: string; fault: Fault }> = [
	{ phone: '447700900500', does: 'The service could not send the message', fault: failed },
	{ phone: '447700900502', does: 'A proxy responds with a web page', fault: proxy },
	{ phone: ONCE, does: 'Busy the first time, then accepted', fault: { status: 503, body: 'Busy' } },
	{ phone: '447700900429', does: 'Too many messages', fault: { status: 429, ...tooMany } },
	{ phone: '447700900444', does: 'Accepted, but no response arrives', fault: 'cut-after' },
];

/** @param attempt 1 if this text is sent to this number for the first time */
export function faultOf(phone: string, attempt: number): Fault | undefined {
	if (phone === ONCE && attempt > 1) return undefined;
	return faultNumbers.find((number) => number.phone === phone)?.fault;
}
