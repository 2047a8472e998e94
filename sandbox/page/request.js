/* global fetch */

import { Component, Fragment, h } from './preact.js';
import { copyButton } from './setup.js';

/** A request as it was sent, fetched when it is opened. The sandbox has masked the API key. */
export class Request extends Component {
	render({ seq }, { sent }) {
		const load = async ({ currentTarget: { open, firstChild: summary } }) => {
			if (!open) return;
			const response = await fetch(`messages/${seq}/request`);
			const sent = response.ok ? await response.json() : {};
			// At the end of a chat, which stays in view, the request grows upwards.
			this.setState({ sent }, () => summary.scrollIntoView({ block: 'nearest' }));
		};
		return h('details', { onToggle: load }, h('summary', null, 'Request'), sent && details(sent));
	}
}

function details({ method, path, headers, parts, body, curl, status }) {
	if (!method) return h('p', null, 'The sandbox no longer keeps this request.');
	return [
		h('p', null, h('b', null, method), ' ', h('code', null, path)),
		status !== undefined && h('p', null, `Response: HTTP ${status}`),
		section('Headers', rows(headers)),
		parts && section('Form', rows(parts.map(formPart))),
		body !== undefined && section('Body', code(body, 'Body')),
		curl && section('curl', curlCommand(curl)),
	];
}

function section(title, content) {
	return h(Fragment, null, h('h3', null, title), content);
}

function rows(entries) {
	const row = ({ name, value }) => [h('dt', null, name), h('dd', { dir: 'auto' }, value)];
	return h('dl', null, entries.map(row));
}

function formPart({ name, value, file }) {
	if (!file) return { name, value };
	return { name, value: `${file.name || 'Unnamed file'} (${file.type}, ${formatSize(file.size)})` };
}

export function formatSize(bytes) {
	if (bytes < 1000) return `${bytes} bytes`;
	if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function code(text, label) {
	return h('pre', { tabindex: '0', 'aria-label': label }, text);
}

function curlCommand(curl) {
	const note = 'For bash. Set the variable API_KEY to your API key first.';
	return [h('p', null, note), code(curl, 'curl command'), copyButton(curl, 'Copy as curl')];
}
