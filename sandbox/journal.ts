import type { Message, RecordedRequest } from './request';

/** All requests since the sandbox was started or reset, and the entries of the page. */
export class Journal {
	readonly requests: RecordedRequest[] = [];

	readonly accepted: Message[] = [];

	/** The entries of the page: messages, and other requests that were rejected. */
	readonly entries: RecordedRequest[] = [];

	/** Starts above the numbers of an earlier sandbox, so that an open page also shows what a new one receives. */
	private seq = Date.now();

	/** Counts attempts by recipient and text. */
	private readonly attempts = new Map<string, number>();

	/** @returns 1 the first time this text is sent to this recipient */
	attempt({ recipient, text }: Message): number {
		const key = JSON.stringify([recipient, text]);
		const attempt = (this.attempts.get(key) ?? 0) + 1;
		this.attempts.set(key, attempt);
		return attempt;
	}

	accept(request: RecordedRequest, message: Message): void {
		this.accepted.push(message);
		this.entries.push(Object.assign(request, { accepted: true, seq: ++this.seq }));
	}

	/** @param status of the response; undefined if the connection is cut */
	reject(request: RecordedRequest, problem: string, status?: number): void {
		this.entries.push(Object.assign(request, { problem, status, seq: ++this.seq }));
	}

	clear(): void {
		for (const list of [this.requests, this.accepted, this.entries]) list.length = 0;
		this.attempts.clear();
	}
}
