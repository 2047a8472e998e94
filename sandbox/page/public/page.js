/* global addEventListener, document, fetch, location, setTimeout */

/** Milliseconds between two requests for new messages. */
const INTERVAL = 500;

const byId = (id) => document.getElementById(id);
/** By recipient, as in the address: the entry of the list, and the messages. */
const chats = new Map();
let last = 0;
let newest;

async function showNewMessages() {
	const response = await fetch(`messages?after=${last}`).catch(() => undefined);
	if (response?.ok) {
		const { accepted, rejected, messages } = await response.json();
		last = messages.at(-1)?.seq ?? last;
		messages.forEach(add);
		showChat();
		byId('state').textContent = `Accepted ${accepted} · Rejected ${rejected}`;
	} else {
		byId('state').textContent = 'The sandbox has stopped. To continue, enter: npm start';
	}
	byId('state').classList.toggle('problem', !response?.ok);
	setTimeout(showNewMessages, INTERVAL);
}

/** Adds a message to its chat, which becomes the first of the list. */
function add(message) {
	const { to, title, arrivedAt, problem, attached, text } = message;
	const key = encodeURIComponent(to.toWellFormed());
	const created = { to, title, link: element('a', { href: `#${key}` }), articles: element('div') };
	newest = chats.get(key) ?? created;
	chats.set(key, newest);
	const state = { className: problem ? 'last problem' : 'last', dir: 'auto' };
	newest.link.replaceChildren(
		element('b', {}, title),
		timeOf(arrivedAt),
		element('span', state, problem ?? (text || attached)),
	);
	byId('chats').prepend(newest.link.parentNode ?? element('li', {}, newest.link));
	newest.articles.append(article(message));
}

/** Shows the chat that the address names, or the newest. */
function showChat() {
	if (!newest) return;
	const chosen = chats.get(location.hash.slice(1));
	const { to, title, link, articles } = chosen ?? newest;
	// A message that is moved would lose the focus.
	if (!articles.isConnected) byId('messages').replaceChildren(articles);
	byId('name').textContent = title;
	byId('number').textContent = title === to ? '' : to;
	document.querySelector('[aria-current]')?.removeAttribute('aria-current');
	link.ariaCurrent = 'true';
}

/** A message, or another request that was rejected. */
function article(message) {
	const { attached, text, footer, buttons, sendAt, problem, arrivedAt, request, shop } = message;
	const paragraphs = [
		['problem', problem],
		['attached', attached],
		['text', text],
		['quiet', footer],
		...buttons.map((label) => ['button', label]),
		['quiet', sendAt && `Scheduled for ${new Date(sendAt).toLocaleString()}`],
	];
	const mark = problem ? '✗ ' : '✓ Accepted, ';
	const key = shop ? `, by the key of ${shop}` : '';
	const summary = element('summary', {}, mark, timeOf(arrivedAt, true), key, ' · Request');
	return element(
		'article',
		{},
		...paragraphs
			.filter(([, content]) => content)
			.map(([className, content]) =>
				element('p', { className, dir: 'auto' }, ...withLinks(content)),
			),
		element('details', {}, summary, element('pre', { tabIndex: 0, ariaLabel: 'Request' }, request)),
	);
}

async function clear() {
	await fetch('messages', { method: 'DELETE' });
	location.assign(location.pathname);
}

function timeOf(at, withSeconds = false) {
	const short = withSeconds ? {} : { hour: '2-digit', minute: '2-digit' };
	return element('time', {}, new Date(at).toLocaleTimeString([], short));
}

/** An element with these properties and children. Text is never parsed as HTML. */
function element(tag, properties = {}, ...children) {
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

addEventListener('hashchange', showChat);
byId('clear').addEventListener('click', clear);
void showNewMessages();
