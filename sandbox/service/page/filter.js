import { shownRecipient } from './recipient.js';

/** What is typed into the search field, and which outcome is wanted: `all`, `accepted` or `refused`. */
export const NO_FILTER = { words: '', outcome: 'all' };

/** Whether a view is to be shown. Each word must occur somewhere; a number may be typed with spaces or dashes. */
export function passes(view, { words, outcome }) {
	if (outcome !== 'all' && view.accepted !== (outcome === 'accepted')) return false;
	const wanted = words.trim().toLowerCase();
	if (wanted === '') return true;
	const text = searched(view);
	if (isPhone(wanted) && text.includes(wanted.replace(/\D/g, ''))) return true;
	return wanted.split(/\s+/).every((word) => text.includes(word));
}

function isPhone(text) {
	return /^[+\d\s().-]*\d[+\d\s().-]*$/.test(text);
}

/** Views never change, so their text is put together once. */
const texts = new WeakMap();

function searched(view) {
	if (!texts.has(view)) texts.set(view, textOf(view).toLowerCase());
	return texts.get(view);
}

function textOf({ recipient, text, footer, buttons, mediaUrl, file, problem, request }) {
	const shown = recipient === undefined ? undefined : shownRecipient(recipient);
	const parts = [shown, text, footer, buttons && JSON.stringify(buttons), mediaUrl, file?.name, problem, request];
	return parts.filter((part) => part !== undefined).join('\n');
}
