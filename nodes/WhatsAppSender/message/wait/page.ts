import type { Question } from './question';
import { STYLE, STYLE_HASH } from './style';

/** What somebody answered. */
export type Answer = { approved: boolean; label: string } | { text: string };

/** Characters that a text may have. */
export const LONGEST_TEXT = 10_000;

/** What the user wrote may have any language and direction; the page's own words are English. */
const OTHERS = 'dir="auto" lang=""';

/** The question with its buttons or its text field. Showing it decides nothing. */
export function questionPage({ title, text, buttons }: Question, problem?: Problem): string {
	const heading = title || 'Your response is needed';
	const alert = problem ? `<p class="alert" id="problem" role="alert">${problem.message}</p>` : '';
	const form = buttons.length > 0 ? approvalForm(buttons) : textForm(problem);
	return page(
		heading,
		`<h1 ${OTHERS}>${escaped(heading)}</h1>
<p class="said" ${OTHERS}>${escaped(text)}</p>
${alert}<form method="post">
${form}
</form>`,
	);
}

/** Why a text was not taken. */
export interface Problem {
	message: string;
	/** What was entered, so that it can be corrected. */
	text: string;
}

function approvalForm(buttons: Question['buttons']): string {
	return buttons
		.map(({ approved, label }) => {
			const look = approved ? '' : ' class="other"';
			return `<button${look} name="approved" value="${approved}" ${OTHERS}>${escaped(label)}</button>`;
		})
		.join('\n');
}

function textForm(problem?: Problem): string {
	const invalid = problem ? ' aria-invalid="true" aria-describedby="problem"' : '';
	// The parser drops a line break at the beginning of a text area.
	return `<label for="text">Your response</label>
<textarea id="text" name="text" dir="auto" rows="5" maxlength="${LONGEST_TEXT}" required${invalid}>
${escaped(problem?.text ?? '')}</textarea>
<button>Send</button>`;
}

/** What was answered, for the one who did. */
export function answeredPage(answer: Answer): string {
	const given = 'text' in answer ? answer.text : answer.label;
	return page(
		'Thank you',
		`<h1>Thank you</h1>
<p class="soft">Your response:</p>
<blockquote ${OTHERS}>${escaped(given)}</blockquote>
<p class="soft">You can close this page now.</p>`,
	);
}

/** For a link whose question is no longer open. */
export function closedPage(): string {
	return page(
		'This question is closed',
		`<h1>This question is closed</h1>
<p class="soft">It has been answered already, or its time is up. There is nothing left to do.</p>`,
	);
}

function page(title: string, content: string): string {
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
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
 * @param origin where the page is, named beside 'self', which not every browser takes in a sandbox
 */
export function pageHeaders(origin: string): Record<string, string> {
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
function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
}
