/* global document, fetch, setTimeout */

/** Milliseconds between two looks for new messages. */
const INTERVAL = 500;

const at = (id) => document.getElementById(id);
let last = 0;

async function follow() {
	const response = await fetch(`messages?after=${last}`).catch(() => undefined);
	if (response?.ok) {
		const { accepted, rejected, messages } = await response.json();
		last = messages.at(-1)?.seq ?? last;
		at('messages').append(...messages.map(messageItem));
		at('empty').hidden = last > 0;
		at('state').textContent = `Message sandbox · Accepted ${accepted} · Rejected ${rejected}`;
	} else at('state').textContent = 'Reconnecting…';
	setTimeout(follow, INTERVAL);
}

/** A message, or a rejected request for something else. */
function messageItem({ to, lines, problem, arrivedAt, request }) {
	const time = `${problem ? '✗' : '✓'} ${new Date(arrivedAt).toLocaleTimeString()}`;
	const details = element('details', {}, element('summary', {}, `${time} · Request`));
	details.append(element('pre', { tabIndex: 0, ariaLabel: 'Request' }, request));
	const paragraphs = lines.map((line) => element('p', { dir: 'auto' }, ...withLinks(line)));
	const reason = element('p', { className: 'problem' }, problem ?? '');
	return element('article', {}, element('b', {}, to), reason, ...paragraphs, details);
}

/** An element with these properties and children; whatever is a text stays one. */
function element(tag, properties, ...children) {
	const made = Object.assign(document.createElement(tag), properties);
	made.append(...children);
	return made;
}

/** Links can be clicked; what ends the sentence is not part of a link. Nothing is loaded from another host. */
function withLinks(text) {
	const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}*])/i);
	const link = (href) => element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, href);
	return parts.map((part, index) => (index % 2 === 0 ? part : link(part)));
}

void follow();
