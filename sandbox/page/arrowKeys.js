/* global document */

/**
 * Makes a list of buttons (tabindex -1) one stop of the Tab key. Arrow keys, Home and End move in it.
 *
 * @param {HTMLElement} list
 * @param {string} selector of the buttons
 * @param {'first' | 'last'} entry the one that Tab reaches first
 * @returns {() => void} to be called whenever the list has changed
 */
export function arrowKeys(list, selector, entry) {
	const all = () => [...list.querySelectorAll(selector)];
	const stopAt = (button) => {
		for (const other of list.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
		if (button) button.tabIndex = 0;
	};
	list.addEventListener('focusin', ({ target }) => target.matches(selector) && stopAt(target));
	list.addEventListener('keydown', (event) => {
		if (!(event.key in MOVES) || !event.target.matches(selector)) return;
		event.preventDefault();
		const buttons = all();
		const next = MOVES[event.key](buttons.indexOf(document.activeElement), buttons.length - 1);
		buttons[Math.min(Math.max(next, 0), buttons.length - 1)].focus();
	});
	return () => {
		if (!list.querySelector('[tabindex="0"]')) stopAt(all().at(entry === 'first' ? 0 : -1));
	};
}

const MOVES = {
	ArrowDown: (index) => index + 1,
	ArrowUp: (index) => index - 1,
	Home: () => 0,
	End: (_index, last) => last,
};
