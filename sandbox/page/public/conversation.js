/* global document */

import { h, render } from './preact.js';
import { ALL, titleOf } from './chats.js';
import { Message } from './message.js';

/** The messages that are shown at first, and that each "Show earlier messages" adds. */
const PAGE = 500;

/** Pixels from the end that count as the end. */
const END = 60;

const [log, list, earlier, newest] = ['log', 'messages', 'earlier', 'newest'].map((id) =>
	document.getElementById(id),
);

/** The `seq` of the first message shown. */
let from = 0;

/** The log is laid out from its end (page.css): it follows what arrives by itself, and its end is 0. */
export function scrollToEnd() {
	log.scrollTop = 0;
}

const isScrolledUp = () => log.scrollTop < -END;

export function drawConversation(chat, isFiltered) {
	const { key, messages } = chat;
	if (!isScrolledUp()) from = messages.at(-PAGE)?.seq ?? 0;
	const hidden = messages.filter(({ seq }) => seq < from).length;
	const showsRecipient = key === ALL;
	render(
		messages.slice(hidden).map((message) => {
			return h(Message, { key: message.seq, message, showsRecipient });
		}),
		list,
	);
	const count = messages.length;
	const unit = messages[0]?.request === undefined ? 'message' : 'request';
	document.getElementById('chat-title').textContent = titleOf(key);
	document.getElementById('chat-count').textContent =
		count === 1 ? `1 ${unit}` : `${count.toLocaleString()} ${unit}s`;
	document.getElementById('empty').hidden = count > 0 || isFiltered;
	document.getElementById('no-results').hidden = count > 0 || !isFiltered;
	earlier.hidden = hidden === 0;
	earlier.textContent = `Show earlier messages (${hidden.toLocaleString()})`;
	const redraw = () => {
		drawConversation(chat, isFiltered);
		log.focus();
	};
	earlier.onclick = () => {
		from = messages[Math.max(0, hidden - PAGE)].seq;
		redraw();
	};
	newest.onclick = () => {
		scrollToEnd();
		redraw();
	};
}

log.addEventListener('scroll', () => (newest.hidden = !isScrolledUp()));
