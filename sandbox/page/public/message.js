/* global fetch */

import { Component, Fragment, h } from './preact.js';
import { copyButton } from './setup.js';

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const onlyTime = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** A message, or a rejected request for something else. */
export function Message({ message, showsRecipient }) {
	const { seq, recipient, recipientType, accepted, problem, status, request } = message;
	const { text, footer, buttons, file, mediaUrl, isInteractive, sendAt, at } = message;
	const rejection = status ? `Rejected · HTTP ${status}` : 'Rejected';
	return h(
		'li',
		{ class: accepted ? 'message' : 'message rejected', 'data-seq': seq },
		showsRecipient &&
			recipient !== undefined &&
			h('b', null, recipient, recipientType === 'group' && badge('Group')),
		problem !== undefined && h('p', { class: 'problem' }, h('b', null, rejection), ` ${problem}`),
		request !== undefined && h('code', null, request),
		file && h('p', { class: 'chip', dir: 'auto' }, `File: ${describe(file)}`),
		mediaUrl !== undefined && h('p', { class: 'chip' }, 'Media: ', withLinks(mediaUrl)),
		text !== undefined && h('p', { class: 'text', dir: 'auto' }, withLinks(text)),
		footer !== undefined && h('p', { class: 'text quiet', dir: 'auto' }, footer),
		buttons?.length > 0 &&
			h('ul', { class: 'row', 'aria-label': 'Buttons of the message' }, buttons.map(button)),
		h(
			'div',
			{ class: 'row quiet' },
			h(Request, { seq }),
			isInteractive && badge('Interactive'),
			sendAt !== undefined && badge(`Scheduled: ${formatSendAt(sendAt)}`),
			h('time', { title: dateAndTime.format(at) }, onlyTime.format(at)),
			accepted && h('span', { class: 'tick', role: 'img', 'aria-label': 'Accepted' }, '✓'),
		),
	);
}

const badge = (text) => h('span', { class: 'quiet' }, ` ${text}`);

/** Links can be clicked; what ends the sentence is not part of a link. Nothing is loaded from another host. */
function withLinks(text) {
	const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}*])/i);
	const link = (href) => h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, href);
	return parts.map((part, index) => (index % 2 === 0 ? part : link(part)));
}

/** The structure of a button is not shown (docs/service.md §2.5): common names are tried. */
function button(element) {
	const label = element?.title ?? element?.text ?? element?.name ?? element;
	return h(
		'li',
		{ class: 'chip', dir: 'auto' },
		typeof label === 'string' ? label : JSON.stringify(label),
	);
}

/** The unit is not shown (docs/service.md §4.2): 12 digits or more can only be milliseconds. */
function formatSendAt(sendAt) {
	const moment = new Date(Number(sendAt) * (sendAt.length < 12 ? 1000 : 1));
	return Number.isNaN(moment.getTime()) ? sendAt : dateAndTime.format(moment);
}

const describe = ({ name, type, size }) =>
	`${name || 'Unnamed file'} (${type}, ${size.toLocaleString()} bytes)`;

/** A request as it was sent, fetched when it is opened. The sandbox has masked the API key. */
class Request extends Component {
	render({ seq }, { sent }) {
		const load = async ({ currentTarget: { open, firstChild: summary } }) => {
			if (!open) return;
			const response = await fetch(`messages/${seq}/request`);
			// At the end of a chat, which stays in view, the request grows upwards.
			this.setState({ sent: response.ok ? await response.json() : {} }, () =>
				summary.scrollIntoView({ block: 'nearest' }),
			);
		};
		return h('details', { onToggle: load }, h('summary', null, 'Request'), sent && details(sent));
	}
}

function details({ method, path, headers, parts, body, curl, status }) {
	if (!method) return h('p', null, 'The sandbox no longer keeps this request.');
	const section = (title, ...content) => h(Fragment, null, h('h3', null, title), ...content);
	const code = (text, label) => h('pre', { tabindex: '0', 'aria-label': label }, text);
	const rows = (entries) =>
		entries.map(({ name, value, file }) => [
			h('dt', null, name),
			h('dd', { dir: 'auto' }, file ? describe(file) : value),
		]);
	return [
		h('p', null, h('b', null, method), ' ', h('code', null, path)),
		status !== undefined && h('p', null, `Response: HTTP ${status}`),
		section('Headers', h('dl', null, rows(headers))),
		parts && section('Form', h('dl', null, rows(parts))),
		body !== undefined && section('Body', code(body, 'Body')),
		curl &&
			section(
				'curl',
				h('p', null, 'For bash. Set the variable API_KEY to your API key first.'),
				code(curl, 'curl command'),
				copyButton(curl, 'Copy as curl'),
			),
	];
}
