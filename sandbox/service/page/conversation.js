/* global document */

import { bubble } from './bubble.js';
import { EVERYTHING, KEPT_PER_CHAT } from './chats.js';

const log = document.getElementById('log');
const list = document.getElementById('messages');
const earlier = document.getElementById('earlier');
const nothing = document.getElementById('nothing');
const newest = document.getElementById('newest');
const title = document.getElementById('chat-title');
const count = document.getElementById('chat-count');

let shownKey;
let shownSeq = 0;

/** Shows a chat. In the one already shown only what is new is added, so that thousands of messages stay quick. */
export function showChat(chat) {
	const isOther = chat.key !== shownKey || chat.total === 0;
	if (isOther) list.replaceChildren();
	if (isOther) shownSeq = 0;
	shownKey = chat.key;
	const wasAtEnd = isOther || isAtEnd();
	const added = chat.messages.slice(-KEPT_PER_CHAT).filter(({ seq }) => seq > shownSeq);
	shownSeq = chat.last?.seq ?? 0;
	list.append(...added.map((view) => bubble(view, chat.key === EVERYTHING)));
	while (list.childElementCount > KEPT_PER_CHAT) list.firstElementChild.remove();

	title.textContent = chat.title;
	count.textContent = chat.total === 1 ? '1 message' : `${chat.total.toLocaleString()} messages`;
	const hidden = chat.total - list.childElementCount;
	earlier.hidden = hidden <= 0;
	earlier.textContent = `${hidden.toLocaleString()} earlier messages are not shown`;
	nothing.hidden = chat.total > 0;
	if (wasAtEnd) toEnd();
	else if (added.length > 0) newest.hidden = false;
}

function isAtEnd() {
	return log.scrollHeight - log.scrollTop - log.clientHeight < 60;
}

function toEnd() {
	log.scrollTop = log.scrollHeight;
	newest.hidden = true;
}

newest.addEventListener('click', toEnd);
log.addEventListener('scroll', () => {
	if (isAtEnd()) newest.hidden = true;
});
// A picture gets its height only once it is loaded, after the chat was scrolled to its end.
list.addEventListener('load', ({ target }) => {
	if (log.scrollHeight - log.scrollTop - log.clientHeight < target.clientHeight + 60) toEnd();
}, true);
