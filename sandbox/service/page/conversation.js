/* global document */

import { bubble } from './bubble.js';
import { EVERYTHING } from './chats.js';
import { MessageWindow } from './messageWindow.js';

const newest = document.getElementById('newest');
const earlier = document.getElementById('earlier');
const beginning = document.getElementById('beginning');
const nothing = document.getElementById('nothing');
const nothingFits = document.getElementById('nothing-fits');
const title = document.getElementById('chat-title');
const count = document.getElementById('chat-count');

let open;
let openFilter;

const shown = new MessageWindow(
	document.getElementById('log'),
	document.getElementById('messages'),
	(view) => bubble(view, open.key === EVERYTHING),
	tellWhatIsHidden,
);

/** Shows a chat at its end. In the one already shown only what is new is added. */
export function showChat(chat, { filter, isNarrowed }) {
	const isOther = chat.key !== open?.key || filter !== openFilter || chat.messages.length === 0;
	open = chat;
	openFilter = filter;
	if (isOther) shown.openAtEnd(chat.messages);
	else shown.follow(chat.messages);
	title.textContent = chat.title;
	count.textContent = counted(chat.messages.length);
	nothing.hidden = chat.messages.length > 0 || isNarrowed;
	nothingFits.hidden = chat.messages.length > 0 || !isNarrowed;
}

/** The next time a chat is shown, it is at its end. */
export function reopen() {
	open = undefined;
}

function counted(number) {
	return number === 1 ? '1 message' : `${number.toLocaleString()} messages`;
}

function tellWhatIsHidden({ before, isAtEnd }) {
	earlier.hidden = before === 0;
	beginning.hidden = before > 0 || open.messages.length === 0;
	earlier.textContent = `Show earlier messages (${before.toLocaleString()})`;
	newest.hidden = isAtEnd;
}

newest.addEventListener('click', () => shown.openAtEnd(open.messages));
earlier.addEventListener('click', () => shown.addEarlier());
