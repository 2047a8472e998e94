/* global document, requestAnimationFrame, setTimeout */

import { Chats, EVERYTHING } from './chats.js';
import { onChatChosen, showChats } from './chatList.js';
import { showChat } from './conversation.js';
import { follow } from './live.js';
import { showSetup } from './setup.js';

/** Milliseconds. A screen reader hears the counts at most this often. */
const SPOKEN_EVERY = 3000;

const search = document.getElementById('search');
const live = document.getElementById('live');
const chats = new Chats();
let counts = { accepted: 0, refused: 0 };
let openKey = EVERYTHING;
let isDrawing = false;
let isSpeaking = false;

/** Draws once a frame, however much arrives in between. */
function draw() {
	if (isDrawing) return;
	isDrawing = true;
	requestAnimationFrame(() => {
		isDrawing = false;
		document.getElementById('accepted').textContent = counts.accepted.toLocaleString();
		document.getElementById('refused').textContent = counts.refused.toLocaleString();
		showChats(chats.ordered(search.value.trim()), openKey);
		showChat(chats.chat(openKey));
	});
}

function speak() {
	if (isSpeaking) return;
	isSpeaking = true;
	setTimeout(() => {
		isSpeaking = false;
		document.getElementById('spoken').textContent = `${counts.accepted} accepted, ${counts.refused} refused`;
	}, SPOKEN_EVERY);
}

function forget() {
	chats.clear();
	openKey = EVERYTHING;
	counts = { accepted: 0, refused: 0 };
}

onChatChosen((key) => {
	openKey = key;
	document.body.dataset.view = 'conversation';
	draw();
	// On a phone the list goes away, and the focus with it.
	if (document.getElementById('back').offsetParent) document.getElementById('back').focus();
});
document.getElementById('back').addEventListener('click', () => {
	document.body.dataset.view = 'chats';
	document.querySelector('#chats [aria-current]')?.focus();
});
search.addEventListener('input', draw);

follow({
	loaded(all) {
		// A sandbox that was started again counts from 1: what is shown is then from another life.
		if ((all.messages.at(-1)?.seq ?? 0) < chats.lastSeq) forget();
		counts = all.counts;
		chats.add(all.messages);
		draw();
	},
	arrived(some) {
		counts = some.counts;
		chats.add(some.messages);
		draw();
		speak();
	},
	reset() {
		forget();
		draw();
	},
	state(name) {
		live.dataset.state = name;
		live.textContent = name === 'live' ? 'Live' : 'Reconnecting…';
	},
});
void showSetup();
draw();
