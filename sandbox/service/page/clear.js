/* global document, fetch */

/** The button that makes the sandbox forget everything, after asking. */
const button = document.getElementById('clear-button');
const dialog = document.getElementById('clear');
const problem = document.getElementById('clear-problem');

/** @param {number} number of what there is to clear */
export function offerClear(number) {
	button.disabled = number === 0;
	const what = number === 1 ? 'the only message' : `all ${number.toLocaleString()} messages`;
	document.getElementById('clear-title').textContent = `Clear ${what}?`;
}

button.addEventListener('click', () => {
	problem.hidden = true;
	dialog.showModal();
});
document.getElementById('clear-cancel').addEventListener('click', () => dialog.close());
document.getElementById('clear-confirm').addEventListener('click', async () => {
	// Every open page, this one too, learns of it from the sandbox.
	const answer = await fetch('messages', { method: 'DELETE' }).catch(() => undefined);
	if (answer?.ok) dialog.close();
	else problem.hidden = false;
});
// A click beside the dialog closes it, as everywhere.
dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
