import { Fragment, h } from './preact.js';
import { copyButton } from './copyButton.js';
import { formatSize } from './media.js';

/** A request as it was sent. The sandbox has masked the API key. */
export function requestDetails(request) {
	const { method, path, headers, parts, body, curl, status } = request ?? {};
	return [
		h(
			'div',
			{ class: 'panel-head' },
			h('h2', { tabindex: '-1', id: 'request-title' }, 'Request'),
			h('button', { class: 'icon close', 'aria-label': 'Close request' }, '✕'),
		),
		!request && h('p', { class: 'quiet' }, 'The sandbox no longer keeps this request.'),
		request && h('p', null, h('b', null, method), ' ', h('code', null, path)),
		status !== undefined && h('p', { class: 'quiet' }, `Response: HTTP ${status}`),
		headers && section('Headers', rows(headers)),
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
	return h('dl', { class: 'rows' }, entries.map(row));
}

function formPart({ name, value, file }) {
	if (!file) return { name, value };
	return { name, value: `${file.name || 'Unnamed file'} (${file.type}, ${formatSize(file.size)})` };
}

function code(text, label) {
	return h('pre', { tabindex: '0', 'aria-label': label }, text);
}

function curlCommand(curl) {
	const note = 'For bash. Set the variable API_KEY to your API key first.';
	return [
		h('p', { class: 'quiet' }, note),
		code(curl, 'curl command'),
		copyButton(curl, 'Copy as curl'),
	];
}
