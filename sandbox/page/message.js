import { h } from './preact.js';
import { badge } from './chatList.js';
import { media } from './media.js';

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const onlyTime = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Views never change, so a message is built once per kind of chat. */
const built = { true: new WeakMap(), false: new WeakMap() };

/**
 * A message, or another request.
 *
 * @param {boolean} showsRecipient in the chat with all messages
 */
export function message(view, showsRecipient) {
	const known = built[showsRecipient];
	if (!known.has(view)) known.set(view, build(view, showsRecipient));
	return known.get(view);
}

function build(view, showsRecipient) {
	const { seq, recipient, recipientType, accepted, problem, request, text, footer } = view;
	return h(
		'li',
		{ key: seq, class: accepted ? 'message' : 'message rejected', 'data-seq': seq },
		showsRecipient &&
			recipient !== undefined &&
			h('p', { class: 'recipient' }, recipient, recipientType === 'group' && badge('Group')),
		problem !== undefined &&
			h('p', { class: 'problem' }, h('b', null, outcome(view)), ` ${problem}`),
		request !== undefined && h('code', null, request),
		media(view),
		text !== undefined && h('p', { class: 'text', dir: 'auto' }, withLinks(text)),
		footer !== undefined && h('p', { class: 'text quiet', dir: 'auto' }, footer),
		view.buttons?.length > 0 && buttons(view.buttons),
		details(view),
	);
}

function outcome({ accepted, status }) {
	if (accepted) return 'Accepted';
	return status ? `Rejected · HTTP ${status}` : 'Rejected';
}

/** Links can be clicked; what ends the sentence is not part of a link. */
function withLinks(text) {
	return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}*])/i).map((part, index) => {
		if (index % 2 === 0) return part;
		return h('a', { href: part, target: '_blank', rel: 'noopener noreferrer' }, part);
	});
}

function buttons(elements) {
	const items = elements.map((element) => h('li', { dir: 'auto' }, buttonLabel(element)));
	return h('ul', { class: 'buttons', 'aria-label': 'Buttons of the message' }, items);
}

/** The structure of a button is not shown (docs/service.md §2.5): common names are tried. */
function buttonLabel(element) {
	if (typeof element !== 'object' || element === null) return String(element);
	const names = ['title', 'text', 'label', 'displayText', 'display_text', 'name', 'body'];
	const name = names.find((each) => typeof element[each] === 'string');
	if (name) return element[name];
	const nested = Object.values(element).find(
		(value) => typeof value === 'object' && value !== null,
	);
	return nested && !Array.isArray(element) ? buttonLabel(nested) : JSON.stringify(element);
}

function details({ recipient, isInteractive, sendAt, at, accepted }) {
	const moment = new Date(at);
	const time = onlyTime.format(moment);
	const label =
		recipient === undefined ? `Request at ${time}` : `Request to ${recipient} at ${time}`;
	return h(
		'div',
		{ class: 'details quiet' },
		h('button', { class: 'request-button', tabindex: '-1', 'aria-label': label }, 'Request'),
		isInteractive && badge('Interactive'),
		sendAt !== undefined && badge(`Scheduled: ${formatSendAt(sendAt)}`),
		h('time', { datetime: moment.toISOString(), title: dateAndTime.format(moment) }, time),
		accepted && h('span', { class: 'tick', role: 'img', 'aria-label': 'Accepted' }, '✓'),
	);
}

/** The unit is not shown (docs/service.md §4.2): 12 digits or more can only be milliseconds. */
function formatSendAt(sendAt) {
	const moment = new Date(Number(sendAt) * (sendAt.length < 12 ? 1000 : 1));
	return Number.isNaN(moment.getTime()) ? sendAt : dateAndTime.format(moment);
}
