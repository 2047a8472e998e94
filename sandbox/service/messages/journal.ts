import { randomUUID } from 'node:crypto';
import type { RecordedRequest } from '../arrival/recordedRequest';
import type { Feed } from './feed';
import type { AcceptedMessage, Message } from './message';
import { viewOf, type MessageView } from './view';

const KEPT = 20_000;

/** What happened so far. Only the latest 20,000 entries of each kind are kept; the counts go on. */
export class Journal {
	readonly requests: RecordedRequest[] = [];

	readonly accepted: AcceptedMessage[] = [];

	readonly views: MessageView[] = [];

	/** Names the time since the sandbox started or was cleared. */
	era: string = randomUUID();

	counts = { accepted: 0, refused: 0 };

	private seq = 0;

	/** What each view is made of, at the same place. */
	private readonly viewed: RecordedRequest[] = [];

	constructor(
		private readonly feed: Feed,
		private readonly apiKey: string,
	) {}

	arrived(request: RecordedRequest): void {
		append(this.requests, request);
	}

	/** Counts the message as sent. */
	accept(request: RecordedRequest, message: Message): void {
		request.accepted = true;
		this.counts.accepted += 1;
		append(this.accepted, { ...message, acceptedAt: Date.now(), request });
		this.show(request);
	}

	/** @param status of the answer; undefined where there is none */
	refuse(request: RecordedRequest, problem: string, status?: number): void {
		request.problem = problem;
		request.status = status;
		this.counts.refused += 1;
		this.show(request);
	}

	clear(): void {
		for (const list of [this.requests, this.accepted, this.views, this.viewed]) list.length = 0;
		this.counts = { accepted: 0, refused: 0 };
		this.era = randomUUID();
		this.feed.reset(this.era);
	}

	/** The request behind a view; undefined once it is no longer kept. */
	requestOf(seq: number): RecordedRequest | undefined {
		// Views rise by one without a gap.
		return this.viewed[seq - (this.views[0]?.seq ?? 0)];
	}

	private show(request: RecordedRequest): void {
		this.seq += 1;
		const view = viewOf(request, this.seq, this.apiKey);
		append(this.views, view);
		append(this.viewed, request);
		this.feed.push(view, this.counts);
	}
}

/** Trims in large steps, because taking one entry off the front moves all others. */
function append<Entry>(list: Entry[], entry: Entry): void {
	list.push(entry);
	if (list.length > KEPT * 1.1) list.splice(0, list.length - KEPT);
}
