import type { Fault } from '../../sandbox';

/**
 * What the node can know after an attempt: the service acknowledged it; said no; or neither, so that
 * it may have been sent; or its input was bad, and nothing was sent.
 */
type Verdict = 'sent' | 'rejected' | 'unconfirmed' | 'invalid';

/** What the node says of an item: the verdict on its last attempt, or why there was none. */
export type Report =
	| Verdict
	| 'neverSendTo'
	| 'onlySendTo'
	| 'duplicate'
	| 'maxPerExecution'
	| 'sendHours'
	| 'list unread'
	| 'heldBack';

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
const rejected = (fault: Fault): Attempt => ({ verdict: 'rejected', taken: false, fault });
const unconfirmed = (taken: boolean, fault: Fault): Attempt => ({
	verdict: 'unconfirmed',
	taken,
	fault,
});

/** What can become of one attempt at one message. */
export const ATTEMPTS = {
	accept: { verdict: 'sent', taken: true },
	'500 text': rejected({ status: 500, body: 'No signal' }),
	'inner error': rejected({ status: 200, body: { status: 500, data: 'No signal' } }),
	'cut unread': { verdict: 'unconfirmed', taken: false, cutUnread: true },
	'cut before it was taken': unconfirmed(false, 'cut-before'),
	'cut after it was taken': unconfirmed(true, 'cut-after'),
	'504 of a proxy, taken': unconfirmed(true, { status: 504, accepted: true, ...html }),
	'200 HTML': unconfirmed(false, { status: 200, ...html }),
	late: { verdict: 'unconfirmed', taken: true, response: 'late' },
	'no response': { verdict: 'unconfirmed', taken: true, response: 'never' },
	'bad phone': { verdict: 'invalid', taken: false },
} as const satisfies Record<string, Attempt>;

export type AttemptName = keyof typeof ATTEMPTS;

export const attemptOf = (name: AttemptName): Attempt => ATTEMPTS[name];
