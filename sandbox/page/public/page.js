/* global document, fetch, location, setTimeout */

/** Milliseconds between two looks for new messages. */
const INTERVAL = 500;

/** As many as the sandbox gives a page that opens. */
const KEPT = 2000;

const at = (id) => document.getElementById(id);
const list = at('messages');

let era;
let last = 0;

function add(message) {
	last = message.seq;
	list.append(messageItem(message));
	if (list.children.length > KEPT) list.firstElementChild.remove();
}

async function follow() {
	const known = era ? `?era=${era}&after=${last}` : '';
	const response = await fetch(`messages${known}`).catch(() => undefined);
	at('live').textContent = response?.ok ? '● Live' : 'Reconnecting…';
	if (response?.ok) {
		const { counts, messages, ...news } = await response.json();
		// It began anew, and has forgotten what this page shows.
		if (era && news.era !== era) return location.reload();
		era = news.era;
		messages.forEach(add);
		if (messages.length > 0) {
			at('empty').hidden = true;
			at('counts').textContent = `Accepted ${counts.accepted} · Rejected ${counts.rejected}`;
		}
	}
	setTimeout(follow, INTERVAL);
}

async function drawSetup() {
	const { basePath, apiKey, faultNumbers } = await (await fetch('setup')).json();
	const entry = (name, value) => [element('dt', {}, name), element('dd', {}, value)];
	const url = location.origin + basePath;
	at('credential').append(...entry('Base URL', url), ...entry('API Key', apiKey));
	at('test-numbers').append(...faultNumbers.flatMap(({ phone, does }) => entry(phone, does)));
}

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const onlyTime = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** An element with these properties and children; whatever is a text stays one. */
function element(tag, properties = {}, ...children) {
	const made = Object.assign(document.createElement(tag), properties);
	made.append(...children.flat().filter(Boolean));
	return made;
}

/** A message, or a rejected request for something else. */
function messageItem(message) {
	const { to, recipientType, accepted, problem, status, request, arrivedAt } = message;
	const { text, footer, buttons = [], file, mediaUrl, isInteractive, sendAt } = message;
	const rejected = status ? `Rejected · HTTP ${status}` : 'Rejected';
	const notes = [
		recipientType === 'group' && 'Group',
		isInteractive && 'Interactive',
		sendAt !== undefined && `Scheduled: ${formatSendAt(sendAt)}`,
	];
	return element(
		'li',
		{ className: accepted ? 'message' : 'message rejected' },
		element('b', {}, to),
		problem && element('p', { className: 'problem' }, element('b', {}, rejected), ` ${problem}`),
		file && paragraph('chip', `File: ${describe(file)}`),
		mediaUrl && paragraph('chip', 'Media: ', ...withLinks(mediaUrl)),
		text && paragraph('text', ...withLinks(text)),
		footer && paragraph('text quiet', footer),
		element('div', { className: 'row' }, buttons.map(button)),
		element(
			'div',
			{ className: 'row quiet' },
			element('details', {}, element('summary', {}, 'Request'), code(request)),
			notes.filter(Boolean).map((note) => element('span', {}, note)),
			element('time', { title: dateAndTime.format(arrivedAt) }, onlyTime.format(arrivedAt)),
			accepted && element('span', { className: 'tick', role: 'img', ariaLabel: 'Accepted' }, '✓'),
		),
	);
}

const paragraph = (className, ...children) => element('p', { className, dir: 'auto' }, ...children);

const code = (text) => element('pre', { tabIndex: 0, ariaLabel: 'Request' }, text);

/** Links can be clicked; what ends the sentence is not part of a link. Nothing is loaded from another host. */
function withLinks(text) {
	const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}*])/i);
	const link = (href) => element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, href);
	return parts.map((part, index) => (index % 2 === 0 ? part : link(part)));
}

/** The structure of a button is not shown (service.md §2.5): common names are tried. */
function button(part) {
	const label = part?.title ?? part?.text ?? part?.name ?? part;
	const words = typeof label === 'string' ? label : JSON.stringify(label);
	return element('span', { className: 'chip', dir: 'auto' }, words);
}

/** The unit is not shown (service.md §4.2): 12 digits or more can only be milliseconds. */
function formatSendAt(sendAt) {
	const moment = new Date(Number(sendAt) * (sendAt.length < 12 ? 1000 : 1));
	return Number.isNaN(moment.getTime()) ? sendAt : dateAndTime.format(moment);
}

const describe = ({ filename, mimetype, size }) =>
	`${filename || 'Unnamed file'} (${mimetype}, ${size.toLocaleString()} bytes)`;

void drawSetup();
void follow();
