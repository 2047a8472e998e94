import type { INode } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { namesDate, namesPerson } from '../values/columns';
import { isEmptyValue, isExpression, isReview, isTool, oneLine, quote } from '../values/input';

const SHEET_ERROR =
	/#(?:N\/[AD]|[¡¿]?(?:REF|BEZUG|VALUE|VALOR|VALEUR|WERT|DIV\/0|NAME|NOMBRE|NOM|NUM|ZAHL|NULL|ERROR|SPILL|CALC|BUSY|FIELD)[!?])/u;

/** UTF-8 in a program that takes each byte for a character of Windows-1252 or Latin-1. */
const TRAIL = '[\\u0080-\\u00BF€‚ƒ„…†‡\\u02C6‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const MISREAD = `(?:[Â-ß]${TRAIL}|[à-ï]${TRAIL}{2}|[ð-ô]${TRAIL}{3})`;
/** What people write behind a letter: `CAFÉ…`, `ANDRÉ’S`. */
const BEHIND = '“”„‚‘’‹›–—…™';
/** Two in a row, or one that no letter with a sign behind it can be. */
const WRONG_ENCODING = new RegExp(
	`${MISREAD}{2,9}|(?![Â-ß][«»${BEHIND}]|[à-ï][${BEHIND}]{2})${MISREAD}|â€(?!\\S)`,
	'u',
);

/**
 * What is hardly meant in a text. A dry run warns of it. A tool refuses what has a fix, because nobody looks before it
 * sends; a model may write the rest on purpose. Nothing repeats without a maximum, so the time stays linear for hostile
 * text.
 */
const KINDS: Array<[fix: string, ...patterns: RegExp[]]> = [
	[
		'replace it with the value, or leave it out',
		// A name in the brackets or signs of another tool; no tag of HTML has such a one.
		/\$?\{{2,3}[^{}\n]{1,99}\}{1,3}|\*\|\w[^|\n]{0,99}\|\*/,
		/(?<!\{)\$?\{ ?[\p{L}_$][\p{L}\p{M}\p{N}_. -]{1,40}\}/u,
		/(?<![\p{L}\p{N}])(?:%[\p{L}_][\p{L}\p{M}\p{N}_.]{2,30}%|#[\p{Lu}\p{Ll}_]{3,30}#)(?![\p{L}\p{N}])/u,
		/(?:\(\(|<<) ?[\p{L}_][\p{L}\p{M}\p{N}_. -]{1,30}(?:\)\)|>>)/u,
		/(?<![\w)\]])\[ ?[\p{L}_][\p{L}\p{M}_.,/'’ -]{0,60}\](?!\()/u,
		/<(?=[^<>\n]{0,40}(?:_|[^ -~]|[A-Z]\w{0,20} [A-Z]|nam[ea]>|NAME>))\p{L}[\p{L}\p{M}_ -]{1,40}>/u,
		// A missing value behind a greeting or a label. Elsewhere, "null" can be a word.
		/(?<=^(?:\p{L}{1,20} )?|[#:$€] ?)(?:undefined|NaN|[Nn]ull|NULL|Invalid Date(?:Time)?)(?=[,!.:]| ?$)/mu,
		// An object or a list.
		/[{[]["'][^"'\n]{1,60}["'] ?[\],:]|\[object \w{1,30}\]/,
	],
	// Not in the path of a file.
	['write a line break', /(?<!\b[A-Za-z]:|\b[A-Za-z]:\\[^\n]{0,99}|\\\S{0,99})\\[nr]/],
	[
		'',
		/(?<!\\\S{0,99})\\(?:t|u[\dA-Fa-f]{4})/,
		/(?<!\{)\$?\{(?:[!#%@]? {0,9}[\p{L}_$][^{}\n]{0,99}|\d{1,2}(?::[^{}\n]{1,20})?)\}/u,
		/«[A-Za-z_]\w{1,30}»|(?<![\p{L}\p{N}%])%(?:s|\d\$[sd]|\(\w{1,30}\)s)(?![\p{L}\p{N}])/u,
		/(?<![\p{L}\p{N}$])\$(?=[a-z]|\w{1,30}_)(?!(?:usd?|ars|clp|cop|mxn)(?!\w))[A-Za-z]\w{1,30}/u,
		// A date of JavaScript or Luxon.
		/[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/,
		/(?<![\w/=&%-])\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?/,
		// An empty cell or a failed calculation.
		/(?<![\p{L}\p{N}_])(?:undefined|NaN|Invalid Date(?:Time)?)(?![\p{L}\p{N}_])/u,
		/(?<![\p{L}\p{N}])null(?=,| null|$)|(?<=^\p{L}{1,60} )null(?=[!.:])/mu,
		SHEET_ERROR,
		// Half an emoji.
		/[\uFFFD\p{Cs}]+/u,
		WRONG_ENCODING,
		// A tag or an entity of HTML, and a space or a line break of an address outside one.
		/<\/?[A-Za-z][A-Za-z\d]{0,20}(?:\s[^<>]{0,500})?\/?>/,
		/&(?:[A-Za-z][A-Za-z\d]{1,30}|#\d{1,7}|#x[\da-fA-F]{1,6});/,
		/(?<!\d|[/=]\S{0,99})%(?:20|0[AaDd])/,
	],
];

const anyOf = (patterns: RegExp[]) =>
	new RegExp(patterns.map(({ source }) => source).join('|'), 'gmu');
const ANY_KIND = anyOf(KINDS.flatMap(([, ...patterns]) => patterns));
const REFUSED = KINDS.filter(([fix]) => fix).map(([fix, ...all]) => ({ fix, any: anyOf(all) }));

/** The distinct parts of a text that are hardly meant: no choice such as [YES], and no [PROMO] before the text. */
function partsIn(text: string, pattern: RegExp): string[] {
	const parts = Array.from(text.matchAll(pattern), ({ 0: part, index }) => {
		const word = /^\[ ?(\p{L}{1,40}) ?\]$/u.exec(part)?.[1] ?? '';
		const isShort = /^[\p{Lu}\p{Ll}]{1,4}$/u.test(word);
		const isMeant = isShort || (index === 0 && /^\p{Lu}+$/u.test(word));
		return isMeant && !namesPerson(word) ? [] : [part];
	});
	return [...new Set(parts.flat())];
}

/** Whole results of an expression that nobody writes, and the fix; the last one only in a column named like a date. */
const RESULTS: Array<[result: RegExp, problem: string, isOf?: (column: string) => boolean]> = [
	[/^\s*$/, 'is empty'],
	[
		new RegExp(
			`^(?:false|none|null|nan|undefined|n/a|invalid date(?:time)?|${SHEET_ERROR.source})$`,
			'i',
		),
		'is "RESULT"',
	],
	// As JSON.stringify() and some AI models write a text.
	[/^"(?:[^"\\]|\\[^])*"$/, 'is in quotes'],
	[/^-?\d+\.\d{9,}$/, 'is not rounded: use {{ Number(VALUE).toFixed(2) }}'],
	[/^-?\d(?:\.\d+)?[Ee][+-]\d+$/, 'is in scientific notation: use {{ Number(VALUE) }}'],
	[/^#{3,}$/, 'is too wide for its column: widen the column in the sheet'],
	[
		/^[2-6]\d{4}(?:\.\d+)?$/,
		"is the serial number of a date: use {{ DateTime.fromISO('1899-12-30').plus({ days: VALUE }).toFormat('dd/MM/yyyy') }}",
		namesDate,
	],
];

/** What is wrong with the whole result of an expression, in double braces. */
function problemOf(expression: string, result: string): string | undefined {
	const [, column = ''] = /([^.[\]'"`(){}$]{1,60})['"`\]]{0,2}\s{0,9}\}\}$/.exec(expression) ?? [];
	const isKind = ([kind, , isOf]: (typeof RESULTS)[number]) =>
		kind.test(result) && (isOf?.(column) ?? true);
	const value = oneLine(expression.slice(2, -2), 60);
	return RESULTS.find(isKind)?.[1].replace(/VALUE|RESULT/, (name) =>
		name === 'VALUE' ? value : result,
	);
}

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
	const left = (part: string) => `${oneLine(part.toWellFormed(), 60)} is left in the text`;
	const stored = isExpression(entered) ? entered.slice(1, entered.lastIndexOf('}}') + 2) : '';
	// n8n adds a second "=" if an expression with one is pasted.
	if (/^=[\p{L}{]|\s=\{\{/u.test(stored)) warnings.add(left('= before the expression'));
	for (const expression of stored.match(/\{\{.+?\}\}/gs) ?? []) {
		// A value of a template of WhatsApp's own API.
		if (/^\{\{\s*\d+\s*\}\}$/.test(expression)) warnings.add(left(expression));
		let result: unknown;
		try {
			result = evaluate(expression);
		} catch {
			continue;
		}
		const problem = problemOf(expression, isEmptyValue(result) ? '' : String(result));
		if (!problem) continue;
		warnings.add(`${oneLine(expression, 60)} ${problem}`);
		results.add(String(result));
	}
	// An expression's warning says more. A text from a form can contain any number of placeholders.
	for (const part of partsIn(text, ANY_KIND).slice(0, 20)) {
		if (!results.has(part)) warnings.add(left(part));
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
