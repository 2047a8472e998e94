/* global document */

import { h, render } from './preact.js';
import { ALL, titleOf } from './chats.js';
import { Message } from './message.js';

/** The messages that are shown at first, and that each "Show earlier messages" adds. */
const PAGE = 500;

/** Pixels from the end that count as the end. */
const END = 60;

const log = document.getElementById('log');
const list = document.getElementById('messages');
const earlier = document.getElementById('earlier');
const newest = document.getElementById('newest');

/** The `seq` of the first message shown. */
let from = 0;

/** The log is laid out from its end (layout.css): it follows what arrives by itself, and its end is 0. */
export function scrollToEnd() {
	log.scrollTop = 0;
}

function isScrolledUp() {
	return log.scrollTop < -END;
}

export function drawConversation(chat, isFiltered) {
	const redraw = () => drawConversation(chat, isFiltered);
	const { key, messages } = chat;
	if (!isScrolledUp()) from = messages.at(-PAGE)?.seq ?? 0;
	const hidden = messages.filter(({ seq }) => seq < from).length;
	render(
		messages.slice(hidden).map((message) => {
			return h(Message, { key: message.seq, message, showsRecipient: key === ALL });
		}),
		list,
	);
	const count = messages.length;
	document.getElementById('chat-title').textContent = titleOf(chat);
	document.getElementById('chat-count').textContent =
		count === 1 ? '1 message' : `${count.toLocaleString()} messages`;
	document.getElementById('empty').hidden = count > 0 || isFiltered;
	document.getElementById('no-results').hidden = count > 0 || !isFiltered;
	earlier.hidden = hidden === 0;
	earlier.textContent = `Show earlier messages (${hidden.toLocaleString()})`;
	earlier.onclick = () => {
		from = messages[Math.max(0, hidden - PAGE)].seq;
		redraw();
		log.focus();
	};
	newest.onclick = () => {
		scrollToEnd();
		redraw();
		log.focus();
	};
}

log.addEventListener('scroll', () => (newest.hidden = !isScrolledUp()));
