import { randomUUID } from 'node:crypto';
import type { Message, RecordedRequest } from './request';

const KEPT = 20_000;

/** Everything that has arrived. Only the latest 20,000 entries of each kind are kept. */
export class Journal {
	readonly requests: RecordedRequest[] = [];

	readonly accepted: Message[] = [];

	/** Messages and other rejected requests, for the page. */
	readonly shown: RecordedRequest[] = [];

	/** Changes when the sandbox starts or is cleared. */
	era: string = randomUUID();

	/** Of messages. */
	counts = { accepted: 0, rejected: 0 };

	private seq = 0;

	/** By recipient and text. */
	private readonly attempts = new Map<string, number>();

	arrived(request: RecordedRequest): void {
		append(this.requests, request);
	}

	/** @returns 1 the first time this text is sent to this recipient */
	attempt({ recipient, text }: Message): number {
		const key = JSON.stringify([recipient, text]);
		const attempt = (this.attempts.get(key) ?? 0) + 1;
		this.attempts.set(key, attempt);
		return attempt;
	}

	accept(request: RecordedRequest, message: Message): void {
		append(this.accepted, message);
		this.counts.accepted += 1;
		append(this.shown, Object.assign(request, { accepted: true, seq: ++this.seq }));
	}

	/** @param status of the response; undefined if the connection is cut */
	reject(request: RecordedRequest, problem: string, status?: number): void {
		if (request.isMessage) this.counts.rejected += 1;
		append(this.shown, Object.assign(request, { problem, status, seq: ++this.seq }));
	}

	clear(): void {
		for (const list of [this.requests, this.accepted, this.shown]) list.length = 0;
		this.attempts.clear();
		this.counts = { accepted: 0, rejected: 0 };
		this.era = randomUUID();
	}
}

/** Trims in large steps: removing the first entry moves all others. */
function append<Entry>(list: Entry[], entry: Entry): void {
	list.push(entry);
	if (list.length > KEPT * 1.1) list.splice(0, list.length - KEPT);
}
