import { LANGUAGES, type Language } from './languages';
import type { Question } from './question';
import { STYLE, STYLE_HASH } from './style';

/** What somebody answered. */
export type Answer = { approved: boolean; label: string } | { text: string };

/** What the user wrote may have any language and direction. */
const OTHERS = 'dir="auto" lang=""';

/**
 * The question with its buttons or its text field. Showing it decides nothing.
 *
 * @param wasEmpty whether a response without a visible character was sent
 */
export function questionPage(question: Question, language: Language, wasEmpty = false): string {
	const { title, text, buttons } = question;
	const { needed } = language.say;
	const heading = title ? `<h1 ${OTHERS}>${escaped(title)}</h1>` : `<h1>${needed}</h1>`;
	const form = buttons.length > 0 ? approvalForm(buttons, language) : textForm(language, wasEmpty);
	const content = `${heading}
<p class="said" ${OTHERS}>${escaped(text)}</p>
<form method="post">
${form}
</form>`;
	return page(language, title || needed, content);
}

function approvalForm(buttons: Question['buttons'], language: Language): string {
	return buttons
		.map((button) => {
			const look = button.approved ? '' : ' class="other"';
			const { label, attributes } = labelOf(button, language);
			return `<button${look} name="approved" value="${button.approved}"${attributes}>${label}</button>`;
		})
		.join('\n');
}

/** The page's own words for a label that stands as the form proposes it, in English; else the user's. */
function labelOf({ approved, label }: Question['buttons'][number], { say }: Language) {
	const own = approved ? 'approve' : 'decline';
	if (label === LANGUAGES[0].say[own]) return { label: say[own], attributes: '' };
	return asWritten(label);
}

const asWritten = (text: string) => ({ label: escaped(text), attributes: ` ${OTHERS}` });

function textForm({ say }: Language, wasEmpty: boolean): string {
	const alert = `<p class="alert" id="problem" role="alert">${say.enter}</p>\n`;
	const invalid = ' aria-invalid="true" aria-describedby="problem"';
	return `${wasEmpty ? alert : ''}<label for="text">${say.response}</label>
<textarea id="text" name="text" dir="auto" rows="5" required${wasEmpty ? invalid : ''}></textarea>
<button>${say.send}</button>`;
}

/** What was answered, for the one who did, and for whoever comes later. */
export function answeredPage(answer: Answer, language: Language): string {
	const { thanks, response, close } = language.say;
	const given = 'text' in answer ? asWritten(answer.text) : labelOf(answer, language);
	const { label, attributes } = given;
	const quote = `<blockquote${attributes}>${label}</blockquote>`;
	return page(language, thanks, `<h1>${thanks}</h1>${soft(response)}${quote}${soft(close)}`);
}

/** For a link whose question is no longer open. */
export const closedPage = (language: Language): string =>
	endPage(language, language.say.closed, language.say.whyClosed);

/** Where the node or n8n has failed, and nothing was decided. */
export const failedPage = (language: Language): string =>
	endPage(language, language.say.failed, language.say.whyFailed);

const endPage = (language: Language, heading: string, reason: string) =>
	page(language, heading, `<h1>${heading}</h1>${soft(reason)}`);

const soft = (sentence: string) => `\n<p class="soft">${sentence}</p>\n`;

function page({ tag, dir }: Language, title: string, content: string): string {
	return `<!DOCTYPE html>
<html lang="${tag}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

/** Nothing is loaded but the page's own style, and nothing runs. */
const POLICY = `default-src 'none'; style-src ${STYLE_HASH}; base-uri 'none'`;

/**
 * Headers of every page.
 *
 * @param origin where a form is sent, named beside 'self', which not every browser takes in a sandbox
 */
export function pageHeaders(origin = ''): Record<string, string> {
	return {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': `${POLICY}; form-action 'self' ${origin}; frame-ancestors 'none'; sandbox allow-forms`,
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
		'X-Frame-Options': 'DENY',
		'X-Robots-Tag': 'noindex, nofollow',
	};
}

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text as HTML: a question may hold what a stranger wrote. */
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
