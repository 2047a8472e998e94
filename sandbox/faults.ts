/** A response other than the documented success. */
export interface AnswerFault {
	status: number;
	/** Text is sent as it is, anything else as JSON. `{port}` becomes the sandbox's port. */
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

/** A test number: it always fails in the same way, like the test cards of payment providers. */
export interface FaultNumber {
	phone: string;
	/** For the page and the command line. */
	does: string;
	fault: Fault;
	/** Fails only the first time a text is sent to the number. */
	firstTimeOnly?: boolean;
}

function webPage(status: number, title: string, heading: string): AnswerFault {
	const body = `<!doctype html><html><head><title>${title}</title></head><body><h1>${heading}</h1></body></html>`;
	return { status, contentType: 'text/html; charset=utf-8', body };
}

/** No real number starts with 6200, so nobody receives anything if a workflow uses the real service. */
export const faultNumbers: FaultNumber[] = [
	{
		phone: '6200000000500',
		does: 'HTTP 500 with a plain text message',
		fault: { status: 500, body: 'The message could not be sent' },
	},
	{
		phone: '6200000000501',
		does: 'HTTP 500 with JSON: { "error": … }',
		fault: { status: 500, body: { error: 'The WhatsApp instance is not connected' } },
	},
	{
		phone: '6200000000502',
		does: 'HTTP 502 with an HTML page',
		fault: webPage(502, '502 Bad Gateway', '502 Bad Gateway'),
	},
	{
		phone: '6200000000503',
		does: 'HTTP 503 the first time a text is sent, accepted after that',
		fault: { status: 503, body: 'Busy for a moment, try again' },
		firstTimeOnly: true,
	},
	{
		phone: '6200000000429',
		does: 'HTTP 429 with Retry-After: 5',
		fault: { status: 429, body: { error: 'Too many messages' }, headers: { 'retry-after': '5' } },
	},
	{
		phone: '6200000000302',
		does: 'HTTP 302 to another host',
		// A different origin than 127.0.0.1, but a client that follows stays on this machine and is recorded.
		fault: { status: 302, body: '', headers: { location: 'http://localhost:{port}/elsewhere' } },
	},
	{
		phone: '6200000000200',
		does: 'HTTP 200, but the envelope has status 500',
		fault: {
			status: 200,
			body: {
				status: 500,
				statusText: '',
				data: 'The message could not be sent',
				headers: { 'content-length': '29', 'content-type': 'text/plain; charset=utf-8' },
			},
		},
	},
	{
		phone: '6200000000201',
		does: 'HTTP 200 with an HTML page',
		fault: webPage(200, 'Welcome', 'Please sign in'),
	},
	{
		phone: '6200000000444',
		does: 'Accepted, then the connection is cut without a response',
		fault: 'cut-after',
	},
	{
		phone: '6200000000408',
		does: 'Accepted, but the response takes 30 seconds',
		fault: { delay: 30_000 },
	},
];

/** @param attempt 1 the first time this text is sent to this number */
export function faultOf(phone: string, attempt: number): Fault | undefined {
	const number = faultNumbers.find((entry) => entry.phone === phone);
	return number?.firstTimeOnly && attempt > 1 ? undefined : number?.fault;
}
