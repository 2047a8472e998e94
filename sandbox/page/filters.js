/* global document */

const search = document.getElementById('search');
const outcomes = document.getElementById('outcomes');

/** @param {(filter: { words: string, outcome: string }) => void} changed */
export function onFilterChanged(changed) {
	const apply = ({ words = search.value, outcome = pressed() }) => {
		search.value = words;
		for (const button of outcomes.children) {
			button.ariaPressed = String(button.dataset.outcome === outcome);
		}
		changed({ words, outcome });
	};
	search.addEventListener('input', () => apply({}));
	search.addEventListener('keydown', (event) => {
		if (event.key !== 'Escape' || search.value === '') return;
		event.stopPropagation();
		apply({ words: '' });
	});
	outcomes.addEventListener('click', ({ target }) => {
		const button = target.closest('button');
		if (button) apply({ outcome: button.dataset.outcome });
	});
	document.getElementById('show-all').addEventListener('click', () => {
		apply({ words: '', outcome: 'all' });
		search.focus();
	});
	document.addEventListener('keydown', (event) => {
		if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.target === search || document.querySelector('dialog[open]')) return;
		event.preventDefault();
		document.body.dataset.view = 'chats';
		search.focus();
		search.select();
	});
}

export function drawCounts({ accepted, rejected }) {
	const numbers = [accepted + rejected, accepted, rejected];
	outcomes.querySelectorAll('b').forEach((count, index) => {
		count.textContent = numbers[index].toLocaleString();
	});
}

function pressed() {
	return outcomes.querySelector('[aria-pressed="true"]').dataset.outcome;
}
