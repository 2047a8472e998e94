import { NO_FILTER, passes } from './filter.js';
import { shownRecipient } from './recipient.js';

/** As many as the sandbox itself keeps. */
const KEPT = 20_000;

export const EVERYTHING = 'everything';

/** Requests that name no recipient. */
const OTHER = 'other';

/** What arrived and passes the filter, one chat a recipient and one for everything. */
export class Chats {
	constructor() {
		this.filter = NO_FILTER;
		this.clear();
	}

	clear() {
		this.views = [];
		this.titles = new Map();
		this.lastSeq = 0;
		this.group();
	}

	/** Takes views in the order of their `seq`; what is known already is left out. */
	add(views) {
		for (const view of views) {
			if (view.seq <= this.lastSeq) continue;
			this.lastSeq = view.seq;
			this.views.push(view);
			if (passes(view, this.filter)) this.append(view);
		}
		// Trimmed in large steps, because each means to group all anew.
		if (this.views.length <= KEPT * 1.1) return;
		this.views.splice(0, this.views.length - KEPT);
		this.group();
	}

	narrow(filter) {
		this.filter = filter;
		this.group();
	}

	get isNarrowed() {
		return this.filter.words.trim() !== '' || this.filter.outcome !== 'all';
	}

	/** Newest first, "Everything" on top. * */
	ordered() {
		const [everything, ...others] = this.byKey.values();
		return [everything, ...others.sort((one, other) => other.last.seq - one.last.seq)];
	}

	/** @returns an empty chat where none of its messages passes */
	chat(key) {
		return this.byKey.get(key) ?? { ...this.titles.get(key), messages: [], last: undefined };
	}

	group() {
		this.byKey = new Map();
		this.chatOf(EVERYTHING, 'Everything');
		for (const view of this.views) if (passes(view, this.filter)) this.append(view);
	}

	append(view) {
		for (const chat of [this.byKey.get(EVERYTHING), this.chatFor(view)]) {
			chat.messages.push(view);
			chat.last = view;
		}
	}

	chatFor({ recipient, recipientType }) {
		if (recipient === undefined) return this.chatOf(OTHER, 'Other requests');
		return this.chatOf(`${recipientType} ${recipient}`, shownRecipient(recipient), recipientType === 'group');
	}

	chatOf(key, title, isGroup = false) {
		if (!this.byKey.has(key)) this.byKey.set(key, { key, title, isGroup, messages: [], last: undefined });
		this.titles.set(key, { key, title, isGroup });
		return this.byKey.get(key);
	}
}
