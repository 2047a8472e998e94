import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { masked, messageOf, serviceHeadersOf, type Message, type RecordedRequest } from './request';

/** All requests since the sandbox was started or reset, and the entries of the page in its file, if there is one. */
export class Journal {
	readonly requests: RecordedRequest[] = [];

	readonly accepted: Message[] = [];

	/** The entries of the page: messages, and other requests that were rejected. */
	readonly entries: RecordedRequest[] = [];

	/** Starts above the numbers of an earlier sandbox, so that an open page also shows what a new one receives. */
	private seq = Date.now();

	/** Counts attempts by recipient and text. */
	private readonly attempts = new Map<string, number>();

	/** @param file keeps the entries for the next sandbox, a line of JSON each, until they are cleared */
	constructor(private readonly file?: string) {
		if (!file || !existsSync(file)) return;
		// A crash can leave half a line.
		const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
		this.entries.push(...lines.map((line) => JSON.parse(line) as RecordedRequest));
		this.accepted.push(...this.entries.filter((entry) => entry.accepted).map(messageOf));
	}

	/** @returns 1 the first time this text is sent to this recipient */
	attempt({ recipient, text }: Message): number {
		const key = JSON.stringify([recipient, text]);
		const attempt = (this.attempts.get(key) ?? 0) + 1;
		this.attempts.set(key, attempt);
		return attempt;
	}

	accept(request: RecordedRequest, message: Message): void {
		this.accepted.push(message);
		this.addEntry(Object.assign(request, { accepted: true, seq: ++this.seq }));
	}

	/** @param status of the response; undefined if the connection is cut */
	reject(request: RecordedRequest, problem: string, status?: number): void {
		this.addEntry(Object.assign(request, { problem, status, seq: ++this.seq }));
	}

	private addEntry(entry: RecordedRequest): void {
		this.entries.push(entry);
		const kept = { ...entry, headers: serviceHeadersOf(entry), rawBody: undefined };
		if (this.file) appendFileSync(this.file, `${JSON.stringify(kept, masked)}\n`);
	}

	clear(): void {
		for (const list of [this.requests, this.accepted, this.entries]) list.length = 0;
		this.attempts.clear();
		if (this.file) writeFileSync(this.file, '');
	}
}
