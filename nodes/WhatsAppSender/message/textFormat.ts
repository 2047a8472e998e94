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

/** Code, links and addresses. No rule changes their text, but that of a link is formatted. */
const PARTS =
	/```[^]*?(?:```|$)|`[^`\n]+`|!?\[([^\][\n]*)\]\(((?:[^\s()]|\([^\s()]*\))+)\)|(?:https?:\/\/|www\.)(?:(?!\]\()[^\s<>])*[^\s<>*_~)\]]/g;
/** Stands for a part until the end. */
const STAND_IN = '\0';

const bold = '(?=[^\\s*])([^*\\n]*[^\\s*])';

/**
 * What WhatsApp writes in another way. It also shows `*italic*`, as bold. No pattern looks beyond the next mark of its
 * kind, so the time stays linear for hostile text.
 */
const RULES: Array<[pattern: RegExp, becomes: string]> = [
	// A backslash at a line's end is a line break.
	[/(?<!\\)\\(?=\r?$)/gm, ''],
	// Not within a word: `2**3**4`.
	[
		new RegExp(
			`(?<![\\w*])\\*{2,3}${bold}\\*{2,3}(?!\\*)|(?<!\\*)\\*{2,3}${bold}\\*{2,3}(?![\\w*])`,
			'g',
		),
		'*$1$2*',
	],
	[/(?<!\w)__(?=[^\s_])([^_\n]*[^\s_])__(?!\w)/g, '*$1*'],
	[/(?<!~)~~(?=[^\s~])([^~\n]*[^\s~])~~(?!~)/g, '~$1~'],
];

/** A heading becomes bold, without marks of its own. */
const HEADING = /^([> \t]*)#{1,6}[ \t]+(\S.*)$/gm;

/** Characters that are formatted. WhatsApp shows 65,536 of a message. */
const MOST_FORMATTED = 100_000;

/** Replaces the marks of Markdown by WhatsApp's. Code and addresses are unchanged. */
export function fromMarkdown(text: string): string {
	const parts: string[] = [];
	const open = text
		.slice(0, MOST_FORMATTED)
		.replaceAll(STAND_IN, '')
		.replace(PARTS, (part: string, label?: string, target?: string) => {
			const isNamed = label && label !== target;
			// WhatsApp would show the language of code.
			const code = part.replace(/^```[\w+#.-]+(?=\r?\n)/, '```');
			parts.push(isNamed ? `: ${target}` : (target ?? code));
			return (isNamed ? label : '') + STAND_IN;
		});
	let next = 0;
	const formatted = RULES.reduce((all, [pattern, becomes]) => all.replace(pattern, becomes), open)
		.replace(
			HEADING,
			(_all, start: string, words: string) => `${start}*${words.replaceAll('*', '').trim()}*`,
		)
		.replaceAll(STAND_IN, () => parts[next++] ?? '');
	return formatted + text.slice(MOST_FORMATTED);
}
