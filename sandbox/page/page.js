/* global document, requestAnimationFrame */

import { announce, announceMessages } from './announce.js';
import { ALL, Chats } from './chats.js';
import { drawChats, focusChat, onChatChosen } from './chatList.js';
import { allowClear } from './clear.js';
import { drawConversation, onScrolled, openAtEnd } from './conversation.js';
import { drawCounts, onFilterChanged } from './filters.js';
import { follow } from './live.js';
import { closePanel, closeRequest } from './panel.js';

const live = document.getElementById('live');
const back = document.getElementById('back');
const chats = new Chats();
let counts = { accepted: 0, rejected: 0 };
let era;
let openKey = ALL;
let isDrawing = false;

/** Draws once per frame, however much arrives in between. */
function draw() {
	if (isDrawing) return;
	isDrawing = true;
	requestAnimationFrame(() => {
		isDrawing = false;
		// A chat that moves up loses the focus.
		const focused = document.activeElement;
		drawCounts(counts);
		allowClear(counts.accepted + counts.rejected);
		drawChats(chats.sorted(), openKey);
		drawConversation(chats.chat(openKey), chats.isFiltered);
		if (document.activeElement !== focused) focused.focus({ preventScroll: true });
	});
}

function forget(newEra) {
	era = newEra;
	chats.clear();
	openKey = ALL;
	counts = { accepted: 0, rejected: 0 };
	openAtEnd();
	closeRequest();
}

function backToChats() {
	document.body.dataset.view = 'chats';
	focusChat(openKey);
}

onChatChosen((key = openKey) => {
	if (key !== openKey) openAtEnd();
	openKey = key;
	draw();
});
onScrolled(draw);
onFilterChanged((filter) => {
	chats.applyFilter(filter);
	openAtEnd();
	draw();
});
back.addEventListener('click', backToChats);
document.addEventListener('keydown', ({ key }) => {
	if (key !== 'Escape' || document.querySelector('dialog[open]')) return;
	if (!closePanel() && back.offsetParent) backToChats();
});

follow({
	loaded(all) {
		if (all.era !== era) forget(all.era);
		counts = all.counts;
		chats.add(all.messages);
		draw();
	},
	arrived(some) {
		counts = some.counts;
		chats.add(some.messages);
		draw();
		announceMessages(some.messages, counts);
	},
	cleared(newEra) {
		forget(newEra);
		draw();
		announce('All messages cleared');
	},
	state(name) {
		live.dataset.state = name;
		live.textContent = name === 'live' ? 'Live' : 'Reconnecting…';
	},
});
draw();
