import type { Fault } from '../../../sandbox';

/** What the node can know after an attempt. */
export type Verdict =
	/** The service acknowledged it. */
	| 'sent'
	/** The service said no. */
	| 'refused'
	/** No answer, or one that says nothing: it may have gone out. */
	| 'unsure'
	/** Found before anything was sent. */
	| 'input';

interface Attempt {
	verdict: Verdict;
	/** Whether the service takes the message. */
	taken: boolean;
	/** What the sandbox does, once the body is read; none: it acknowledges. */
	fault?: Fault;
	/** The connection is cut when only the head of the request has arrived. */
	cutUnread?: boolean;
	/** The answer comes after the time-out. */
	slow?: boolean;
}

const html = { contentType: 'text/html', body: '<!doctype html><title>Oops</title>' };
const refused = (fault: Fault): Attempt => ({ verdict: 'refused', taken: false, fault });
const unsure = (taken: boolean, fault?: Fault): Attempt => ({ verdict: 'unsure', taken, fault });

/** Everything that can become of one attempt at one message. */
export const ATTEMPTS = {
	accept: { verdict: 'sent', taken: true },
	'500 text': refused({ status: 500, body: 'No signal' }),
	'500 JSON': refused({ status: 500, body: { error: 'Not connected' } }),
	'403 HTML': refused({ status: 403, ...html }),
	'422 JSON': refused({ status: 422, body: { message: 'Bad number' } }),
	'429 text': refused({ status: 429, body: 'Slow down' }),
	'302 elsewhere': refused({ status: 302, body: '', headers: { location: '/elsewhere' } }),
	'inner error': refused({ status: 200, body: { status: 500, data: 'No signal' } }),
	'cut unread': { ...unsure(false), cutUnread: true },
	'cut before it was taken': unsure(false, 'cut-before'),
	'cut after it was taken': unsure(true, 'cut-after'),
	slow: { ...unsure(true, { delay: 60_000 }), slow: true },
	'502 of a gateway': unsure(false, { status: 502, ...html }),
	'504 of a gateway, taken': unsure(true, { status: 504, accepted: true, ...html }),
	'200 HTML': unsure(false, { status: 200, ...html }),
	'200 HTML, taken': unsure(true, { status: 200, accepted: true, ...html }),
	'200 broken JSON': unsure(false, {
		status: 200,
		body: '{"status":200,"da',
		contentType: 'application/json',
	}),
	'200 nothing, taken': unsure(true, { status: 200, accepted: true, body: '' }),
	'bad phone': { verdict: 'input', taken: false },
} as const satisfies Record<string, Attempt>;

export type AttemptName = keyof typeof ATTEMPTS;

export const attemptOf = (name: AttemptName): Attempt => ATTEMPTS[name];
