/* global document, setTimeout */

/** Milliseconds between announcements to a screen reader. */
const INTERVAL = 3000;

const status = document.getElementById('announcement');

let waiting = [];
let latest;

export function announce(text) {
	waiting = [];
	status.textContent = text;
}

/** One message by its recipient, several by their number. */
export function announceMessages(views, counts) {
	latest = counts;
	if (waiting.length === 0 && views.length > 0) setTimeout(announceWaiting, INTERVAL);
	waiting.push(...views);
}

function announceWaiting() {
	if (waiting.length === 0) return;
	const [{ recipient, accepted, problem, request }] = waiting;
	const name = recipient === undefined ? `Request ${request}` : `Message to ${recipient}`;
	if (waiting.length === 1)
		announce(accepted ? `${name} accepted` : `${name} rejected: ${problem}`);
	else {
		const totals = `Accepted: ${latest.accepted}. Rejected: ${latest.rejected}.`;
		announce(`${waiting.length} new messages. ${totals}`);
	}
}
