import type { IHttpRequestOptions } from 'n8n-workflow';

/**
 * The time that one request has until its whole response is there. If the user has set none, it begins
 * anew with each piece of a file, so that a slow line fails no upload.
 *
 * It replaces n8n's own timer, which would cut a long upload, and ends neither a response that
 * trickles nor an HTTP 101.
 */
export class TimeLimit {
	/** Milliseconds if the user has set none. */
	static DEFAULT_TIME_LIMIT = 300_000;

	readonly #millis: number;
	readonly #isFixed: boolean;
	readonly #expired = new AbortController();
	#begunAt = 0;
	#timer?: AbortSignal;

	/** @param millis as the user has set them */
	constructor(millis?: number) {
		this.#millis = millis ?? TimeLimit.DEFAULT_TIME_LIMIT;
		this.#isFixed = millis !== undefined;
	}

	/** Begins with the request. @returns ends it with the time, and when `stopped` does */
	begin(stopped?: AbortSignal): AbortSignal {
		this.#begunAt = performance.now();
		this.#check();
		const { signal } = this.#expired;
		return stopped ? AbortSignal.any([stopped, signal]) : signal;
	}

	/** A piece of the file was taken. */
	extend(): void {
		if (!this.#isFixed) this.#begunAt = performance.now();
	}

	/** The request is over: nothing keeps its timer. */
	end(): void {
		this.#timer?.removeEventListener('abort', this.#check);
	}

	/** One timer for any number of pieces: when it ends, it looks at the last one. */
	readonly #check = () => {
		const left = this.#begunAt + this.#millis - performance.now();
		if (left <= 0) return this.#expired.abort();
		this.#timer = AbortSignal.timeout(Math.ceil(left));
		this.#timer.addEventListener('abort', this.#check);
	};
}

export type TimedRequestOptions = IHttpRequestOptions & { timeLimit?: TimeLimit };

/** A request with a time limit, by default its `timeout`, and with n8n's own timer off. */
export const withTimeLimit = ({ timeLimit, ...request }: TimedRequestOptions) => ({
	...request,
	timeout: 0,
	timeLimit: timeLimit ?? new TimeLimit(request.timeout),
});

/** What ends a request: the stop button, its own signal, or its time, which begins now. */
export function signalOf({ abortSignal, timeLimit }: TimedRequestOptions) {
	const stopped = abortSignal as AbortSignal | undefined;
	return timeLimit ? timeLimit.begin(stopped) : stopped;
}
