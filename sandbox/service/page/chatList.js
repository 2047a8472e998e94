/* global document, CSS, performance, setTimeout */

import { arrowKeys } from './arrowKeys.js';
import { badge } from './bubble.js';
import { element } from './element.js';

/** A broadcast has thousands of recipients; more are shown on demand, or found with the search field. */
const SHOWN_AT_ONCE = 100;

/** Milliseconds after the last touch for which the chats keep their places: nobody wants to hit a chat that just moved. */
const CALM = 2000;

const list = document.getElementById('chats');
const more = document.getElementById('more-chats');
const keys = arrowKeys(list, 'button', 'first');

let shown = SHOWN_AT_ONCE;
let order = [];
let touchedAt = -CALM;
let redraw = () => {};

/** Shows the chats, newest first. Keeps the keyboard focus on the chat it was on. */
export function showChats(chats, openKey) {
	const focused = list.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
	const placed = isTouched() ? inFormerOrder(chats) : chats;
	order = placed.map(({ key }) => key);
	list.replaceChildren(...placed.slice(0, shown).map((chat) => entry(chat, chat.key === openKey)));
	keys.refresh();
	const hidden = chats.length - shown;
	more.hidden = hidden <= 0;
	more.textContent = `Show more recipients (${hidden.toLocaleString()} not shown)`;
	if (focused) list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

/** @param {{ open(key: string): void, redraw(): void }} page */
export function onChatChosen(page) {
	redraw = page.redraw;
	list.addEventListener('click', (event) => {
		const button = event.target.closest('button');
		if (button) page.open(button.dataset.key);
	});
	more.addEventListener('click', () => {
		shown += SHOWN_AT_ONCE;
		page.redraw();
	});
}

/** Back to the first hundred, when other chats are asked for. */
export function showFirstChats() {
	shown = SHOWN_AT_ONCE;
	touchedAt = -CALM;
}

export function focusChat(key) {
	(list.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? list.querySelector('button'))?.focus();
}

function isTouched() {
	return performance.now() - touchedAt < CALM;
}

for (const touch of ['pointermove', 'pointerdown', 'keydown', 'wheel']) {
	list.addEventListener(touch, touched, { passive: true });
}

function touched() {
	if (!isTouched()) setTimeout(settle, CALM);
	touchedAt = performance.now();
}

function settle() {
	if (isTouched()) setTimeout(settle, CALM);
	else redraw();
}

/** Who is new waits at the end. */
function inFormerOrder(chats) {
	const places = new Map(order.map((key, place) => [key, place]));
	const place = ({ key }) => places.get(key) ?? Infinity;
	return [...chats].sort((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)));
}

function entry(chat, isOpen) {
	const refused = chat.last && !chat.last.accepted;
	return element(
		'li',
		{},
		element(
			'button',
			{ type: 'button', tabindex: '-1', 'data-key': chat.key, 'aria-current': isOpen && 'true' },
			element('span', { class: 'title' }, element('bdi', {}, chat.title), chat.isGroup && badge('Group')),
			element('span', { class: 'total' }, chat.messages.length.toLocaleString()),
			element('span', { class: refused ? 'last refused' : 'last', dir: 'auto' }, lastLine(chat.last)),
		),
	);
}

function lastLine(last) {
	if (!last) return 'Nothing to show';
	if (!last.accepted) return `Refused: ${last.problem}`;
	return last.text?.slice(0, 120) || last.file?.name || last.mediaUrl || 'Empty message';
}
