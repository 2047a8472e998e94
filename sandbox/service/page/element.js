/* global document */

/**
 * Makes an element. Texts become text nodes, so nothing a message contains is ever read as HTML.
 *
 * @param {string} tag
 * @param {Record<string, string | boolean | undefined>} attributes undefined and false leave one out
 * @param {...(Node | string | undefined | false)} children
 */
export function element(tag, attributes = {}, ...children) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
	}
	made.append(...children.filter((child) => child !== undefined && child !== false));
	return made;
}
