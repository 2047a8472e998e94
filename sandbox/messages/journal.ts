import { createHash, randomUUID } from 'node:crypto';
import type { RecordedRequest } from '../requests/recordedRequest';
import { viewMessage, type MessageView } from '../views/messageView';
import type { Feed } from './feed';
import { KeptFiles } from './keptFiles';
import type { Message } from './message';

const KEPT = 20_000;

/** Everything that has arrived. Only the latest 20,000 entries of each kind are kept. */
export class Journal {
	readonly requests: RecordedRequest[] = [];

	readonly accepted: Message[] = [];

	readonly views: MessageView[] = [];

	readonly files = new KeptFiles();

	/** Changes when the sandbox starts or is cleared. */
	era: string = randomUUID();

	counts = { accepted: 0, rejected: 0 };

	private seq = 0;

	/** The requests behind `views`, at the same index. */
	private readonly viewed: RecordedRequest[] = [];

	/** By recipient and text. */
	private readonly attempts = new Map<string, number>();

	constructor(
		private readonly feed: Feed,
		private readonly apiKey: string,
	) {}

	arrived(request: RecordedRequest): void {
		append(this.requests, request);
	}

	/** @returns 1 the first time this text is sent to this recipient */
	attempt({ recipient, text }: Message): number {
		const key = createHash('sha256')
			.update(JSON.stringify([recipient, text]))
			.digest('base64');
		const attempt = (this.attempts.get(key) ?? 0) + 1;
		this.attempts.set(key, attempt);
		if (this.attempts.size > KEPT)
			this.attempts.delete(this.attempts.keys().next().value as string);
		return attempt;
	}

	/** Counts the message as sent. */
	accept(request: RecordedRequest, message: Message): void {
		request.accepted = true;
		this.counts.accepted += 1;
		append(this.accepted, message);
		this.show(request);
	}

	/** @param status of the response; undefined if the connection is cut */
	reject(request: RecordedRequest, problem: string, status?: number): void {
		Object.assign(request, { problem, status });
		this.counts.rejected += 1;
		this.show(request);
	}

	clear(): void {
		for (const list of [this.requests, this.accepted, this.views, this.viewed]) list.length = 0;
		this.attempts.clear();
		this.files.clear();
		this.counts = { accepted: 0, rejected: 0 };
		this.era = randomUUID();
		this.feed.reset(this.era);
	}

	/** The request behind a view; undefined once it is no longer kept. */
	requestOf(seq: number): RecordedRequest | undefined {
		// `seq` has no gaps.
		return this.viewed[seq - (this.views[0]?.seq ?? 0)];
	}

	private show(request: RecordedRequest): void {
		this.seq += 1;
		const view = viewMessage(request, this.seq, this.apiKey);
		append(this.views, view);
		append(this.viewed, request);
		this.feed.push(view, this.counts);
	}
}

/** Trims in large steps: removing the first entry moves all others. */
function append<Entry>(list: Entry[], entry: Entry): void {
	list.push(entry);
	if (list.length > KEPT * 1.1) list.splice(0, list.length - KEPT);
}
