import { verdictsOf, type Books } from '../books';
import { digitsOf } from '../people';

/** How many items or recipients a text names before it counts the rest. */
export const MOST_NAMED = 20;

/** Whether an attempt may have reached the recipient of an item, and none was accepted. */
export function isUnconfirmed(books: Books, item: number): boolean {
	const verdicts = verdictsOf(books, item);
	return verdicts.includes('unconfirmed') && !verdicts.includes('sent');
}

/** Whether a text names the recipients of some items, each once, and nobody else. */
export function areNamed({ phones }: Books, items: number[], text?: string): boolean {
	if (text === '') return false;
	const [, names, more = 0] = /^(.*?)(?: and (\d+) more)?$/.exec(text ?? '')!;
	const named = names === '' ? [] : names.split(', ').map(digitsOf);
	const due = new Set(items.map((item) => digitsOf(phones[item])));
	return (
		named.length === Math.min(due.size, MOST_NAMED) &&
		named.length + Number(more) === due.size &&
		new Set(named).size === named.length &&
		named.every((digits) => due.has(digits))
	);
}
