import type { INode } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { isEmptyValue, isExpression, isReview, isTool, oneLine, quote } from '../values/input';

const SHEET_ERROR =
	/#(?:N\/[AD]|[¡¿]?(?:REF|BEZUG|VALUE|VALOR|VALEUR|WERT|DIV\/0|NAME|NOMBRE|NOM|NUM|ZAHL|NULL|ERROR|SPILL|CALC|BUSY|FIELD)[!?])/u;

const IN_TWO_BRACES = /\$?\{{2,3}[^{}\n]{1,99}\}{1,3}/u;

/** What can be nothing else: a name in the brackets or signs of a template, or a value that is missing. */
const PLACEHOLDER = anyOf(
	'gimu',
	IN_TWO_BRACES,
	/(?<!\{)\$?\{ ?[\p{L}_$][\p{L}\p{N}_. -]{1,40}\}|\*\|\w[^|\n]{0,99}\|\*/u,
	/(?<![\p{L}\p{N}])%[\p{L}_][\p{L}\p{N}_.]{2,30}%(?![\p{L}\p{N}])/u,
	/(?<=^(?:\p{L}{1,20} )?|[#:$€] ?)(?:undefined|Invalid Date(?:Time)?)(?=[,!.:]| ?$)/u,
	// Other words in square brackets can be a tag, or answers to choose from.
	/\[ ?(?:your|insert|nama|nombre|nome|nom)[ _-][^\][\n]{1,60}\](?!\()/u,
	/\[ ?(?:[\p{L}'’]{1,20}[ _-]){0,3}(?:\p{L}{0,9}name|nama|nombre|nome|(?:pré)?nom) ?\](?!\()/u,
	/\[ ?(?:[\p{L}'’]{1,20}[ _-])?(?:date|link|url|website|company|email|phone(?: number)?|address|amount) ?\](?!\()/u,
	/\[ ?(?:[\p{L}'’]{1,20}[ _-])?(?:tanggal|fecha|datum|tautan|enlace|perusahaan|empresa|firma) ?\](?!\()/u,
);

/** What else is hardly meant in a text. Nothing repeats without a maximum, so the time stays linear for hostile text. */
const HARDLY_MEANT = anyOf(
	'gmu',
	// A name or a number of a template. Other texts have « », % and # for other purposes.
	IN_TWO_BRACES,
	/(?<!\{)\$?\{(?:[!#%@]? {0,9}[\p{L}_$][^{}\n]{0,99}|\d{1,2}(?::[^{}\n]{1,20})?)\}/u,
	/(?:(?<!^)\[(?!(?:YES|NO|OK|STOP|YA|TIDAK|S[IÍ]|JA|NEIN)\])|\(\(|<<) ?[\p{L}_][\p{L}\p{N}_. -]{1,30}(?:\](?!\()|\)\)|>>)/u,
	/«[A-Za-z_]\w{1,30}»|(?<![\p{L}\p{N}])#[\p{L}_]{3,30}#(?![\p{L}\p{N}])/u,
	/(?<![\p{L}\p{N}%])%(?:s|\d\$[sd]|\(\w{1,30}\)s)(?![\p{L}\p{N}])/u,
	/(?<![\p{L}\p{N}$])\$(?=[a-z]|\w{1,30}_)(?!(?:usd?|ars|clp|cop|mxn)(?!\w))[A-Za-z]\w{1,30}/u,
	// A date of JavaScript or Luxon.
	/[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/u,
	/(?<![\w/=&%-])\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?/u,
	// An object or a list.
	/[{[]["'][^"'\n]{1,60}["'] ?[\],:]|\[object \w{1,30}\]/u,
	// An empty cell or a failed calculation. In German, "null" is a word, but not behind a greeting.
	/(?<![\p{L}\p{N}_])(?:undefined|NaN|Invalid Date(?:Time)?)(?![\p{L}\p{N}_])/u,
	/(?<![\p{L}\p{N}])null(?=,| null|$)|(?<=^\p{L}{1,60} )null(?=[!.:])/u,
	SHEET_ERROR,
	// Half an emoji, or a character of another encoding.
	/[\uFFFD\p{Cs}]+|Ã[\u0080-\u00BF]|â€/u,
	// A tag or an entity of HTML.
	/<\/?[A-Za-z][A-Za-z\d]{0,20}(?:\s[^<>]{0,500})?\/?>/u,
	/&(?:[A-Za-z][A-Za-z\d]{1,30}|#\d{1,7}|#x[\da-fA-F]{1,6});/u,
);

function anyOf(flags: string, ...patterns: RegExp[]): RegExp {
	return new RegExp(patterns.map(({ source }) => source).join('|'), flags);
}

/** The path of a file, which can contain what looks like a typed line break. */
const FILE_PATH = /\\\\\S*|\b[A-Za-z]:\\[^\n]*/g;

/** What an expression gives for an empty cell or a failed calculation. */
const EMPTY_RESULT = new RegExp(
	`^(?:false|none|null|nan|undefined|n/a|invalid date(?:time)?|${SHEET_ERROR.source})$`,
	'i',
);

/** The distinct parts of a text that match one of the patterns. */
const matchesIn = (text: string, ...patterns: RegExp[]): Set<string> =>
	new Set(patterns.flatMap((pattern) => text.match(pattern) ?? []));

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
	if (/(?:^|\s)=\{\{/.test(stored)) warnings.add(left('= before {{'));
	for (const expression of stored.match(/\{\{.+?\}\}/gs) ?? []) {
		// A value of a template of WhatsApp's own API.
		if (/^\{\{\s*\d+\s*\}\}$/.test(expression)) warnings.add(left(expression));
		let result: unknown;
		try {
			result = evaluate(expression);
		} catch {
			continue;
		}
		const word = isEmptyValue(result) ? '' : String(result);
		// As JSON.stringify() and some AI models write a text.
		const isQuoted = /^"(?:[^"\\]|\\[^])*"$/.test(word);
		if (word && !isQuoted && !EMPTY_RESULT.test(word)) continue;
		const problem = isQuoted ? 'in quotes' : word ? `"${word}"` : 'empty';
		warnings.add(`${oneLine(expression, 60)} is ${problem}`);
		results.add(String(result));
	}
	const breaks = matchesIn(text.replace(FILE_PATH, ''), /\\(?:[nrt]|u[\dA-Fa-f]{4})/g);
	const parts = [...matchesIn(text, PLACEHOLDER, HARDLY_MEANT), ...breaks];
	// An expression's warning says more. A text from a form can contain any number of placeholders.
	for (const part of parts.slice(0, 20)) if (!results.has(part)) warnings.add(left(part));
	return [...warnings];
}

/** Refuses a text of an AI model with a placeholder, because nobody looks at it before it is sent, but in a review. */
export function refusePlaceholders(node: INode, field: string, text: string): void {
	if (!isTool(node) || isReview(node)) return;
	const [part] = matchesIn(text, PLACEHOLDER);
	if (part === undefined) return;
	throw new InputError(
		`${field} contains the placeholder ${quote(part)}: replace it with the value, or leave it out`,
	);
}
