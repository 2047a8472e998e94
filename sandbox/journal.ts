import type { Message, RecordedRequest } from './request';

/** Everything that has arrived, until it is cleared. */
export class Journal {
	readonly requests: RecordedRequest[] = [];

	readonly accepted: Message[] = [];

	/** Messages and other rejected requests, for the page. */
	readonly shown: RecordedRequest[] = [];

	/** Greater than any before the sandbox was started again, so that an open page goes on. */
	private seq = Date.now();

	/** By recipient and text. */
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
		this.shown.push(Object.assign(request, { accepted: true, seq: ++this.seq }));
	}

	/** @param status of the response; undefined if the connection is cut */
	reject(request: RecordedRequest, problem: string, status?: number): void {
		this.shown.push(Object.assign(request, { problem, status, seq: ++this.seq }));
	}

	clear(): void {
		for (const list of [this.requests, this.accepted, this.shown]) list.length = 0;
		this.attempts.clear();
	}
}
