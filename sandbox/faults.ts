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

const failed = { status: 500, body: 'The message could not be sent' };
const page = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';
const proxy = { status: 502, contentType: 'text/html; charset=utf-8', body: page };
const tooMany = { body: { error: 'Too many messages' }, headers: { 'retry-after': '5' } };

/** By the last three digits of the number. `503` rejects a text only the first time. */
const faults: Record<string, { name: string; fault: Fault }> = {
	'500': { name: 'Always rejected', fault: failed },
	'502': { name: 'Web page of a proxy', fault: proxy },
	'503': { name: 'Busy at first', fault: { status: 503, body: 'Busy' } },
	'429': { name: 'Too many messages', fault: { status: 429, ...tooMany } },
	'444': { name: 'Lost response', fault: 'cut-after' },
};

/**
 * The British numbers are of the range for fiction, so a workflow that sends to them by the real service reaches nobody.
 * Indonesia and Brazil have no such range, so theirs are invented.
 */
const STARTS = ['6281200030', '447700900', '5511990030'];

/** Test numbers. Each always fails in the same way, like the test cards of payment providers. */
export const faultNumbers = STARTS.flatMap((start) =>
	Object.entries(faults).map(([ending, { name }]) => ({ name, phone: start + ending })),
);

/** @param attempt 1 if this text is sent to this number for the first time */
export function faultOf(phone: string, attempt: number): (typeof faults)[string] | undefined {
	const start = STARTS.find((each) => phone.startsWith(each));
	const ending = start ? phone.slice(start.length) : '';
	return ending === '503' && attempt > 1 ? undefined : faults[ending];
}
