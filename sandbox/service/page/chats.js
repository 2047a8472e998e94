/** More would make the page slow; the sandbox keeps the older ones. */
export const KEPT_PER_CHAT = 200;

export const EVERYTHING = 'everything';

/** Requests that name no recipient. */
const OTHER = 'other';

/** What arrived, one chat a recipient and one for everything. */
export class Chats {
	constructor() {
		this.clear();
	}

	clear() {
		this.byKey = new Map();
		this.lastSeq = 0;
		this.chat(EVERYTHING, 'Everything');
	}

	/** Takes views in the order of their `seq`; what is known already is left out. */
	add(views) {
		for (const view of views) {
			if (view.seq <= this.lastSeq) continue;
			this.lastSeq = view.seq;
			this.append(this.chat(EVERYTHING), view);
			this.append(this.chatOf(view), view);
		}
	}

	chatOf({ recipient, recipientType }) {
		if (recipient === undefined) return this.chat(OTHER, 'Other requests');
		return this.chat(`${recipientType} ${recipient}`, shownRecipient(recipient), recipientType === 'group');
	}

	/** Newest first, "Everything" on top. */
	ordered(search) {
		const [everything, ...others] = this.byKey.values();
		const wanted = search.replace(/^\+/, '').toLowerCase();
		const found = others.filter(({ title }) => title.toLowerCase().includes(wanted));
		return [everything, ...found.sort((one, other) => other.last.seq - one.last.seq)];
	}

	chat(key, title = key, isGroup = false) {
		if (!this.byKey.has(key)) this.byKey.set(key, { key, title, isGroup, messages: [], total: 0, last: undefined });
		return this.byKey.get(key);
	}

	append(chat, view) {
		chat.messages.push(view);
		chat.total += 1;
		chat.last = view;
		// Trimmed in steps, because taking one off the front moves all others.
		if (chat.messages.length > KEPT_PER_CHAT * 2) chat.messages.splice(0, chat.messages.length - KEPT_PER_CHAT);
	}
}

/** A number with its plus sign; anything else as it was sent. */
export function shownRecipient(recipient) {
	return /^[1-9]\d+$/.test(recipient) ? `+${recipient}` : recipient || 'Empty recipient';
}
