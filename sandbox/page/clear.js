/* global document, fetch */

const button = document.getElementById('clear-button');
const dialog = document.getElementById('clear');
const problem = document.getElementById('clear-problem');

/** @param {number} count of messages */
export function allowClear(count) {
	button.disabled = count === 0;
	const messages = count === 1 ? '1 message' : `all ${count.toLocaleString()} messages`;
	document.getElementById('clear-title').textContent = `Clear ${messages}?`;
}

button.addEventListener('click', () => {
	problem.hidden = true;
	dialog.showModal();
});
document.getElementById('clear-cancel').addEventListener('click', () => dialog.close());
document.getElementById('clear-confirm').addEventListener('click', async () => {
	// The sandbox notifies every open page, this one too.
	const response = await fetch('messages', { method: 'DELETE' }).catch(() => undefined);
	if (response?.ok) dialog.close();
	else problem.hidden = false;
});
