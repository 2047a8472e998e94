import { element } from './element.js';
import { linked } from './linked.js';
import { media } from './media.js';
import { shownRecipient } from './recipient.js';

/**
 * One message, or one refused request.
 *
 * @param {boolean} namesRecipient in the chat of everything
 */
export function bubble(view, namesRecipient) {
	const label = view.accepted ? 'Accepted' : `Refused${view.status ? ` · HTTP ${view.status}` : ''}`;
	return element(
		'li',
		{ class: view.accepted ? 'bubble' : 'bubble refused', 'data-seq': String(view.seq) },
		namesRecipient && recipientLine(view),
		view.problem !== undefined && element('p', { class: 'problem' }, element('b', {}, label), ` ${view.problem}`),
		view.request !== undefined && element('code', { class: 'request' }, view.request),
		...media(view),
		view.text !== undefined && element('p', { class: 'text', dir: 'auto' }, ...linked(view.text)),
		view.footer !== undefined && element('p', { class: 'footer', dir: 'auto' }, view.footer),
		view.buttons?.length > 0 && buttons(view.buttons),
		element('div', { class: 'meta' }, requestButton(view), ...marks(view), time(view.at), view.accepted && tick()),
	);
}

/** Opens the request as it was sent. The list makes it a stop of the Tab key. */
function requestButton({ recipient, at }) {
	const whose = recipient === undefined ? '' : ` to ${shownRecipient(recipient)}`;
	const label = `Request${whose} at ${onlyTime.format(at)}, as it was sent`;
	return element('button', { type: 'button', class: 'request-button', tabindex: '-1', 'aria-label': label }, 'Request');
}

function tick() {
	return element('span', { class: 'tick', role: 'img', 'aria-label': 'accepted' }, '✓');
}

function recipientLine({ recipient, recipientType }) {
	if (recipient === undefined) return undefined;
	return element('p', { class: 'recipient' }, shownRecipient(recipient), recipientType === 'group' && badge('Group'));
}

export function badge(text) {
	return element('span', { class: 'badge' }, text);
}

function buttons(elements) {
	const items = elements.map((button) => element('li', { dir: 'auto' }, buttonLabel(button)));
	return element('ul', { class: 'buttons', 'aria-label': 'Buttons of the message' }, ...items);
}

/** The structure of a button is not documented (§2.5): common names are tried, anything else is shown as it is. */
function buttonLabel(button) {
	if (typeof button !== 'object' || button === null) return String(button);
	for (const name of ['title', 'text', 'label', 'displayText', 'display_text', 'name', 'body']) {
		if (typeof button[name] === 'string') return button[name];
	}
	const nested = Object.values(button).find((value) => typeof value === 'object' && value !== null);
	return nested && !Array.isArray(button) ? buttonLabel(nested) : JSON.stringify(button);
}

function marks({ isInteractive, sendAt }) {
	const shown = [];
	if (isInteractive) shown.push(badge('Interactive'));
	if (sendAt !== undefined) shown.push(scheduled(sendAt));
	return shown;
}

/** The unit is not documented (§4.2): 12 digits or more can only be milliseconds. */
function scheduled(sendAt) {
	const moment = new Date(Number(sendAt) * (sendAt.length < 12 ? 1000 : 1));
	const text = Number.isNaN(moment.getTime()) ? sendAt : dateAndTime.format(moment);
	return element('span', { class: 'badge schedule', title: `send_at ${sendAt}` }, `Scheduled for ${text}`);
}

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const onlyTime = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

function time(at) {
	const moment = new Date(at);
	return element('time', { datetime: moment.toISOString(), title: dateAndTime.format(moment) }, onlyTime.format(moment));
}
