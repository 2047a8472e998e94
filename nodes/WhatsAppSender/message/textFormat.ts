import { oneOf, type Option } from '../values/input';

/** Whether the text is Markdown. */
export const textFormat: Option<boolean> = {
	displayName: 'Text Format',
	name: 'textFormat',
	type: 'options',
	options: [
		{ name: 'As Entered', value: 'asEntered' },
		{ name: 'Markdown', value: 'markdown' },
	],
	default: 'asEntered',
	emptyHint: 'asEntered or markdown',
	read: (value) => oneOf(['asEntered', 'markdown'], 'Text Format', value) === 'markdown',
	description: 'Format of the text. Markdown, which AI models write, becomes WhatsApp formatting.',
};

const rule = (...alternatives: string[]) => new RegExp(alternatives.join('|'), 'gmu');
const ADDRESS = '(?:https?://|mailto:|www\\.)';
const code = (ticks: string) => `(?<!\`)${ticks}(?!\`)(?:(?!${ticks}).)+${ticks}(?!\`)`;
/** Replaces code and addresses, which no rule may change, until the end. */
const STAND_IN = '\0';
const PARTS = rule(
	// A block of code, to the end of its last line, or of the text.
	'^[ \\t]*```[^`\\n]*\\n[^]*?(?:```.*|(?![^]))',
	...['`', '``', '```'].map(code),
	'!?\\[[^\\][\\n]*\\]\\((?:[^\\s()]|\\([^\\s()]*\\))+\\)',
	`<${ADDRESS}[^\\s<>]+>`,
	`${ADDRESS}(?:(?!\\]\\()[^\\s<>])*[^\\s<>*_~.,:;!?'")\\]]`,
	'\\\\[*_~`#+.!()<>[\\]-]',
	`[${STAND_IN}\uE000-\uE008]+`,
);
const LANGUAGE = /^([ \t]*```)[\w+#.-]+[ \t]*(?=\r?\n[^]*\n[ \t]*```\s*$)/;
const LINK = /^!?\[([^\]]*)\]\((.+)\)$/;

const LETTER = '[\\p{Alphabetic}\\p{N}]';
/** Scripts without spaces: there, a mark may stand between two letters. */
const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Khmer', 'Lao', 'Myanmar', 'Thai']
	.map((script) => `\\p{scx=${script}}`)
	.join('');

/** A formatting sign of WhatsApp, and characters that replace it until the whole line is read. */
const markOf = (sign: string, [open, close, literal]: string) => ({
	sign,
	open,
	close,
	/** An escaped sign. */
	literal,
	/** A sign that is no part of a pair, but could begin or end one. */
	single: rule(
		`(?<!${LETTER})[${sign}${literal}](?=\\S)`,
		`(?<=\\S)[${sign}${literal}](?!${LETTER})`,
	),
	paired: rule(open, close),
});
type Mark = ReturnType<typeof markOf>;

const BOLD = markOf('*', '\uE000\uE001\uE002');
const ITALIC = markOf('_', '\uE003\uE004\uE005');
const STRUCK = markOf('~', '\uE006\uE007\uE008');
const MARKS = [BOLD, ITALIC, STRUCK];
const wrapIn = ({ open, close }: Mark, text = '$1') => open + text + close;

/** Not between two letters or digits, unless the script has no spaces. */
function pair(m: string): string {
	const inner = `(?![\\s${m}])((?:(?!${m}{2}).)+)(?<!\\s)`;
	const behindText = `${m}{2}${inner}${m}{2}(?!${m}|(?![${SPACELESS}])${LETTER})`;
	return `(?<!${m})(?:(?<!${LETTER})${m}{2}${inner}${m}{2}(?!${m})|${behindText})`;
}
const UNDERSCORES = `(?<!_|${LETTER})__((_?)(?![\\s_])(?:(?!__).)+(?<!\\s)\\2)__(?!_|${LETTER})`;

/** A single star next to or inside a pair. Of three stars, it is the inner one. */
const STAR_OPENS = `(?<=(?:^|[^*])(?:\\*\\*)?)(?<!${LETTER})\\*(?=_*[^\\s*_])`;
const WITHIN_STARS = '((?:(?!\\*).|\\*\\*(?:(?!\\*).)+\\*\\*)+)';
const STAR_CLOSES = `(?<!\\s)\\*(?!${LETTER}|\\*(?!\\*(?!\\*)))`;

/** No pattern looks beyond the next mark of its kind, so the time stays linear for hostile text. */
const REPLACEMENTS: Array<[pattern: RegExp, becomes: string]> = [
	// A backslash at a line's end is a line break. A second one before it escapes it.
	[/(?<!\\)\\(?=\r?$)/gm, ''],
	[/^([> \t]*)\+(?= +[^\s\d])/gm, '$1-'],
	[rule(STAR_OPENS + WITHIN_STARS + STAR_CLOSES), wrapIn(ITALIC)],
	[rule(pair('\\*')), wrapIn(BOLD, '$1$2')],
	[rule(UNDERSCORES), wrapIn(BOLD)],
	[rule(pair('~')), wrapIn(STRUCK, '$1$2')],
	[/^([> \t]*)#{1,6}[ \t]+(\S.*(?<![ \t]))[ \t]*$/gm, `$1${wrapIn(BOLD, '$2')}`],
];

/** Replaces the marks of Markdown by WhatsApp's. Code and addresses are unchanged. */
export function fromMarkdown(text: string): string {
	const parts: string[] = [];
	const replaceParts = (part: string): string =>
		part.replace(PARTS, (whole) => {
			const escaped = MARKS.find(({ sign }) => whole === `\\${sign}`);
			if (escaped) return escaped.literal;
			const [, label, target] = LINK.exec(whole) ?? [];
			const before = label && label !== target ? replaceParts(label) : '';
			parts.push(before ? `: ${target}` : (target ?? withoutMarkup(whole)));
			return before + STAND_IN;
		});
	const formatted = REPLACEMENTS.reduce(
		(all, [pattern, becomes]) => all.replace(pattern, becomes),
		replaceParts(text),
	);
	let next = 0;
	return formatted
		.split('\n')
		.map((line) => MARKS.reduce(withSigns, line))
		.join('\n')
		.replaceAll(STAND_IN, () => parts[next++]);
}

/** Writes the signs of a mark in pairs: no pair inside another, and none in a line with a single sign. */
function withSigns(line: string, { sign, open, literal, single, paired }: Mark): string {
	const hasSingle = (line.match(single) ?? []).length % 2 === 1;
	let depth = 0;
	const withPairs = line.replace(paired, (mark) => {
		const isOuter = mark === open ? depth++ === 0 : --depth === 0;
		return isOuter && !hasSingle ? sign : '';
	});
	return withPairs.replaceAll(literal, sign);
}

/** Removes the language of code, the `<>` of an address, and the backslash of an escaped character. */
function withoutMarkup(part: string): string {
	if (part.startsWith('<')) return part.slice(1, -1);
	return part.startsWith('\\') ? part.slice(1) : part.replace(LANGUAGE, '$1');
}
