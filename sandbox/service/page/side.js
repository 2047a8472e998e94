/* global document */

import { requestPanel } from './request.js';

const side = document.getElementById('side');
const setup = document.getElementById('setup');
const setupButton = document.getElementById('setup-button');
const request = document.getElementById('request');
const messages = document.getElementById('messages');

/** What had the focus before the panel took it. */
let opener;

/** The panel beside the chat: how to set up n8n, or a request as it was sent. */
export function startSide() {
	setupButton.addEventListener('click', () => (setupButton.getAttribute('aria-expanded') === 'true' ? close() : openSetup()));
	messages.addEventListener('click', ({ target }) => {
		const button = target.closest('.request-button');
		if (button) void openRequest(button);
	});
	side.addEventListener('click', ({ target }) => target.closest('.close') && close());
}

/** Where the messages are gone, so is the request of one. */
export function closeRequest() {
	if (!request.hidden) close();
}

/** @returns whether there was anything to close */
export function closeSide() {
	const isOpen = side.classList.contains('open');
	if (isOpen) close();
	return isOpen;
}

function openSetup() {
	opener = setupButton;
	show(setup);
	document.getElementById('setup-title').focus();
}

async function openRequest(button) {
	opener = button;
	const { seq } = button.closest('li').dataset;
	const content = await requestPanel(seq);
	request.replaceChildren(...content);
	show(request);
	for (const bubble of messages.querySelectorAll('.chosen')) bubble.classList.remove('chosen');
	messages.querySelector(`[data-seq="${seq}"]`)?.classList.add('chosen');
	request.querySelector('h2').focus();
}

function show(section) {
	side.classList.add('open');
	request.hidden = section !== request;
	setup.hidden = section !== setup;
	side.scrollTop = 0;
	setupButton.setAttribute('aria-expanded', String(section === setup));
}

function close() {
	show(setup);
	side.classList.remove('open');
	setupButton.setAttribute('aria-expanded', 'false');
	request.replaceChildren();
	messages.querySelector('.chosen')?.classList.remove('chosen');
	if (opener?.isConnected) opener.focus();
	else document.getElementById('log').focus();
}
