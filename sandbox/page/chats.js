/** As many messages as the sandbox itself keeps. */
const KEPT = 20_000;

export const ALL = 'all';

/** One chat per recipient and one with all messages, each with the messages that match the filter. */
export class Chats {
	filter = { words: '', outcome: 'all' };

	constructor() {
		this.clear();
	}

	clear() {
		this.views = [];
		this.lastSeq = 0;
		this.group();
	}

	/** Adds views in the order of `seq`, and ignores known ones. */
	add(views) {
		for (const view of views) {
			if (view.seq <= this.lastSeq) continue;
			this.lastSeq = view.seq;
			this.views.push(view);
			if (matches(view, this.filter)) this.append(view);
		}
		// Trimmed in large steps: each means grouping again.
		if (this.views.length <= KEPT * 1.1) return;
		this.views.splice(0, this.views.length - KEPT);
		this.group();
	}

	applyFilter(filter) {
		this.filter = filter;
		this.group();
	}

	get isFiltered() {
		return this.filter.words.trim() !== '' || this.filter.outcome !== 'all';
	}

	/** Newest first, after the chat with all messages. */
	sorted() {
		const [all, ...others] = this.byKey.values();
		return [all, ...others.sort((a, b) => b.messages.at(-1).seq - a.messages.at(-1).seq)];
	}

	/** An empty chat if no message matches. */
	chat(key) {
		return this.byKey.get(key) ?? { key, title: key, messages: [] };
	}

	group() {
		this.byKey = new Map([[ALL, { key: ALL, title: 'All messages', messages: [] }]]);
		for (const view of this.views) if (matches(view, this.filter)) this.append(view);
	}

	append(view) {
		// Requests without a recipient share one chat.
		const key = view.recipient ?? 'Other requests';
		const isGroup = view.recipientType === 'group';
		if (!this.byKey.has(key)) this.byKey.set(key, { key, title: key, isGroup, messages: [] });
		this.byKey.get(key).messages.push(view);
		this.byKey.get(ALL).messages.push(view);
	}
}

/** Each word must occur somewhere. A number may be entered with spaces or dashes. */
function matches(view, { words, outcome }) {
	if (outcome !== 'all' && view.accepted !== (outcome === 'accepted')) return false;
	const wanted = words.trim().toLowerCase();
	if (wanted === '') return true;
	const text = textOf(view);
	const isNumber = /^[+\d\s().-]*\d[+\d\s().-]*$/.test(wanted);
	if (isNumber && text.includes(wanted.replace(/\D/g, ''))) return true;
	return wanted.split(/\s+/).every((word) => text.includes(word));
}

/** Views never change. */
const texts = new WeakMap();

function textOf(view) {
	if (!texts.has(view)) {
		const { recipient, text, footer, buttons, mediaUrl, file, problem, request } = view;
		const parts = [recipient, text, footer, buttons && JSON.stringify(buttons), mediaUrl];
		texts.set(view, [...parts, file?.name, problem, request].join('\n').toLowerCase());
	}
	return texts.get(view);
}
