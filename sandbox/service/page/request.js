/* global fetch */

import { copyButton } from './copy.js';
import { element } from './element.js';
import { shownSize } from './media.js';

/** A request as it was sent: the sandbox has taken the API key out before it comes here. */
export async function requestPanel(seq) {
	const answer = await fetch(`messages/${seq}/request`).catch(() => undefined);
	if (!answer?.ok) return [head(), element('p', { class: 'note' }, 'The sandbox no longer keeps this request.')];
	const { method, path, headers, body, parts, curl, status } = await answer.json();
	return [
		head(),
		element('p', { class: 'line' }, element('b', {}, method), ' ', element('code', {}, path)),
		status !== undefined && element('p', { class: 'note' }, `Answered with HTTP ${status}`),
		...section('Headers', rows(headers.map(({ name, value }) => [name, value]))),
		...(parts ? section('Form', rows(parts.map(part))) : []),
		...(body === undefined ? [] : section('Body', element('pre', { tabindex: '0', 'aria-label': 'Body' }, body))),
		...(curl ? asCurl(curl) : []),
	].filter(Boolean);
}

function head() {
	return element(
		'div',
		{ class: 'side-head' },
		element('h2', { tabindex: '-1', id: 'request-title' }, 'Request as sent'),
		element('button', { type: 'button', class: 'close', 'aria-label': 'Close the request' }, '✕'),
	);
}

function section(title, content) {
	return [element('h3', {}, title), content];
}

function rows(entries) {
	const cells = entries.flatMap(([name, value]) => [element('dt', {}, name), element('dd', { dir: 'auto' }, value)]);
	return element('dl', { class: 'rows' }, ...cells);
}

function part({ name, value, file }) {
	return [name, file ? `${file.name || 'File without a name'} (${file.type}, ${shownSize(file.size)})` : value];
}

function asCurl(curl) {
	return [
		element('div', { class: 'curl-head' }, element('h3', {}, 'As curl'), copyButton(curl, 'Copy as curl', 'Copy as curl')),
		element('p', { class: 'note' }, 'For bash. Put your API key into the variable API_KEY first.'),
		element('pre', { tabindex: '0', 'aria-label': 'curl command' }, curl),
	];
}
