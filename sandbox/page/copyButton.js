/* global navigator, setTimeout */

import { h } from './preact.js';
import { announce } from './announce.js';

/** @returns undefined without a clipboard: browsers offer it to https pages and 127.0.0.1 only */
export function copyButton(text, label = 'Copy') {
	if (!navigator.clipboard) return undefined;
	const copy = async ({ currentTarget: button }) => {
		await navigator.clipboard.writeText(text);
		button.classList.add('copied');
		announce('Copied');
		setTimeout(() => button.classList.remove('copied'), 1500);
	};
	const name = label === 'Copy' ? `Copy ${text}` : label;
	return h('button', { class: 'plain copy', 'aria-label': name, onClick: copy }, label);
}
