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
const faults: Record<string, { does: string; fault: Fault }> = {
	'500': { does: 'The service could not send the message', fault: failed },
	'502': { does: 'A proxy responds with a web page', fault: proxy },
	'503': { does: 'Busy the first time, then accepted', fault: { status: 503, body: 'Busy' } },
	'429': { does: 'Too many messages', fault: { status: 429, ...tooMany } },
	'444': { does: 'Accepted, but no response arrives', fault: 'cut-after' },
};

/**
 * Test numbers. Each always fails in the same way, like the test cards of payment providers. The British ones are of the
 * range for fiction, so a workflow that sends to them by the real service reaches nobody. Indonesia, the country of the
 * demo's contacts, has no such range, so these are invented.
 */
export const faultNumbers = Object.entries(faults).map(([ending, { does }]) => {
	return { does, phones: [`6281200030${ending}`, `447700900${ending}`] };
});

/** @param attempt 1 if this text is sent to this number for the first time */
export function faultOf(phone: string, attempt: number): (typeof faults)[string] | undefined {
	const [, ending] = /^(?:6281200030|447700900)(\d{3})$/.exec(phone) ?? [];
	return ending === '503' && attempt > 1 ? undefined : faults[ending];
}
