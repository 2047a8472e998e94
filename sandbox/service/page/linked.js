/* global URL */

import { element } from './element.js';

/** Web addresses, without the punctuation that ends a sentence. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']/g;

/**
 * A text with its web addresses as links, as WhatsApp shows it.
 *
 * @param {string} text
 * @returns {Array<string | Node>}
 */
export function linked(text) {
	const parts = [];
	let end = 0;
	for (const { 0: address, index } of text.matchAll(ADDRESS)) {
		if (!URL.canParse(address)) continue;
		const attributes = { href: address, target: '_blank', rel: 'noopener noreferrer' };
		parts.push(text.slice(end, index), element('a', attributes, address));
		end = index + address.length;
	}
	return [...parts, text.slice(end)];
}
