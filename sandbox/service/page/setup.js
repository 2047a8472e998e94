/* global document, location, fetch */

import { copyButton } from './copy.js';
import { element } from './element.js';

/** Fills the panel with what n8n's credential needs and the numbers that fail on demand. */
export async function showSetup() {
	const { basePath, apiKey, faultNumbers } = await (await fetch('about')).json();
	document.getElementById('base-url').append(copied(location.origin + basePath));
	document.getElementById('api-key').append(copied(apiKey));
	document.getElementById('faults').append(
		...faultNumbers.map(({ phone, does }) => element('li', {}, copied(phone), element('span', { class: 'does' }, does))),
	);
}

function copied(text) {
	return element('span', { class: 'value' }, element('code', {}, text), copyButton(text, `Copy ${text}`));
}
