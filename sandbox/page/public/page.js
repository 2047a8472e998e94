/* global addEventListener, document, fetch, location, setTimeout */

/** Milliseconds between two requests for new messages. */
const INTERVAL = 500;

const byId = (id) => document.getElementById(id);
/** By recipient, as in the address: the messages, and the entry of the list. */
const chats = new Map();
let last = 0;
/** The chat that is open. */
let open;

async function showNewMessages() {
	const response = await fetch(`messages?after=${last}`).catch(() => undefined);
	if (response?.ok) {
		const { accepted, rejected, messages } = await response.json();
		last = messages.at(-1)?.seq ?? last;
		messages.forEach(add);
		if (messages.length > 0) showChat(messages);
		byId('state').textContent = `Accepted ${accepted} · Rejected ${rejected}`;
	} else byId('state').textContent = 'Reconnecting…';
	setTimeout(showNewMessages, INTERVAL);
}

const keyOf = ({ to }) => encodeURIComponent(to.toWellFormed());

/** Adds a message to its chat, which becomes the first of the list. */
function add(message) {
	const { to, title, arrivedAt, problem, attached, text } = message;
	const key = keyOf(message);
	const chat = chats.get(key) ?? { to, title, messages: [], item: element('li') };
	chats.set(key, chat);
	chat.messages.push(message);
	const link = element('a', { href: `#${key}` }, element('b', {}, title));
	const state = { className: problem ? 'last problem' : 'last', dir: 'auto' };
	link.append(timeOf(arrivedAt), element('span', state, problem ?? (text || attached)));
	chat.item.replaceChildren(link);
	byId('chats').prepend(chat.item);
}

/** Shows the chat that the address names, or the newest. @param added the messages that are new */
function showChat(added = []) {
	const chosen = chats.get(location.hash.slice(1));
	document.body.classList.toggle('chosen', chosen !== undefined);
	const chat = chosen ?? (added.length > 0 && chats.get(keyOf(added.at(-1))));
	if (!chat) return;
	const { to, title, messages, item } = chat;
	const isOpen = open === chat;
	open = chat;
	const from = isOpen ? messages.length - added.filter((each) => each.to === to).length : 0;
	const articles = messages.slice(from).flatMap((message, index) => {
		const day = dayOf(message);
		const isNewDay = day !== dayOf(messages[from + index - 1]);
		const heading = element('p', { className: 'day' }, day);
		return isNewDay ? [heading, article(message)] : [article(message)];
	});
	if (!isOpen) byId('messages').replaceChildren();
	byId('messages').append(...articles);
	byId('name').textContent = title;
	byId('number').textContent = title === to ? '' : to;
	byId('who').hidden = false;
	byId('empty').hidden = true;
	document.querySelector('[aria-current]')?.removeAttribute('aria-current');
	item.firstChild.ariaCurrent = 'true';
}

/** A message, or another request that was rejected. */
function article({ attached, text, footer, buttons, sendAt, problem, arrivedAt, request }) {
	const paragraph = (className, content) =>
		content ? [element('p', { className, dir: 'auto' }, ...withLinks(content))] : [];
	const mark = problem ? '✗' : '✓ Accepted,';
	const details = element(
		'details',
		{},
		element('summary', {}, mark, ' ', timeOf(arrivedAt, true), ' · Request'),
	);
	details.append(element('pre', { tabIndex: 0, ariaLabel: 'Request' }, request));
	return element(
		'article',
		{ className: problem ? 'rejected' : '' },
		...paragraph('problem', problem),
		...paragraph('attached', attached),
		...paragraph('text', text),
		...paragraph('quiet', footer),
		...buttons.flatMap((label) => paragraph('button', label)),
		...paragraph('quiet', sendAt && `Scheduled for ${new Date(sendAt).toLocaleString()}`),
		details,
	);
}

const dayOf = (message) => message && new Date(message.arrivedAt).toDateString();

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

addEventListener('hashchange', () => showChat());
void showNewMessages();
