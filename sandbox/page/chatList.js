/* global document, CSS, matchMedia */

import { h, render } from './preact.js';
import { arrowKeys } from './arrowKeys.js';

/** A broadcast has thousands of recipients: more are shown on request, or found with the search. */
const PAGE = 100;

const list = document.getElementById('chats');
const more = document.getElementById('more-chats');
const back = document.getElementById('back');
const updateKeys = arrowKeys(list, 'button', 'first');

let shown = PAGE;
let order = [];

/** @param chats newest first */
export function drawChats(chats, openKey) {
	// Chats keep their places under the mouse: nobody wants to hit a chat that just moved.
	const isHovered = matchMedia('(hover: hover)').matches && list.matches(':hover');
	const sorted = isHovered ? inOrder(chats) : chats;
	order = sorted.map(({ key }) => key);
	render(
		sorted.slice(0, shown).map((chat) => entry(chat, chat.key === openKey)),
		list,
	);
	updateKeys();
	more.hidden = chats.length <= shown;
	more.textContent = `Show more chats (${(chats.length - shown).toLocaleString()})`;
}

/** @param {(key?: string) => void} changed without a key to draw again */
export function onChatChosen(changed) {
	list.addEventListener('click', ({ target }) => {
		const button = target.closest('button');
		if (!button) return;
		document.body.dataset.view = 'conversation';
		changed(button.dataset.key);
		// On a phone the list disappears, with the focus.
		if (back.offsetParent) back.focus();
	});
	list.addEventListener('mouseleave', () => changed());
	more.addEventListener('click', () => {
		shown += PAGE;
		changed();
	});
}

export function focusChat(key) {
	const button = list.querySelector(`[data-key="${CSS.escape(key)}"]`);
	(button ?? list.querySelector('button')).focus();
}

/** New chats come last. */
function inOrder(chats) {
	const index = new Map(order.map((key, place) => [key, place]));
	const place = ({ key }) => index.get(key) ?? order.length;
	return [...chats].sort((a, b) => place(a) - place(b));
}

function entry({ key, title, isGroup, messages }, isOpen) {
	const last = messages.at(-1);
	const button = h(
		'button',
		{ 'data-key': key, tabindex: '-1', 'aria-current': isOpen ? 'true' : undefined },
		h('span', { class: 'title' }, h('bdi', null, title), isGroup && badge('Group')),
		h('span', { class: 'quiet' }, messages.length.toLocaleString()),
		h(
			'span',
			{ class: last?.accepted === false ? 'last problem' : 'last quiet', dir: 'auto' },
			preview(last),
		),
	);
	return h('li', { key }, button);
}

export function badge(text) {
	return h('span', { class: 'badge' }, text);
}

function preview(last) {
	if (!last) return 'No messages';
	if (!last.accepted) return `Rejected: ${last.problem}`;
	return last.text?.slice(0, 120) || last.file?.name || last.mediaUrl || 'Empty message';
}
