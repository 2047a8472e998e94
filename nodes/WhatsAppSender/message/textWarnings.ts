import { oneLine } from '../errors/responseText';
import { isExpression } from '../values/fixedOrExpression';
import type { Item } from './item';

const NAMES = 'name|nama|nombre|nome|firstname|lastname|email|phone|company|address|date|link|code';

/** Unreplaced placeholders of common tools: `{name}`, `[First Name]`, `%FIRSTNAME%`. */
const PLACEHOLDERS = [
	/\{\{[^{}]+\}\}|\{ *[\p{L}_][\p{L}\p{N}_ .-]*\}/gu,
	new RegExp(`\\[(?:\\p{L}+[ _-]){0,2}(?:${NAMES})(?:[ _-]\\p{L}+)?\\](?!\\()`, 'giu'),
	/(?<!\d)%[\p{L}_]{3,}%/gu,
	/\*\|\w[^|\n]*\|\*/g,
];

/** Leftovers of empty cells, failed calculations and HTML. */
const LEFTOVERS = [
	/(?<![\p{L}\p{N}_])(?:undefined|NaN|Invalid Date(?:Time)?)(?![\p{L}\p{N}_])/gu,
	// In German, "null" is a word, but not behind a greeting.
	/(?<![\p{L}\p{N}_])null(?=,| null|$)|(?<=^\p{L}+ )null(?=[!.:])/gu,
	/#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!|SPILL!|CALC!)/g,
	/\uFFFD/g,
	/<\/?(?:br|p|div|span|strong|b|i|ul|li)\s*\/?>/gi,
	/&(?:nbsp|amp|quot|lt|gt|#x?[\da-f]+);/gi,
	// A typed line break; not within the path of a file.
	/(?<!\\|\\\\\S*|(?<![\p{L}\p{N}])[A-Z]:(?:\\[^\n]*)?)\\[nrt]/giu,
];

/** Warnings about a valid text that is probably wrong. The count follows: `{name} is left in the text of`. */
export function textWarnings({ node, evaluate }: Item, text: string): string[] {
	const entered = node.parameters.text;
	const parts = isExpression(entered) ? (String(entered).match(/\{\{.+?\}\}/gs) ?? []) : [];
	const empty = parts.filter((part) => {
		try {
			// n8n also returns an empty text if a calculation fails.
			return ['', 'NaN'].includes(String(evaluate(part) ?? ''));
		} catch {
			return false;
		}
	});
	const found = (patterns: RegExp[]) => patterns.flatMap((pattern) => text.match(pattern) ?? []);
	const warnings = [
		...found(PLACEHOLDERS).map((part) => `${oneLine(part, 60)} is left in the text of`),
		...found(LEFTOVERS).map((part) => `"${oneLine(part, 60)}" is in the text of`),
		...empty.map((part) => `${oneLine(part, 60)} is empty for`),
	];
	return [...new Set(warnings)];
}
