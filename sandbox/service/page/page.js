/* global document, requestAnimationFrame */

import { Chats, EVERYTHING } from './chats.js';
import { focusChat, onChatChosen, showChats, showFirstChats } from './chatList.js';
import { offerClear } from './clear.js';
import { reopen, showChat } from './conversation.js';
import { onFilterChanged, showCounts } from './filterBar.js';
import { follow } from './live.js';
import { showSetup } from './setup.js';
import { closeRequest, closeSide, startSide } from './side.js';
import { say, speak } from './spoken.js';

const live = document.getElementById('live');
const back = document.getElementById('back');
const chats = new Chats();
let counts = { accepted: 0, refused: 0 };
let era;
let openKey = EVERYTHING;
let isDrawing = false;

/** Draws once a frame, however much arrives in between. */
function draw() {
	if (isDrawing) return;
	isDrawing = true;
	requestAnimationFrame(() => {
		isDrawing = false;
		showCounts(counts);
		offerClear(counts.accepted + counts.refused);
		showChats(chats.ordered(), openKey);
		showChat(chats.chat(openKey), chats);
	});
}

function forget(newEra) {
	era = newEra;
	chats.clear();
	openKey = EVERYTHING;
	counts = { accepted: 0, refused: 0 };
	closeRequest();
}

function backToChats() {
	document.body.dataset.view = 'chats';
	focusChat(openKey);
}

onChatChosen({
	open(key) {
		openKey = key;
		reopen();
		document.body.dataset.view = 'conversation';
		draw();
		// On a phone the list goes away, and the focus with it.
		if (back.offsetParent) back.focus();
	},
	redraw: draw,
});
onFilterChanged((filter) => {
	showFirstChats();
	chats.narrow(filter);
	draw();
});
back.addEventListener('click', backToChats);
document.addEventListener('keydown', ({ key }) => {
	if (key !== 'Escape' || document.querySelector('dialog[open]')) return;
	// Only the outermost of what lies on top of each other.
	if (!closeSide() && back.offsetParent) backToChats();
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
		speak(some.messages, () => counts);
	},
	cleared(newEra) {
		forget(newEra);
		draw();
		say('All messages cleared');
	},
	state(name) {
		live.dataset.state = name;
		live.textContent = name === 'live' ? 'Live' : 'Reconnecting…';
	},
});
startSide();
void showSetup();
draw();
