import type { IDataObject } from 'n8n-workflow';
import { isEmptyValue, isExpression, oneLine } from '../values/input';

const SHEET_ERROR = /#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!|SPILL!|CALC!)/u;

/** What is hardly meant in a text. Nothing repeats without a maximum, so the time stays linear for hostile text. */
const HARDLY_MEANT = anyOf(
	// A name in the brackets or signs of a template. Other texts have « », % and # for other purposes.
	/\$?\{{1,3} {0,9}[\p{L}_$][^{}\n]{0,200}\}{1,3}/u,
	/(?:\[|\(\(|<<) ?[\p{L}_][\p{L}\p{N}_. -]{1,30}(?:\](?!\()|\)\)|>>)/u,
	/\*\|\w[^|\n]{0,200}\|\*|«[A-Za-z_]\w{1,30}»/u,
	/(?<![\p{L}\p{N}])([%#])[\p{L}_]{3,30}\1(?![\p{L}\p{N}])/u,
	/(?<![\p{L}\p{N}$])\$(?=[a-z]|\w{1,30}_)[A-Za-z]\w{1,30}/u,
	// A date of JavaScript or Luxon.
	/[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/u,
	/(?<![\w/=&%-])\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?/u,
	// An object.
	/\{"[^"\n]{1,60}" ?:|\[object \w{1,30}\]/u,
	// An empty cell or a failed calculation. In German, "null" is a word, but not behind a greeting.
	/(?<![\p{L}\p{N}_])(?:undefined|NaN|Invalid Date(?:Time)?)(?![\p{L}\p{N}_])/u,
	/(?<![\p{L}\p{N}])null(?=,| null|$)|(?<=^\p{L}{1,60} )null(?=[!.:])/u,
	SHEET_ERROR,
	// Half an emoji, or a character of another encoding.
	/[\uFFFD\p{Cs}]/u,
	// HTML, and a typed line break that is not within the path of a file.
	/<\/?[A-Za-z][A-Za-z\d]{0,20}(?:\s[^<>]{0,500})?\/?>/u,
	/&(?:[A-Za-z][A-Za-z\d]{1,30}|#\d{1,7}|#x[\da-fA-F]{1,6});/u,
	/(?<!\\|\\\\\S{0,200}|(?<![\p{L}\p{N}])[A-Za-z]:(?:\\[^\n]{0,200})?)\\[nrt]/u,
);

function anyOf(...patterns: RegExp[]): RegExp {
	return new RegExp(patterns.map(({ source }) => source).join('|'), 'gmu');
}

/** What an expression gives for an empty cell or a failed calculation. */
const EMPTY_RESULT = new RegExp(
	`^(?:false|none|null|nan|undefined|n/a|invalid date(?:time)?|${SHEET_ERROR.source})$`,
	'i',
);

/** Pages that show a file instead of being it, and the address of the file, where it is known. */
const VIEWERS: Array<[page: RegExp, file?: string]> = [
	[
		/^https?:\/\/drive\.google\.com\/(?:file\/d\/|open\?id=)([\w-]+)(?![\w-]).*$/i,
		'https://drive.google.com/uc?export=download&id=$1',
	],
	[/^https?:\/\/drive\.google\.com\/drive\//i],
	[/^https?:\/\/docs\.google\.com\/(?!.*\/export\b)/i],
	[/^(https?:\/\/(?:www\.)?dropbox\.com\/.*[?&]dl=)0/i, '$11'],
	[/^https?:\/\/(?:www\.)?dropbox\.com\/[^?#]*$/i, '$&?dl=1'],
	[/^https?:\/\/(?:www\.)?dropbox\.com\/(?!.*[?&](?:dl|raw)=1)/i],
	[/^https?:\/\/(?:1drv\.ms|onedrive\.live\.com)\/(?!download\b)/i],
	[/^https?:\/\/[\w-]+\.sharepoint\.com\/(?!.*[?&]download=1)/i],
];

/**
 * Warnings about a valid message that is probably wrong, for a dry run. A count follows: `{name} is left in the text`
 *
 * @param entered the text as the node stores it
 * @param fields of the body
 */
export function warningsOf(
	entered: unknown,
	{ text, media_url: url = '' }: IDataObject,
	evaluate: (expression: string) => unknown,
): string[] {
	const warnings = new Set<string>();
	const results = new Set<string>();
	const expressions = isExpression(entered) ? String(entered).match(/\{\{.+?\}\}/gs) : [];
	for (const expression of expressions ?? []) {
		let result: unknown;
		try {
			result = evaluate(expression);
		} catch {
			continue;
		}
		const isEmpty = isEmptyValue(result);
		if (!isEmpty && !EMPTY_RESULT.test(String(result))) continue;
		warnings.add(`${oneLine(expression, 60)} is ${isEmpty ? 'empty' : `"${result}"`}`);
		results.add(String(result));
	}
	for (const part of String(text).match(HARDLY_MEANT) ?? []) {
		// An expression's warning says more.
		if (results.has(part)) continue;
		warnings.add(`${oneLine(part.toWellFormed(), 60)} is left in the text`);
	}
	const [page, file] = VIEWERS.find(([viewer]) => viewer.test(String(url))) ?? [];
	if (page) {
		const fix = file ? ` (enter ${String(url).replace(page, file)})` : '';
		warnings.add(`Media URL opens a page, not the file${fix}`);
	}
	return [...warnings];
}
