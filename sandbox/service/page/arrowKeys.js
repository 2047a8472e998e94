/* global document */

/**
 * Makes the buttons of a list one stop for the Tab key; the arrow keys, Home and End move between them.
 * For lists whose entries come and go: `refresh` after each change.
 *
 * @param {HTMLElement} list
 * @param {string} selector of the buttons
 * @param {'first' | 'last'} entry the one that Tab reaches before any was used
 */
export function arrowKeys(list, selector, entry) {
	const all = () => [...list.querySelectorAll(selector)];
	const stopAt = (button) => {
		for (const other of list.querySelectorAll(`${selector}[tabindex="0"]`)) other.tabIndex = -1;
		if (button) button.tabIndex = 0;
	};
	list.addEventListener('focusin', ({ target }) => {
		if (target.matches(selector)) stopAt(target);
	});
	list.addEventListener('keydown', (event) => {
		if (event.altKey || event.ctrlKey || event.metaKey || !event.target.matches(selector)) return;
		const buttons = all();
		const next = MOVES[event.key]?.(buttons.indexOf(document.activeElement), buttons.length - 1);
		if (next === undefined) return;
		event.preventDefault();
		buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus();
	});
	return {
		refresh() {
			const buttons = all();
			if (!buttons.some((button) => button.tabIndex === 0)) stopAt(entry === 'first' ? buttons[0] : buttons.at(-1));
		},
	};
}

const MOVES = {
	ArrowDown: (at) => at + 1,
	ArrowUp: (at) => at - 1,
	Home: () => 0,
	End: (_at, last) => last,
};
