/* global document, requestAnimationFrame, ResizeObserver */

import { render } from './preact.js';
import { arrowKeys } from './arrowKeys.js';
import { ALL } from './chats.js';
import { message } from './message.js';

/** The messages that are shown at first, and that each "Show earlier messages" adds. */
const PAGE = 500;

/** Pixels from the end that count as the end. */
const END = 60;

const log = document.getElementById('log');
const list = document.getElementById('messages');
const earlier = document.getElementById('earlier');
const newest = document.getElementById('newest');
const updateKeys = arrowKeys(list, '.request-button', 'last');

let shown = PAGE;
/** The `seq` of the newest message shown; undefined while the chat follows what arrives. */
let readUpTo;
let lastSeq;

export function drawConversation({ key, title, messages }, isFiltered) {
	const read = readUpTo === undefined ? messages : messages.filter(({ seq }) => seq <= readUpTo);
	const hidden = Math.max(0, read.length - shown);
	render(
		read.slice(hidden).map((view) => message(view, key === ALL)),
		list,
	);
	lastSeq = read.at(-1)?.seq;
	if (readUpTo === undefined) scrollToEnd();
	updateKeys();
	const count = messages.length;
	document.getElementById('chat-title').textContent = title;
	document.getElementById('chat-count').textContent =
		count === 1 ? '1 message' : `${count.toLocaleString()} messages`;
	document.getElementById('empty').hidden = count > 0 || isFiltered;
	document.getElementById('no-results').hidden = count > 0 || !isFiltered;
	newest.hidden = readUpTo === undefined;
	earlier.hidden = hidden === 0;
	earlier.textContent = `Show earlier messages (${hidden.toLocaleString()})`;
}

/** The next draw shows the newest messages and follows what arrives. */
export function openAtEnd() {
	shown = PAGE;
	readUpTo = undefined;
}

/** @param {() => void} draw draws the conversation in the next frame */
export function onScrolled(draw) {
	log.addEventListener('scroll', () => {
		const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < END;
		if (isAtEnd === (readUpTo === undefined)) return;
		readUpTo = isAtEnd ? undefined : lastSeq;
		draw();
	});
	newest.addEventListener('click', () => {
		openAtEnd();
		draw();
		log.focus();
	});
	earlier.addEventListener('click', () => {
		readUpTo ??= lastSeq;
		shown += PAGE;
		const fromEnd = log.scrollHeight - log.scrollTop;
		draw();
		// After the draw, in the same frame: what is read stays in its place.
		requestAnimationFrame(() => (log.scrollTop = log.scrollHeight - fromEnd));
		log.focus();
	});
	// A phone that is turned changes every height.
	new ResizeObserver(() => readUpTo === undefined && scrollToEnd()).observe(log);
}

function scrollToEnd() {
	log.scrollTop = log.scrollHeight;
}
