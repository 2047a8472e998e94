import type { INode } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { isExpression, isReview, isTool } from '../values/expressions';
import { isEmptyValue, oneLine, quote } from '../values/text';

/**
 * Mistakes in a text, and the fix. A dry run warns of it, and a tool refuses it, because nobody looks before
 * it sends. Nothing repeats without a maximum, so the time stays linear for hostile text.
 */
const MISTAKES: Array<[fix: string, ...patterns: RegExp[]]> = [
	[
		'replace it with the value, or leave it out',
		// A name in the brackets or signs of another tool; no tag of HTML has such a one.
		/\$?\{{2,3}[^{}\n]{1,99}\}{1,3}|\*\|\w[^|\n]{0,99}\|\*/,
		/(?<!\{)\$?\{[!%]? ?[\p{L}_$][\p{L}\p{M}\p{N}_.|% -]{1,40}\}/u,
		/(?<![\p{L}\p{N}])(?:%[\p{L}_][\p{L}\p{M}\p{N}_.]{2,30}%|#[\p{Lu}\p{Ll}_]{3,30}#)(?![\p{L}\p{N}])/u,
		/(?:\(\(|<<) ?[\p{L}_][\p{L}\p{M}\p{N}_. -]{1,30}(?:\)\)|>>)/u,
		/(?<![\w)\]])\[ ?[\p{L}_][\p{L}\p{M}_.,/'’ -]{0,60}\](?!\()/u,
		/<(?=[^<>\n]{0,40}(?:_|[^ -~]|[A-Z]\w{0,20} [A-Z]|[Nn]am[ea]>|NAME>))\p{L}[\p{L}\p{M}_ -]{1,40}>/u,
		// A missing value behind a greeting or a label. Elsewhere, "null" can be a word.
		/(?<=^(?:\p{L}{1,20},? )?|[#:$€] ?)(?:undefined|NaN|[Nn]ull|NULL|Invalid Date(?:Time)?)(?=[,!.:]| ?$)/mu,
		/(?<=^(?:\p{L}{1,20}[.,]? ){2,3})(?:undefined|NaN|null)(?=,)/mu,
		// An object or a list.
		/[{[]["'][^"'\n]{1,60}["'] ?[\],:]|\[object \w{1,30}\]/,
	],
	// Not in the path of a file. What stands before it is looked at last, because this takes the longest.
	['write a line break', /\\[nr](?<!(?:\b[A-Za-z]:(?:\\[^\n]{0,60})?|\\\S{0,60})\\[nr])/],
];

const anyOf = (patterns: RegExp[]) =>
	new RegExp(patterns.map(({ source }) => source).join('|'), 'gmu');
const REFUSED = MISTAKES.map(([fix, ...all]) => ({ fix, any: anyOf(all) }));

/** WhatsApp delivers no longer text. */
const LONGEST_TEXT = 65_536;

const NAME = /^(?:name|nama|nombre|nome|nom|customer|имя)$/iu;

/** The distinct mistakes that a pattern finds. A choice such as [YES] is none, nor a [PROMO] before the text. */
function partsIn(text: string, pattern: RegExp): string[] {
	const words = text.slice(0, LONGEST_TEXT);
	const parts = Array.from(words.matchAll(pattern), ({ 0: part, index }) => {
		const word = /^\[ ?(\p{L}{1,40}) ?\]$/u.exec(part)?.[1] ?? '';
		const isShort = /^[\p{Lu}\p{Ll}]{1,4}$/u.test(word);
		const isMeant = isShort || (index === 0 && /^\p{Lu}+$/u.test(word));
		return isMeant && !NAME.test(word) ? [] : [part];
	});
	return [...new Set(parts.flat())];
}

/** Whole results of an expression that nobody writes: a missing value, an error, a number that is not formatted. */
const NO_RESULT =
	/^(?:false|none|null|nan|undefined|n\/a|invalid date(?:time)?|#(?:n\/[ad]|[\p{L}/0¡¿]{3,9}[!?]|#{2,})|-?\d+\.\d{9,}|-?\d(?:\.\d+)?e[+-]\d+)$/iu;

/**
 * Warnings about a valid text that is probably wrong, for a dry run: `{{ $json.Name }} is empty`
 *
 * @param entered the text as the node stores it
 * @param text as it would be sent
 */
export function textWarnings(
	entered: unknown,
	text: string,
	evaluate: (expression: string) => unknown,
): string[] {
	const warnings = new Set<string>();
	const results = new Set<string>();
	const stored = isExpression(entered) ? entered : '';
	for (const expression of stored.match(/\{\{.+?\}\}/gs) ?? []) {
		let result: unknown;
		try {
			result = evaluate(expression);
		} catch {
			continue;
		}
		const isEmpty = isEmptyValue(result);
		// An object need not have a text.
		const written = typeof result === 'object' ? '' : String(result);
		if (!isEmpty && !NO_RESULT.test(written)) continue;
		const problem = isEmpty ? 'is empty' : `is ${quote(result)}`;
		warnings.add(`${oneLine(expression, 60)} ${problem}`);
		results.add(written);
	}
	// An expression's warning says more. A text from a form can contain any number of placeholders.
	for (const part of REFUSED.flatMap(({ any }) => partsIn(text, any)).slice(0, 20)) {
		if (!results.has(part)) warnings.add(`${oneLine(part, 60)} is left in the text`);
	}
	return [...warnings];
}

/** Refuses what a model leaves in a text, outside its code. In a review, a person looks at it. @throws with the fix */
export function refuseInTool(node: INode, field: string, text: string): string {
	const words = text.replace(/```[^]*?```|`[^`\n]*`/g, '');
	for (const { fix, any } of isTool(node) && !isReview(node) ? REFUSED : []) {
		const [part] = partsIn(words, any);
		const what = fix.startsWith('replace') ? 'the placeholder ' : '';
		if (part) throw new InputError(`${field} contains ${what}${quote(part)}: ${fix}`);
	}
	return text;
}
