import { oneLine } from '../errors/responseText';
import { isNothing } from '../values/checks';
import type { Item } from './item';

/** What is left in a text that was to be filled in: `{name}`, `{{ name }}`. */
const PLACEHOLDER = /\{\{[^{}]+\}\}|\{ *[\p{L}_][\p{L}\p{N}_ .-]*\}/gu;

const named = (part: string) => oneLine(part, 60);

/**
 * What is no fault of a text but hardly meant, ready to be counted.
 *
 * @param evaluates also looks for expressions within it that give nothing, which takes n8n time
 */
export function odditiesOf(item: Item, text: string, evaluates: boolean): string[] {
	const left = text.match(PLACEHOLDER) ?? [];
	const empty = evaluates ? emptyParts(item) : [];
	const oddities = [
		...left.map((part) => `${named(part)} is left in the text of`),
		...empty.map((part) => `${named(part)} gives nothing for`),
	];
	return [...new Set(oddities)];
}

function emptyParts({ node, evaluate }: Item): string[] {
	const entered = String(node.parameters.text);
	const parts = entered.startsWith('=') ? (entered.match(/\{\{.+?\}\}/gs) ?? []) : [];
	return parts.filter((part) => {
		try {
			return isNothing(evaluate(part));
		} catch {
			return false;
		}
	});
}
