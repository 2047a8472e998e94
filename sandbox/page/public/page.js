/* global document, fetch, location, setTimeout */

import { element, messageItem } from './message.js';

/** Milliseconds between two looks for new messages. */
const INTERVAL = 500;

/** As many as the sandbox gives a page that opens. */
const KEPT = 2000;

const ALL = 'All messages';

const at = (id) => document.getElementById(id);
const [chats, list, log] = ['chats', 'messages', 'log'].map(at);

let era;
let last = 0;
let open = ALL;

/** The button of a chat; a new one comes first, after the one with all messages. */
function buttonOf(chat) {
	const known = [...chats.children].find(({ value }) => value === chat);
	if (known) return known;
	const preview = element('span', { className: 'preview quiet', dir: 'auto' });
	const choose = () => show(chat);
	const name = element('bdi', {}, chat);
	const button = element('button', { value: chat, onclick: choose }, name, preview);
	if (chat === ALL) chats.prepend(button);
	else buttonOf(ALL).after(button);
	return button;
}

/** Shows the messages of a chat, from its end on. */
function show(chat) {
	open = chat;
	at('chat-title').textContent = chat;
	for (const item of list.children) item.hidden = !isOpen(item.dataset.chat);
	for (const button of chats.children) button.ariaCurrent = String(button.value === chat);
	log.scrollTop = 0;
}

const isOpen = (chat) => open === ALL || open === chat;

function add(message) {
	const { seq, chat, accepted, problem, text, file, mediaUrl } = message;
	last = seq;
	const item = messageItem(message);
	item.hidden = !isOpen(chat);
	list.append(item);
	if (list.children.length > KEPT) list.firstElementChild.remove();
	const preview = accepted ? text || file?.filename || mediaUrl : `Rejected: ${problem}`;
	for (const button of [buttonOf(ALL), buttonOf(chat)]) {
		button.lastElementChild.textContent = preview?.slice(0, 120) || 'Empty message';
	}
}

async function follow() {
	const known = era ? `?era=${era}&after=${last}` : '';
	const response = await fetch(`messages${known}`).catch(() => undefined);
	at('live').textContent = response?.ok ? '● Live' : 'Reconnecting…';
	if (response?.ok) {
		const { counts, messages, ...news } = await response.json();
		// It began anew, and has forgotten what this page shows.
		if (era && news.era !== era) return location.reload();
		era = news.era;
		messages.forEach(add);
		if (messages.length > 0) {
			at('empty').hidden = true;
			at('counts').textContent = `Accepted ${counts.accepted} · Rejected ${counts.rejected}`;
		}
	}
	setTimeout(follow, INTERVAL);
}

async function drawSetup() {
	const { basePath, apiKey, faultNumbers } = await (await fetch('setup')).json();
	const entry = (name, value) => [element('dt', {}, name), element('dd', {}, value)];
	const url = location.origin + basePath;
	at('credential').append(...entry('Base URL', url), ...entry('API Key', apiKey));
	at('test-numbers').append(...faultNumbers.flatMap(({ phone, does }) => entry(phone, does)));
}

show(buttonOf(ALL).value);
void drawSetup();
void follow();
