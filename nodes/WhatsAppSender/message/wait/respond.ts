import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { readersLanguage } from './languages';
import { noticePage, pageHeaders, questionPage } from './page';
import { storedQuestion, timeLeft, type Question } from './question';

/** Delay before n8n resumes the execution, in which the second tap of a double tap still gets a page. */
const HOLD_MS = 1000;

/** How long the node remembers a response, for visitors who come before n8n has resumed the execution. */
const REMEMBERED_MS = 10 * 60_000;

/** When this process of n8n accepted the response to a question, in milliseconds. */
const acceptedAt = new Map<string, number>();

function isAnswered(question: string): boolean {
	for (const [key, at] of acceptedAt) {
		if (Date.now() - at > REMEMBERED_MS) acceptedAt.delete(key);
	}
	return acceptedAt.has(question);
}

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
			const { failure, notSaved } = language.texts;
			const page = noticePage(language, failure, notSaved);
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
	const { thanks, goodbye, ending, reason } = language.texts;
	const response = context.getResponseObject();
	const { origin } = new URL(context.getSignedResumeUrl());
	response.set(pageHeaders(origin));
	const show = (status: number, page: string) => {
		response.status(status).send(page);
		return { noWebhookResponse: true };
	};
	const showClosed = () => show(410, noticePage(language, ending, reason));

	const { run } = context.getQueryData() as { run?: unknown };
	const key = [context.getExecutionId(), context.getNode().id, run].join('/');
	const question = storedQuestion(context);
	if (!question || String(question.run) !== run || timeLeft(question) < 0 || isAnswered(key)) {
		return showClosed();
	}
	if (method !== 'POST') return show(200, questionPage(question, language));
	const result = responseIn(context.getBodyData(), question);
	if (!result) return show(400, questionPage(question, language, true));

	const json = { data: { ...result, respondedAt: new Date().toISOString() } };
	acceptedAt.set(key, Date.now());
	// Near the time limit n8n may resume the execution first.
	if (timeLeft(question) > 8 * HOLD_MS) await sleep(HOLD_MS);
	// A busy n8n may have slept longer.
	if (timeLeft(question) < 0) return showClosed();
	const webhookResponse = noticePage(language, thanks, goodbye);
	return { webhookResponse, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

/** A visible character; a Braille cell may be empty. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The response that a form contains, for the node's output; nothing if there is none. */
function responseIn(form: IDataObject | undefined, { buttons }: Question): IDataObject | undefined {
	if (buttons.length > 0) {
		const button = buttons.find(({ approved }) => String(approved) === form?.approved);
		return button && { approved: button.approved };
	}
	// Forms send every line break as CRLF.
	const text = typeof form?.text === 'string' ? form.text.replace(/\r\n?/g, '\n').trim() : '';
	return VISIBLE.test(text) ? { text } : undefined;
}
