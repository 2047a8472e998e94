/* global document, location, navigator, fetch, setTimeout */

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
	const button = element('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${text}` }, 'Copy');
	button.addEventListener('click', async () => {
		await navigator.clipboard.writeText(text);
		button.textContent = 'Copied';
		setTimeout(() => (button.textContent = 'Copy'), 1500);
	});
	// Browsers offer the clipboard to secure pages only, to which 127.0.0.1 counts.
	return element('span', { class: 'value' }, element('code', {}, text), navigator.clipboard && button);
}

const button = document.getElementById('setup-button');
const panel = document.getElementById('setup');

button.addEventListener('click', () => toggle(!panel.classList.contains('open')));
document.addEventListener('keydown', ({ key }) => {
	if (key === 'Escape' && panel.classList.contains('open')) {
		toggle(false);
		button.focus();
	}
});

function toggle(open) {
	panel.classList.toggle('open', open);
	button.setAttribute('aria-expanded', String(open));
	button.textContent = open ? 'Close' : 'Set up';
}
