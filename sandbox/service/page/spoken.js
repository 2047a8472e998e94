/* global document, setTimeout */

import { shownRecipient } from './recipient.js';

/** Milliseconds. A screen reader hears of what arrives at most this often. */
const EVERY = 3000;

const status = document.getElementById('spoken');

let unsaid = [];
let isWaiting = false;

/** Tells a screen reader: one message by its recipient, several by their number. */
export function speak(views, counts) {
	unsaid.push(...views);
	if (isWaiting || unsaid.length === 0) return;
	isWaiting = true;
	setTimeout(() => {
		isWaiting = false;
		const total = `${counts().accepted} accepted, ${counts().refused} refused in all`;
		status.textContent = unsaid.length === 1 ? sentence(unsaid[0]) : `${unsaid.length} new messages, ${total}`;
		unsaid = [];
	}, EVERY);
}

/** Tells a screen reader something once. */
export function say(text) {
	unsaid = [];
	status.textContent = text;
}

function sentence({ recipient, accepted, problem, request }) {
	const what = recipient === undefined ? `Request ${request}` : `Message to ${shownRecipient(recipient)}`;
	return accepted ? `${what} accepted` : `${what} refused: ${problem}`;
}
