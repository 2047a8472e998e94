import type { Fault } from '../../sandbox';

/**
 * What the node can know after an attempt: the service acknowledged it; said no; or neither, so that
 * it may have been sent; or its input was bad, and nothing was sent.
 */
type Verdict = 'sent' | 'rejected' | 'unconfirmed' | 'input';

/** What the node says of an item: the verdict on its last attempt, or why there was none. */
export type Report =
	| Verdict
	| 'neverSendTo'
	| 'onlySendTo'
	| 'duplicate'
	| 'maxPerExecution'
	| 'sendHours'
	| 'list unread'
	| 'held back'
	| 'dry';

interface Attempt {
	verdict: Verdict;
	/** Whether the service takes the message. */
	taken: boolean;
	/** What the sandbox does, once the body is read; none: it acknowledges. */
	fault?: Fault;
	/** The connection is cut when only a part of the request has arrived. */
	cutUnread?: boolean;
	/** The response comes after the time-out, or never. */
	response?: 'late' | 'never';
}

const html = { contentType: 'text/html', body: '<!doctype html><title>Oops</title>' };
const brokenJson = { contentType: 'application/json', body: '{"status":200,"da' };
const rejected = (fault: Fault): Attempt => ({ verdict: 'rejected', taken: false, fault });
const unconfirmed = (taken: boolean, fault: Fault): Attempt => ({
	verdict: 'unconfirmed',
	taken,
	fault,
});

/** Everything that can become of one attempt at one message. */
export const ATTEMPTS = {
	accept: { verdict: 'sent', taken: true },
	'500 text': rejected({ status: 500, body: 'No signal' }),
	'500 JSON': rejected({ status: 500, body: { error: 'Not connected' } }),
	'403 HTML': rejected({ status: 403, ...html }),
	'422 JSON': rejected({ status: 422, body: { message: 'Bad number' } }),
	'429 text': rejected({ status: 429, body: 'Slow down' }),
	'302 elsewhere': rejected({ status: 302, body: '', headers: { location: '/elsewhere' } }),
	'inner error': rejected({ status: 200, body: { status: 500, data: 'No signal' } }),
	'cut unread': { verdict: 'unconfirmed', taken: false, cutUnread: true },
	'cut before it was taken': unconfirmed(false, 'cut-before'),
	'cut after it was taken': unconfirmed(true, 'cut-after'),
	'502 of a proxy': unconfirmed(false, { status: 502, ...html }),
	'503 of a proxy': unconfirmed(false, { status: 503, ...html }),
	'503 of Envoy': unconfirmed(false, {
		status: 503,
		body: 'upstream connect error or disconnect/reset before headers. reset reason: connection termination',
	}),
	'200 that says failed': rejected({ status: 200, body: { status: 'failed', data: 'ok' } }),
	'503 text': rejected({ status: 503, body: 'Busy' }),
	'504 of a proxy, taken': unconfirmed(true, { status: 504, accepted: true, ...html }),
	'200 HTML': unconfirmed(false, { status: 200, ...html }),
	'200 HTML, taken': unconfirmed(true, { status: 200, accepted: true, ...html }),
	'200 broken JSON': unconfirmed(false, { status: 200, ...brokenJson }),
	'200 nothing, taken': unconfirmed(true, { status: 200, accepted: true, body: '' }),
	late: { verdict: 'unconfirmed', taken: true, response: 'late' },
	'no response': { verdict: 'unconfirmed', taken: true, response: 'never' },
	'no response, not taken': {
		...unconfirmed(false, { status: 500, body: 'Nobody reads it' }),
		response: 'never',
	},
	'bad phone': { verdict: 'input', taken: false },
	/** The expression of an option gives nothing. */
	'no result': { verdict: 'input', taken: false },
	/** An option has a value that it does not take. */
	'bad option': { verdict: 'input', taken: false },
	/** A list is an expression, which a model could set, or the tool would wait for its hours. */
	'not as a tool': { verdict: 'input', taken: false },
} as const satisfies Record<string, Attempt>;

export type AttemptName = keyof typeof ATTEMPTS;

export const attemptOf = (name: AttemptName): Attempt => ATTEMPTS[name];
