/* global document, CSS, matchMedia */

import { h, render } from './preact.js';

export const ALL = '';

export const titleOf = (key) => (key === ALL ? 'All messages' : key);

/** A broadcast has thousands of recipients: those after the newest are found with the search. */
const SHOWN = 500;

const list = document.getElementById('chats');

let places = new Map();

/**
 * One chat per recipient with the messages that match, and one with other rejected requests, newest first,
 * after the one with all messages.
 */
export function chatsOf(messages, words, outcome) {
	const matching = messages.filter((message) => matches(message, words, outcome));
	const chats = new Map();
	for (const message of matching) {
		const key = message.recipient ?? 'Other requests';
		const chat = chats.get(key) ?? { key, messages: [] };
		chat.messages.push(message);
		chats.delete(key);
		chats.set(key, chat);
	}
	const all = { key: ALL, messages: matching.filter(({ request }) => request === undefined) };
	return [all, ...[...chats.values()].reverse()];
}

/** Each word must occur somewhere. A number may be entered with spaces or dashes. */
function matches(message, words, outcome) {
	if (outcome !== 'all' && message.accepted !== (outcome === 'accepted')) return false;
	const wanted = words.trim().toLowerCase();
	const { recipient, text, footer, buttons, mediaUrl, file, problem, request } = message;
	const parts = [recipient, text, footer, JSON.stringify(buttons), mediaUrl, file?.name];
	const searched = [...parts, problem, request].join('\n').toLowerCase();
	const isNumber = /^[+\d\s().-]*\d[+\d\s().-]*$/.test(wanted);
	if (isNumber && searched.includes(wanted.replace(/\D/g, ''))) return true;
	return wanted.split(/\s+/).every((word) => searched.includes(word));
}

/** @param {(key: string) => void} choose opens a chat */
export function drawChats(chats, openKey, choose) {
	// Chats keep their places under the mouse: nobody wants to hit a chat that just moved.
	const isHovered = matchMedia('(hover: hover)').matches && list.matches(':hover');
	if (!isHovered) places = new Map(chats.map(({ key }, place) => [key, place]));
	const place = ({ key }) => places.get(key) ?? places.size;
	const sorted = [...chats].sort((a, b) => place(a) - place(b)).slice(0, SHOWN);
	render(
		sorted.map((chat) => entry(chat, chat.key === openKey, choose)),
		list,
	);
	list.onmouseleave = () => drawChats(chats, openKey, choose);
}

export function focusChat(key) {
	const button = list.querySelector(`[data-key="${CSS.escape(key)}"]`);
	(button ?? list.querySelector('button')).focus();
}

function entry({ key, messages }, isOpen, choose) {
	const last = messages.at(-1);
	const kind = last?.accepted === false ? 'problem' : 'quiet';
	const button = h(
		'button',
		{ 'data-key': key, 'aria-current': isOpen ? 'true' : undefined, onClick: () => choose(key) },
		h('bdi', null, titleOf(key)),
		h('span', { class: 'quiet' }, messages.length.toLocaleString()),
		h('span', { class: `last ${kind}`, dir: 'auto' }, preview(last)),
	);
	return h('li', { key }, button);
}

function preview(last) {
	if (!last) return 'No messages';
	if (!last.accepted) return `Rejected: ${last.problem}`;
	return last.text?.slice(0, 120) || last.file?.name || last.mediaUrl || 'Empty message';
}
