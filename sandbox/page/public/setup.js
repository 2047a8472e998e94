/* global document, fetch, location, navigator, setTimeout */

import { h, render } from './preact.js';

/** The credential and the test numbers, each with a button that copies it. */
export async function drawSetup() {
	const { basePath, apiKey, faultNumbers } = await (await fetch('setup')).json();
	const value = (text) =>
		h('span', { class: 'row spread' }, h('code', null, text), copyButton(text));
	const entry = (name, text) => [h('dt', null, name), h('dd', null, value(text))];
	const credential = [entry('Base URL', location.origin + basePath), entry('API Key', apiKey)];
	render(credential, document.getElementById('credential'));
	const numbers = faultNumbers.map(({ phone, does }) => h('li', null, value(phone), does));
	render(numbers, document.getElementById('test-numbers'));
}

/** @returns undefined without a clipboard: browsers offer it to https pages and 127.0.0.1 only */
export function copyButton(text, label = 'Copy') {
	if (!navigator.clipboard) return undefined;
	const copy = async ({ currentTarget: button }) => {
		await navigator.clipboard.writeText(text);
		button.classList.add('copied');
		document.getElementById('announcement').textContent = 'Copied';
		setTimeout(() => button.classList.remove('copied'), 1500);
	};
	const name = label === 'Copy' ? `Copy ${text}` : label;
	return h('button', { 'aria-label': name, onClick: copy }, label);
}
