/* global document */

const search = document.getElementById('search');
const outcomes = document.getElementById('outcomes');

/** Search field and outcome buttons. @param {(filter: { words: string, outcome: string }) => void} changed */
export function onFilterChanged(changed) {
	const tell = () => changed({ words: search.value, outcome: pressed().dataset.outcome });
	search.addEventListener('input', tell);
	outcomes.addEventListener('click', ({ target }) => {
		const button = target.closest('button');
		if (!button) return;
		press(button);
		tell();
	});
	document.getElementById('show-all').addEventListener('click', () => {
		search.value = '';
		press(outcomes.firstElementChild);
		tell();
		search.focus();
	});
	document.addEventListener('keydown', (event) => {
		if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.target.matches('input, textarea') || document.querySelector('dialog[open]')) return;
		event.preventDefault();
		document.body.dataset.view = 'chats';
		search.focus();
		search.select();
	});
	search.addEventListener('keydown', (event) => {
		if (event.key !== 'Escape' || search.value === '') return;
		event.stopPropagation();
		search.value = '';
		tell();
	});
}

export function showCounts({ accepted, refused }) {
	const numbers = { all: accepted + refused, accepted, refused };
	for (const [outcome, number] of Object.entries(numbers)) {
		document.getElementById(outcome).textContent = number.toLocaleString();
	}
}

function pressed() {
	return outcomes.querySelector('[aria-pressed="true"]');
}

function press(button) {
	pressed().setAttribute('aria-pressed', 'false');
	button.setAttribute('aria-pressed', 'true');
}
