/* global navigator, setTimeout */

import { element } from './element.js';

/**
 * A button that copies a text.
 *
 * @param {string} label what a screen reader says
 * @returns undefined where the browser offers no clipboard: it does to secure pages only, to which 127.0.0.1 counts
 */
export function copyButton(text, label, shown = 'Copy') {
	if (!navigator.clipboard) return undefined;
	const said = element('span', { class: 'unseen', role: 'status' });
	const button = element('button', { type: 'button', class: 'copy', 'aria-label': label }, shown);
	button.addEventListener('click', async () => {
		await navigator.clipboard.writeText(text);
		button.classList.add('copied');
		said.textContent = 'Copied';
		setTimeout(() => {
			button.classList.remove('copied');
			said.textContent = '';
		}, 1500);
	});
	return element('span', { class: 'copying' }, button, said);
}
