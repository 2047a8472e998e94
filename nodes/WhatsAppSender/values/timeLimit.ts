import type { IHttpRequestOptions } from 'n8n-workflow';

/**
 * The time in which the whole response to a request must arrive. It begins when the limit is made. If the
 * user has set none, it begins anew with each piece of a file, so that a slow line fails no upload.
 *
 * It replaces n8n's own timer, which would cut a long upload, and ends neither a response that
 * trickles nor an HTTP 101.
 */
export class TimeLimit {
	/** Milliseconds if the user has set none. Tests shorten it. */
	static DEFAULT_TIME_LIMIT = 300_000;

	readonly #expired = new AbortController();
	#begunAt = performance.now();
	#timer?: AbortSignal;

	/** @param millis as the user has set them */
	constructor(private readonly millis?: number) {
		this.#check();
	}

	/** Aborts when the time is over. */
	get signal(): AbortSignal {
		return this.#expired.signal;
	}

	/** Restarts the time, because a piece of the file was read to be sent. */
	extend(): void {
		if (this.millis === undefined) this.#begunAt = performance.now();
	}

	/** Stops the timer when the request is over. */
	end(): void {
		this.#timer?.removeEventListener('abort', this.#check);
	}

	/** One timer serves all pieces of a file: when it ends, it checks the time of the last one. */
	readonly #check = () => {
		const millis = this.millis ?? TimeLimit.DEFAULT_TIME_LIMIT;
		const left = this.#begunAt + millis - performance.now();
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

/** Aborts a request: by the stop button, its own signal, or its time limit. */
export const signalOf = ({ abortSignal, timeLimit }: TimedRequestOptions): AbortSignal =>
	AbortSignal.any(
		[abortSignal as AbortSignal, timeLimit?.signal].filter((one) => one !== undefined),
	);
