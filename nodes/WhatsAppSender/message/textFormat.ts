import type { INodeProperties } from 'n8n-workflow';
import { oneOf } from '../values/checks';

const FORMATS = ['asEntered', 'markdown'];

/** The option Text Format. */
export const textFormat: INodeProperties = {
	displayName: 'Text Format',
	name: 'textFormat',
	type: 'options',
	options: [
		{ name: 'As Entered', value: 'asEntered' },
		{ name: 'Markdown', value: 'markdown' },
	],
	default: 'asEntered',
	description:
		"How the text is written. Markdown, as AI models write it, becomes WhatsApp's own formatting.",
};

const rule = (...alternatives: string[]) => new RegExp(alternatives.join('|'), 'gmu');
const ADDRESS = '(?:https?://|mailto:|www\\.)';
const code = (ticks: string) => `(?<!\`)${ticks}(?!\`)(?:(?!${ticks}).)+${ticks}(?!\`)`;
/** Stands for a part that no rule may change, in their order. */
const KEPT = '\0';
const PARTS = rule(
	// A block of code, to the end of its last line, or of the text.
	'^[ \\t]*```[^`\\n]*\\n[^]*?(?:```.*|(?![^]))',
	...['`', '``', '```'].map(code),
	'!?\\[[^\\][\\n]*\\]\\((?:[^\\s()]|\\([^\\s()]*\\))+\\)',
	`<${ADDRESS}[^\\s<>]+>`,
	`${ADDRESS}(?:(?!\\]\\()[^\\s<>])*[^\\s<>*_~.,:;!?'")\\]]`,
	'(?:\\\\[*_~`#+.!()<>[\\]-])+',
	`${KEPT}+`,
);
const LANGUAGE = /^([ \t]*```)[\w+#.-]+[ \t]*(?=\r?\n[^]*\n[ \t]*```\s*$)/;
const LINK = /^!?\[(.*)\]\((.+)\)$/;

const LETTER = '[\\p{Alphabetic}\\p{N}]';
/** Scripts without spaces between words have marks between letters. */
const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Khmer', 'Lao', 'Myanmar', 'Thai']
	.map((script) => `\\p{scx=${script}}`)
	.join('');
const pair = (m: string) =>
	`(?<!${m})${m}{2}(?![\\s${m}])((?:(?!${m}{2}).)+)(?<!\\s)${m}{2}(?!${m}|(?![${SPACELESS}])${LETTER})`;
const BOLD = rule(
	pair('\\*'),
	`(?<!_|${LETTER})__((_?)(?![\\s_])(?:(?!__).)+(?<!\\s)\\3)__(?!_|${LETTER})`,
);
/** Beside and within `**`: of three marks, the inner one. */
const ITALIC = rule(
	`(?<=(?:^|[^*])(?:\\*\\*)?)(?<!${LETTER})\\*(?=_*[^\\s*_])((?:(?!\\*).|\\*\\*(?:(?!\\*).)+\\*\\*)+)(?<!\\s)\\*(?!${LETTER}|\\*(?!\\*(?!\\*)))`,
);
/**
 * In this order, so that no rule reads what another one has written. No pattern looks further than
 * to the next mark of its kind: hostile text takes no longer.
 */
const RULES: Array<[pattern: RegExp, becomes: string | ((...groups: string[]) => string)]> = [
	[/^([> \t]*)\+(?= +[^\s\d])/gm, '$1-'],
	[ITALIC, '_$1_'],
	// A heading is bold as a whole.
	[
		/^([> \t]*)#{1,6}[ \t]+(\S.*)$/gm,
		(_, before, heading) => `${before}*${heading.trimEnd().replace(BOLD, '$1$2')}*`,
	],
	[BOLD, '*$1$2*'],
	[rule(pair('~')), '~$1~'],
];

/**
 * @param format of Text Format; `undefined` where that has not been added
 * @returns the text with WhatsApp's marks in place of those of Markdown, where it is Markdown; code and addresses stay
 * @throws InputError for another format
 */
export function formatText(text: string, format: unknown): string {
	const isMarkdown = format !== undefined && oneOf(FORMATS, 'Text Format', format) === 'markdown';
	if (!isMarkdown) return text;
	const kept: string[] = [];
	const keep = (part: string): string =>
		part.replace(PARTS, (whole) => {
			const [, label, target] = LINK.exec(whole) ?? [];
			const before = label && label !== target ? keep(label) : '';
			kept.push(before ? `: ${target}` : (target ?? plain(whole)));
			return before + KEPT;
		});
	const formatted = RULES.reduce(
		(all, [pattern, becomes]) => all.replace(pattern, becomes as string),
		keep(text),
	);
	let next = 0;
	return formatted.replaceAll(KEPT, () => kept[next++]);
}

/** Code without its language, an address without `<>`, escaped characters alone. */
function plain(part: string): string {
	if (part.startsWith('<')) return part.slice(1, -1);
	return part.startsWith('\\') ? part.replace(/\\(.)/g, '$1') : part.replace(LANGUAGE, '$1');
}
