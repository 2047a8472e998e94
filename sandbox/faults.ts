/** A response other than the documented success. */
export interface AnswerFault {
	status: number;
	/** Text is sent as it is, anything else as JSON. */
	body?: unknown;
	/** Default: `text/plain; charset=utf-8` for text, `application/json` for anything else. */
	contentType?: string;
	/** `{port}` becomes the sandbox's port. */
	headers?: Record<string, string>;
	/** The message counts as sent despite the response. Default false. */
	accepted?: boolean;
}

/**
 * How a send can fail: a response; `cut-before`: the connection is cut and nothing is sent; `cut-after`: the
 * message counts as sent, then the connection is cut without a response; a delay in milliseconds before the
 * success.
 */
export type Fault = AnswerFault | 'cut-before' | 'cut-after' | { delay: number };

/** Fails only the first time a text is sent to the number. */
const ONCE = '503';

const json = (status: number, error: string): AnswerFault => ({ status, body: { error } });

const html = (status: number, title: string, heading = title): AnswerFault => {
	const body = `<!doctype html><html><head><title>${title}</title></head><body><h1>${heading}</h1></body></html>`;
	return { status, contentType: 'text/html; charset=utf-8', body };
};

const failed = 'The message could not be sent';
const headers = { 'content-length': '29', 'content-type': 'text/plain; charset=utf-8' };
const envelope500 = { status: 500, statusText: '', data: failed, headers };
const tooMany = { ...json(429, 'Too many messages'), headers: { 'retry-after': '5' } };
// A different origin than 127.0.0.1, but a client that follows stays on this machine and is recorded.
const elsewhere = { location: 'http://localhost:{port}/elsewhere' };

/** Of the United Kingdom's range for fiction, so nobody receives anything if a workflow uses the real service. */
const numbers: Array<[ending: string, does: string, fault: Fault]> = [
	['500', 'The service could not send the message', { status: 500, body: failed }],
	['501', 'The WhatsApp account is not connected', json(500, 'WhatsApp is not connected')],
	['502', 'A web page arrives instead of a response', html(502, '502 Bad Gateway')],
	[ONCE, 'Busy the first time, then accepted', { status: 503, body: 'Busy for a moment' }],
	['429', 'Too many messages, try again in 5 seconds', tooMany],
	['302', 'The service has another address', { status: 302, body: '', headers: elsewhere }],
	['200', 'Looks accepted, but the response says failed', { status: 200, body: envelope500 }],
	['201', 'A login page arrives instead of a response', html(200, 'Welcome', 'Please sign in')],
	['444', 'Accepted, but the connection breaks before the response', 'cut-after'],
	['408', 'Accepted, but the response takes 30 seconds', { delay: 30_000 }],
];

/** Test numbers: each always fails in the same way, like the test cards of payment providers. */
export const faultNumbers = numbers.map(([ending, does, fault]) => {
	return { phone: `447700900${ending}`, does, fault };
});

/** @param attempt 1 the first time this text is sent to this number */
export function faultOf(phone: string, attempt: number): Fault | undefined {
	if (phone.endsWith(ONCE) && attempt > 1) return undefined;
	return faultNumbers.find((number) => number.phone === phone)?.fault;
}
