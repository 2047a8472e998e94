import { h } from './preact.js';
import { badge } from './chats.js';
import { formatSize, Request } from './request.js';

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const onlyTime = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** A message, or another request. */
export function Message({ message, showsRecipient }) {
	const { recipient, recipientType, accepted, problem, request, text, footer } = message;
	return h(
		'li',
		{ class: accepted ? 'message' : 'message rejected', 'data-seq': message.seq },
		showsRecipient &&
			recipient !== undefined &&
			h('p', { class: 'recipient' }, recipient, recipientType === 'group' && badge('Group')),
		problem !== undefined && h('p', { class: 'problem' }, rejection(message), ` ${problem}`),
		request !== undefined && h('code', null, request),
		message.file && upload(message.file),
		message.mediaUrl !== undefined && media(message.mediaUrl),
		text !== undefined && h('p', { class: 'text', dir: 'auto' }, withLinks(text)),
		footer !== undefined && h('p', { class: 'text quiet', dir: 'auto' }, footer),
		message.buttons?.length > 0 && buttons(message.buttons),
		bottomLine(message),
	);
}

function rejection({ status }) {
	return h('b', null, status ? `Rejected · HTTP ${status}` : 'Rejected');
}

function upload({ name, type, size, url }) {
	const title = name || 'Unnamed file';
	const details = `${type} · ${formatSize(size)}`;
	if (url && size > 0 && /^image\/(png|jpeg|gif|webp|avif)$/.test(type)) {
		const image = h('img', { src: url, alt: title, loading: 'lazy' });
		return h('figure', null, link(url, image), h('figcaption', null, `${title} · ${details}`));
	}
	const extension = /\.([^.]{1,4})$/.exec(title)?.[1] ?? 'file';
	return chip(extension.toUpperCase(), title, details, url);
}

/** Only a link: nothing is loaded from another host. */
function media(url) {
	return chip('URL', url, 'Media', /^https?:\/\//i.test(url) ? url : undefined);
}

function chip(kind, name, details, href) {
	const content = [
		h('span', { class: 'kind', 'aria-hidden': 'true' }, kind),
		h('span', { class: 'name', dir: 'auto' }, name),
		h('span', { class: 'quiet' }, details),
	];
	return href ? link(href, content, 'chip') : h('div', { class: 'chip' }, content);
}

function link(href, content, name) {
	return h('a', { href, class: name, target: '_blank', rel: 'noopener noreferrer' }, content);
}

/** Links can be clicked; what ends the sentence is not part of a link. */
function withLinks(text) {
	const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}*])/i);
	return parts.map((part, index) => (index % 2 === 0 ? part : link(part, part)));
}

function buttons(elements) {
	const items = elements.map((element) => h('li', { dir: 'auto' }, buttonLabel(element)));
	return h('ul', { class: 'buttons', 'aria-label': 'Buttons of the message' }, items);
}

/** The structure of a button is not shown (docs/service.md §2.5): common names are tried. */
function buttonLabel(element) {
	const label = element?.title ?? element?.text ?? element?.name ?? element;
	return typeof label === 'string' ? label : JSON.stringify(label);
}

function bottomLine({ seq, isInteractive, sendAt, at, accepted }) {
	const moment = new Date(at);
	return h(
		'div',
		{ class: 'bottom-line quiet' },
		h(Request, { seq }),
		isInteractive && badge('Interactive'),
		sendAt !== undefined && badge(`Scheduled: ${formatSendAt(sendAt)}`),
		h(
			'time',
			{ datetime: moment.toISOString(), title: dateAndTime.format(moment) },
			onlyTime.format(moment),
		),
		accepted && h('span', { class: 'tick', role: 'img', 'aria-label': 'Accepted' }, '✓'),
	);
}

/** The unit is not shown (docs/service.md §4.2): 12 digits or more can only be milliseconds. */
function formatSendAt(sendAt) {
	const moment = new Date(Number(sendAt) * (sendAt.length < 12 ? 1000 : 1));
	return Number.isNaN(moment.getTime()) ? sendAt : dateAndTime.format(moment);
}
