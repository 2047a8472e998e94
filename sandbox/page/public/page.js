/* global clearTimeout, document, fetch, setTimeout */

import { ALL, chatsOf, drawChats, focusChat } from './chats.js';
import { drawConversation, scrollToEnd } from './conversation.js';
import { drawSetup } from './setup.js';

/** Milliseconds between two looks for new messages. */
const INTERVAL = 500;

/** Milliseconds without a new message until a screen reader hears the counts. */
const QUIET = 1000;

/** The most messages that a page shows, which is what the sandbox gives it when it opens. */
const KEPT = 10_000;

const ids = ['live', 'announcement', 'search', 'outcomes', 'clear', 'back'];
const [live, announcement, search, outcomes, clear, back] = ids.map((id) =>
	document.getElementById(id),
);

let era;
let messages = [];
let counts = { accepted: 0, rejected: 0 };
let openKey = ALL;
let outcome = 'all';
let announcing;

function draw() {
	// A chat that moves up loses the focus.
	const focused = document.activeElement;
	const chats = chatsOf(messages, search.value, outcome);
	const open = chats.find(({ key }) => key === openKey) ?? { key: openKey, messages: [] };
	drawCounts();
	drawChats(chats, openKey, openChat);
	drawConversation(open, search.value.trim() !== '' || outcome !== 'all');
	if (document.activeElement !== focused) focused.focus({ preventScroll: true });
}

function drawCounts() {
	const { accepted, rejected } = counts;
	const numbers = { all: accepted + rejected, accepted, rejected };
	for (const button of outcomes.children) {
		button.ariaPressed = String(button.dataset.outcome === outcome);
		button.lastElementChild.textContent = numbers[button.dataset.outcome].toLocaleString();
	}
	// None is no alarm.
	outcomes.querySelector('[data-outcome=rejected] b').classList.toggle('danger', rejected > 0);
}

function openChat(key) {
	if (key !== openKey) scrollToEnd();
	openKey = key;
	document.body.dataset.view = 'conversation';
	draw();
	// On a phone the list of chats disappears, with the focus.
	if (back.offsetParent) back.focus();
}

function applyFilter() {
	scrollToEnd();
	draw();
}

/** `era` changes when the sandbox starts or is cleared: messages of another era are gone. */
function update(news) {
	const isCleared = news.era !== era;
	if (!isCleared && news.messages.length === 0) return;
	if (isCleared) [messages, openKey] = [[], ALL];
	era = news.era;
	counts = news.counts;
	messages = [...messages, ...news.messages].slice(-KEPT);
	draw();
	clearTimeout(announcing);
	announcing = setTimeout(() => {
		announcement.textContent = `Accepted: ${counts.accepted}. Rejected: ${counts.rejected}.`;
	}, QUIET);
}

async function follow() {
	const known = era ? `?era=${era}&after=${messages.at(-1)?.seq ?? 0}` : '';
	const response = await fetch(`messages${known}`).catch(() => undefined);
	if (response?.ok) update(await response.json());
	live.dataset.state = response?.ok ? 'live' : 'connecting';
	live.textContent = response?.ok ? '● Live' : 'Reconnecting…';
	setTimeout(follow, INTERVAL);
}

search.addEventListener('input', applyFilter);
outcomes.addEventListener('click', ({ target }) => {
	outcome = target.closest('button')?.dataset.outcome ?? outcome;
	applyFilter();
});
document.getElementById('show-all').addEventListener('click', () => {
	[search.value, outcome] = ['', 'all'];
	applyFilter();
	search.focus();
});
document.getElementById('clear-confirm').addEventListener('click', async () => {
	const { ok } = await fetch('messages', { method: 'DELETE' });
	if (ok) clear.hidePopover();
});
back.addEventListener('click', () => {
	document.body.dataset.view = 'chats';
	focusChat(openKey);
});
void drawSetup();
void follow();
