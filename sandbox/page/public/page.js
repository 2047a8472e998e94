/* global document, fetch, setTimeout */

/** Milliseconds between two requests for new messages. */
const INTERVAL = 500;

const byId = (id) => document.getElementById(id);
let last = 0;

async function showNewMessages() {
	const response = await fetch(`messages?after=${last}`).catch(() => undefined);
	if (response?.ok) {
		const { accepted, rejected, messages } = await response.json();
		last = messages.at(-1)?.seq ?? last;
		byId('messages').append(...messages.map(article));
		byId('empty').hidden = last > 0;
		byId('state').textContent = `Message sandbox · Accepted ${accepted} · Rejected ${rejected}`;
	} else byId('state').textContent = 'Reconnecting…';
	setTimeout(showNewMessages, INTERVAL);
}

/** A message, or another request that was rejected. */
function article({ to, lines, problem, arrivedAt, request }) {
	const time = `${problem ? '✗' : '✓'} ${new Date(arrivedAt).toLocaleTimeString()}`;
	const details = element('details', {}, element('summary', {}, `${time} · Request`));
	details.append(element('pre', { tabIndex: 0, ariaLabel: 'Request' }, request));
	const paragraphs = lines.map((line) => element('p', { dir: 'auto' }, ...withLinks(line)));
	const reason = element('p', { className: 'problem' }, problem ?? '');
	return element('article', {}, element('b', {}, to), reason, ...paragraphs, details);
}

/** An element with these properties and children. Text is never parsed as HTML. */
function element(tag, properties, ...children) {
	const created = Object.assign(document.createElement(tag), properties);
	created.append(...children);
	return created;
}

/** The parts of a text, with a link for each URL. Punctuation at its end is not part of the URL. */
function withLinks(text) {
	const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}*])/i);
	const link = (href) => element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, href);
	return parts.map((part, index) => (index % 2 === 0 ? part : link(part)));
}

void showNewMessages();
