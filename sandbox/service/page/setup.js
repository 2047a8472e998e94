/* global document, location, fetch */

import { copyButton } from './copy.js';
import { element } from './element.js';

/** Fills the panel with what n8n's credential needs and the numbers that fail on demand. */
export async function showSetup() {
	const { basePath, apiKey, faultNumbers } = await (await fetch('about')).json();
	document.getElementById('credential').append(
		...entry('Base URL', location.origin + basePath),
		...entry('API Key', apiKey),
	);
	document.getElementById('faults').append(
		...faultNumbers.map(({ phone, does }) => element('li', {}, copied(phone), element('span', { class: 'does' }, does))),
	);
}

function entry(name, value) {
	return [element('dt', {}, name), element('dd', {}, copied(value))];
}

function copied(text) {
	return element('span', { class: 'value' }, element('code', {}, text), copyButton(text, `Copy ${text}`));
}
