/* global document, CSS */

import { badge } from './bubble.js';
import { element } from './element.js';

/** A broadcast has thousands of recipients; the others are found with the search field. */
const SHOWN = 200;

const list = document.getElementById('chats');
const leftOut = document.getElementById('chats-left-out');

/** Shows the chats, newest first. Keeps the keyboard focus on the chat it was on. */
export function showChats(chats, openKey) {
	const focused = list.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
	list.replaceChildren(...chats.slice(0, SHOWN).map((chat) => entry(chat, chat.key === openKey)));
	const hidden = chats.length - SHOWN;
	leftOut.hidden = hidden <= 0;
	leftOut.textContent = `${hidden.toLocaleString()} more recipients; use the search field to find one`;
	if (focused) list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

/** @param {(key: string) => void} open */
export function onChatChosen(open) {
	list.addEventListener('click', (event) => {
		const button = event.target.closest('button');
		if (button) open(button.dataset.key);
	});
}

function entry(chat, isOpen) {
	const refused = chat.last && !chat.last.accepted;
	return element(
		'li',
		{},
		element(
			'button',
			{ type: 'button', 'data-key': chat.key, 'aria-current': isOpen && 'true' },
			element('span', { class: 'title' }, element('bdi', {}, chat.title), chat.isGroup && badge('Group')),
			element('span', { class: 'total' }, chat.total.toLocaleString()),
			element('span', { class: refused ? 'last refused' : 'last', dir: 'auto' }, lastLine(chat.last)),
		),
	);
}

function lastLine(last) {
	if (!last) return 'Nothing yet';
	if (!last.accepted) return `Refused: ${last.problem}`;
	return last.text?.slice(0, 120) || last.file?.name || last.mediaUrl || 'Empty message';
}
