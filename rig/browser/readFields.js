/* global document -- runs in the editor's page: its value is what `fieldsSeen` gives */
(() => {
	const FORM = '[data-test-id="node-parameters"]';

	/** The place of the hint is also that of what an expression comes to. */
	const PREVIEW = '[data-test-id^="parameter-expression-preview"]';
	const HINT = `:scope > :last-child > div:not(${PREVIEW}) > .n8n-text:not(${PREVIEW})`;

	const text = (element) => element?.textContent.trim() ?? '';

	function valueOf(row) {
		const toggle = row.querySelector('[role="switch"]');
		if (toggle) return toggle.getAttribute('aria-checked') === 'true' ? 'on' : 'off';
		const code = row.querySelector('.cm-content');
		if (code) return text(code);
		// A list has two: its mode, and what is chosen.
		return [...row.querySelectorAll('input, textarea')].at(-1)?.value ?? '';
	}

	function fieldOf(part) {
		const nothing = { name: '', value: '', placeholder: '', hint: '', marked: false };
		if (part.matches('.notice')) return { ...nothing, label: text(part) };
		const name = part.getAttribute('for');
		const label = text(part.querySelector('.n8n-text'));
		const row = part.closest('.parameter-item');
		// A group of fields, each of which comes by itself.
		if (row?.querySelector('label[for]') !== part) return { ...nothing, name, label };
		const input = row.querySelector('[data-test-id="parameter-input"]');
		return {
			name,
			label,
			value: valueOf(row),
			placeholder: row.querySelector('[placeholder]:is(input, textarea)')?.placeholder ?? '',
			hint: text(input?.querySelector(HINT)),
			marked: row.querySelector('[data-test-id="parameter-issues"], .parameter-issues') !== null,
		};
	}

	return [...document.querySelectorAll(`${FORM} label[for], ${FORM} .notice`)]
		.filter((part) => part.checkVisibility())
		.map(fieldOf);
})();
