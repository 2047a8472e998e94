/* global document, fetch, location */

import { h, render } from './preact.js';
import { copyButton } from './copyButton.js';
import { requestDetails } from './request.js';

const panel = document.getElementById('panel');
const setup = document.getElementById('setup');
const setupButton = document.getElementById('setup-button');
const request = document.getElementById('request');
const messages = document.getElementById('messages');

/** Gets the focus back when the panel closes. */
let opener;

/** After the messages are cleared, so is the request of one. */
export function closeRequest() {
	if (!request.hidden) close();
}

/** @returns whether it was open */
export function closePanel() {
	const isOpen = panel.classList.contains('open');
	if (isOpen) close();
	return isOpen;
}

function open(section, from) {
	opener = from;
	show(section);
	panel.classList.add('open');
	section.querySelector('h2').focus();
}

function close() {
	show(setup);
	panel.classList.remove('open');
	setupButton.ariaExpanded = 'false';
	messages.querySelector('.chosen')?.classList.remove('chosen');
	(opener?.isConnected ? opener : document.getElementById('log')).focus();
}

function show(section) {
	request.hidden = section !== request;
	setup.hidden = section !== setup;
	setupButton.ariaExpanded = String(section === setup);
	panel.scrollTop = 0;
}

async function openRequest(button) {
	const message = button.closest('li');
	const response = await fetch(`messages/${message.dataset.seq}/request`).catch(() => undefined);
	render(requestDetails(response?.ok ? await response.json() : undefined), request);
	messages.querySelector('.chosen')?.classList.remove('chosen');
	message.classList.add('chosen');
	open(request, button);
}

async function drawSetup() {
	const { basePath, apiKey, faultNumbers } = await (await fetch('setup')).json();
	const value = (text) => h('span', { class: 'value' }, h('code', null, text), copyButton(text));
	const entry = (name, text) => [h('dt', null, name), h('dd', null, value(text))];
	const credential = [entry('Base URL', location.origin + basePath), entry('API Key', apiKey)];
	render(credential, document.getElementById('credential'));
	const numbers = faultNumbers.map(({ phone, does }) => h('li', null, value(phone), does));
	render(numbers, document.getElementById('test-numbers'));
}

setupButton.addEventListener('click', () => {
	if (setupButton.ariaExpanded === 'true') close();
	else open(setup, setupButton);
});
messages.addEventListener('click', ({ target }) => {
	const button = target.closest('.request-button');
	if (button) void openRequest(button);
});
panel.addEventListener('click', ({ target }) => target.closest('.close') && close());
void drawSetup();
