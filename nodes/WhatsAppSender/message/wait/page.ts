import { createHash } from 'crypto';
import {
	type IDataObject,
	type IExecuteFunctions,
	type IWebhookFunctions,
	type IWebhookResponseData,
	sleep,
} from 'n8n-workflow';
import { InputError, WorkflowError } from '../../errors/failures';
import { isEmptyValue, quote } from '../../values/text';
import translations from './languages.json';

/** The question on the page. The node stores it with the execution when it sends the message. */
export interface Question {
	/** Index of the node's run: in a loop each question has its own link. */
	run: number;
	title: string;
	text: string;
	/** Buttons of an approval, with their value in the output; empty for a free text. */
	buttons: Array<{ approved: boolean; label: string }>;
	/** When the wait ends, in milliseconds. */
	until: number;
}

/** Stores the question with the execution. @throws InputError if the page could not read it */
export function storeQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node').question = { ...question };
	if (storedQuestion(context)?.run === question.run) return;
	const { name } = context.getNode();
	throw new InputError(
		`The page behind the link could not read its question from a node called ${quote(name)}: rename the node`,
	);
}

const OWN_MACHINE = /(?:^|\.)localhost\.?$|^(?:127\.[\d.]+|\[::1?\]|0\.0\.0\.0)$/;

/** Refuses a link that the recipient cannot open. n8n signs its path, and checks the path that a proxy passes on. */
export function requireReachable(link: string, baseUrl: string): void {
	const [{ host, hostname, pathname }, service] = [new URL(link), new URL(baseUrl)];
	// `/webhook-waiting`, the execution and the node.
	const [endpoint] = pathname.split('/').slice(-3);
	const prefix = pathname.split('/').slice(0, -3).join('/');
	if (prefix) {
		throw new WorkflowError(
			`n8n cannot check a link below ${prefix}: let /${endpoint} reach n8n at the root of a host, and set WEBHOOK_URL to that root`,
		);
	}
	// Without WEBHOOK_URL, n8n makes links to itself.
	if (!OWN_MACHINE.test(hostname) || OWN_MACHINE.test(service.hostname)) return;
	throw new WorkflowError(
		`The recipient cannot open a link to ${host}. Set WEBHOOK_URL, the address at which the recipient reaches n8n`,
	);
}

/** A webhook can read the node's context only by an expression. */
function storedQuestion(context: IExecuteFunctions | IWebhookFunctions) {
	// Encoded, because n8n would read braces, line breaks and ".constructor" in a name as code.
	const name = Buffer.from(context.getNode().name).toString('base64');
	const expression = `{{ $("${name}".base64Decode()).context["question"] }}`;
	return context.evaluateExpression(expression, 0) as unknown as Question | null | undefined;
}

/** In the last seconds of the wait n8n may already be resuming the execution without a response. */
const CLOSING_MS = 2000;

/** Milliseconds in which a response still counts; negative when it is too late. */
const timeLeft = ({ until }: Question) => until - CLOSING_MS - Date.now();

/** Delay before n8n resumes the execution, in which the second tap of a double tap still gets a page. */
const HOLD_MS = 1000;

/** How long the node remembers a response, for visitors who come before n8n has resumed the execution. */
const REMEMBERED_MS = 10 * 60_000;

/** When this process of n8n accepted the response to a question, in milliseconds. */
const acceptedAt = new Map<string, number>();

/** Webhooks that show the page and receive the response. n8n calls them only while an execution waits. */
export const responseWebhooks = (['GET', 'POST'] as const).map((httpMethod) => ({
	name: 'default' as const,
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
}));

/**
 * The page behind the link of Send and Wait for Response. n8n has checked the signature. GET decides
 * nothing, because link previews and virus scanners open links; the response is a POST from the page.
 *
 * @returns the node's output, or only a page. It never throws: n8n would resume the execution.
 */
export async function respond(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await pageFor(this);
	} catch (error) {
		this.logger.error(`The page of Send and Wait for Response failed: ${(error as Error).message}`);
		try {
			const language = readersLanguage(this.getRequestObject().headers['accept-language']);
			const page = noticePage(language, 'failed', 'notSaved');
			this.getResponseObject().set(pageHeaders()).status(500).send(page);
		} catch {
			// n8n cannot even show this page. Nothing is decided.
		}
		return { noWebhookResponse: true };
	}
}

async function pageFor(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { method, headers } = context.getRequestObject();
	const language = readersLanguage(headers['accept-language']);
	const response = context.getResponseObject();
	const { origin } = new URL(context.getSignedResumeUrl());
	response.set(pageHeaders(origin));
	const show = (status: number, page: string) => {
		response.status(status).send(page);
		return { noWebhookResponse: true };
	};
	const showClosed = () => show(410, noticePage(language, 'closed', 'closedReason'));

	const { run } = context.getQueryData() as { run?: unknown };
	const key = [context.getExecutionId(), context.getNode().id, run].join('/');
	for (const [other, at] of acceptedAt) {
		if (Date.now() - at > REMEMBERED_MS) acceptedAt.delete(other);
	}
	const question = storedQuestion(context);
	const isOpen = question && String(question.run) === run && timeLeft(question) >= 0;
	if (!isOpen || acceptedAt.has(key)) return showClosed();
	if (method !== 'POST') return show(200, questionPage(question, language));
	const result = responseIn(context.getBodyData(), question);
	if (!result) return show(400, questionPage(question, language, true));

	const json = { data: { ...result, respondedAt: new Date().toISOString() } };
	acceptedAt.set(key, Date.now());
	// Near the time limit n8n may resume the execution first.
	if (timeLeft(question) > 8 * HOLD_MS) await sleep(HOLD_MS);
	// A busy n8n may have slept longer.
	if (timeLeft(question) < 0) return showClosed();
	const webhookResponse = noticePage(language, 'thanks', 'canClose');
	return { webhookResponse, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

/** The response that a form contains, for the node's output; nothing if there is none. */
function responseIn(form: IDataObject | undefined, { buttons }: Question): IDataObject | undefined {
	if (buttons.length > 0) {
		const button = buttons.find(({ approved }) => String(approved) === form?.approved);
		return button && { approved: button.approved };
	}
	// Forms send every line break as CRLF.
	const text = typeof form?.text === 'string' ? form.text.replace(/\r\n?/g, '\n').trim() : '';
	return isEmptyValue(text) ? undefined : { text };
}

/** For text of the user, which may have any language and direction. */
const ANY_LANGUAGE = 'dir="auto" lang=""';

/** The question and its form. @param wasEmpty whether the recipient sent a text without a visible character */
function questionPage(question: Question, language: Language, wasEmpty = false): string {
	const { title, text, buttons } = question;
	const { heading } = language.texts;
	const h1 = title ? `<h1 ${ANY_LANGUAGE}>${escaped(title)}</h1>` : `<h1>${heading}</h1>`;
	const fields = buttons.map((button) => approvalButton(button, language)).join('\n');
	const content = `${h1}
<p class="question" ${ANY_LANGUAGE}>${escaped(text)}</p>
<form method="post">
${fields || textFields(language, wasEmpty)}
</form>`;
	return page(language, title || heading, content);
}

function approvalButton(button: Question['buttons'][number], { texts }: Language): string {
	const { approved, label } = button;
	const word = approved ? 'approve' : 'decline';
	// A label that is the form's default is translated; another one is the user's own.
	const isDefault = label === translations.en[word];
	const content = isDefault ? `>${texts[word]}` : ` ${ANY_LANGUAGE}>${escaped(label)}`;
	const look = approved ? '' : ' class="other"';
	return `<button${look} name="approved" value="${approved}"${content}</button>`;
}

function textFields({ texts }: Language, wasEmpty: boolean): string {
	const alert = `<p class="alert" id="problem" role="alert">${texts.enterFirst}</p>\n`;
	const invalid = ' aria-invalid="true" aria-describedby="problem"';
	return `${wasEmpty ? alert : ''}<label for="text">${texts.label}</label>
<textarea id="text" name="text" dir="auto" rows="5" required${wasEmpty ? invalid : ''}></textarea>
<button>${texts.send}</button>`;
}

/** A page without a form. */
function noticePage(language: Language, heading: keyof Texts, sentence: keyof Texts): string {
	const { [heading]: title, [sentence]: text } = language.texts;
	return page(language, title, `<h1>${title}</h1>\n<p class="soft">${text}</p>`);
}

function page({ tag }: Language, title: string, content: string): string {
	return `<!DOCTYPE html>
<html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}">
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

/** Style of the page: readable on any phone, in light and dark, with nothing to load. */
const STYLE = `
:root { color-scheme: light dark;
	--back: #f2f5f3; --card: #fff; --text: #17211c; --soft: #4c5a53; --main: #0a6b43; }
@media (prefers-color-scheme: dark) { :root {
	--back: #0f1412; --card: #1a211e; --text: #e9efec; --soft: #b3c0b9; --main: #62d6a1; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--back); color: var(--text);
	font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 24px 20px; border-radius: 12px;
	background: var(--card); }
h1 { margin: 0 0 12px; font-size: 1.375rem; line-height: 1.3; }
.question { margin: 0 0 24px; white-space: pre-wrap; unicode-bidi: plaintext; text-align: start; }
h1, .question, button { overflow-wrap: break-word; overflow-wrap: anywhere; }
.soft { margin: 0; color: var(--soft); }
.alert { margin: 0 0 12px; font-weight: 600; }
label { display: block; margin: 0 0 6px; font-weight: 600; }
textarea { display: block; width: 100%; min-height: 8rem; margin: 0 0 16px; padding: 10px 12px;
	border: 1px solid var(--soft); border-radius: 8px; background: var(--card);
	color: inherit; font: inherit; }
button { display: block; width: 100%; min-height: 52px; margin: 0 0 12px; padding: 10px 16px;
	border: 2px solid var(--main); border-radius: 10px; background: var(--main);
	color: var(--card); font: inherit; font-weight: 600; cursor: pointer; }
button.other { background: var(--card); color: var(--main); }
button:last-child { margin-bottom: 0; }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
`;

/** Allows only the page's own style, and no scripts. */
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'`;

/** @param origin of the form's address: not every browser accepts 'self' for it in a sandbox */
function pageHeaders(origin = ''): Record<string, string> {
	return {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': `${POLICY}; form-action 'self' ${origin}; frame-ancestors 'none'; sandbox allow-forms`,
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
		'X-Robots-Tag': 'noindex, nofollow',
	};
}

/** Escapes text for HTML, because a question may contain text from strangers. */
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

type Texts = typeof translations.en;
interface Language {
	/** The HTML attribute `lang`. */
	tag: string;
	texts: Texts;
}
const LANGUAGES: Record<string, Texts> = translations;

/** The first language of the header `Accept-Language` that the page is translated into, or English. */
function readersLanguage(accepted = ''): Language {
	const entries = accepted.toLowerCase().replace(/\s/g, '').split(',');
	const tags = entries.sort((a, b) => weightOf(b) - weightOf(a)).map(tagOf);
	const tag = tags.find((one) => Object.hasOwn(LANGUAGES, one)) ?? 'en';
	return { tag, texts: LANGUAGES[tag] };
}

const weightOf = (entry: string) => Number(/;\s*q=([\d.]+)/.exec(entry)?.[1] ?? 1);

function tagOf(entry: string): string {
	const [primary] = entry.split(/[-;]/);
	// Indonesian had this code until 1989, and old Android phones still send it.
	if (primary === 'in') return 'id';
	if (primary !== 'zh') return primary;
	return /^zh-(hant|tw|hk|mo)\b/.test(entry) ? 'zh-Hant' : 'zh-Hans';
}
