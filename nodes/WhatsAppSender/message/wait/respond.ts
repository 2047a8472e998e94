import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { readersLanguage } from './languages';
import {
	answeredPage,
	closedPage,
	failedPage,
	pageHeaders,
	questionPage,
	type Answer,
} from './page';
import { storedQuestion, timeLeft, type Question } from './question';

/** Delay before n8n resumes the execution, in which the second tap of a double tap still gets the page. */
const HOLD_MS = 1000;

/** How long the node remembers an answer, for visitors who come before n8n has resumed the execution. */
const REMEMBERED_MS = 10 * 60_000;

/** The first answers that this process of n8n has accepted, by question. */
const answers = new Map<string, { answer: Answer; acceptedAt: number }>();

function firstAnswer(question: string): Answer | undefined {
	for (const [key, { acceptedAt }] of answers) {
		if (Date.now() - acceptedAt > REMEMBERED_MS) answers.delete(key);
	}
	return answers.get(question)?.answer;
}

/**
 * The page behind the link of Send and Wait for Response. n8n has checked the signature. GET decides
 * nothing, because link previews and virus scanners open links; the answer is a POST from the page.
 *
 * @returns the answer as the node's output, or only a page. It never throws: n8n would resume the execution.
 */
export async function respond(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await pageFor(this);
	} catch (error) {
		this.logger.error(`The page of Send and Wait for Response failed: ${(error as Error).message}`);
		try {
			const page = failedPage(languageOf(this));
			this.getResponseObject().set(pageHeaders()).status(500).send(page);
		} catch {
			// n8n cannot even show this page. Nothing is decided.
		}
		return { noWebhookResponse: true };
	}
}

async function pageFor(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const language = languageOf(context);
	const response = context.getResponseObject();
	const { origin } = new URL(context.getSignedResumeUrl());
	response.set(pageHeaders(origin));
	const show = (status: number, page: string) => {
		response.status(status).send(page);
		return { noWebhookResponse: true };
	};
	const { run } = context.getQueryData() as { run?: unknown };
	const key = [context.getExecutionId(), context.getNode().id, run].join('/');
	const first = firstAnswer(key);
	if (first) return show(200, answeredPage(first, language));
	const question = storedQuestion(context);
	if (!question || String(question.run) !== run || timeLeft(question) < 0) {
		return show(410, closedPage(language));
	}
	if (context.getRequestObject().method !== 'POST') {
		return show(200, questionPage(question, language));
	}

	const answer = answerOf(context.getBodyData(), question);
	if (!answer) return show(400, questionPage(question, language, true));
	const result = 'text' in answer ? answer : { approved: answer.approved };
	const json = { data: { ...result, respondedAt: new Date().toISOString() } };
	const webhookResponse = answeredPage(answer, language);
	answers.set(key, { answer, acceptedAt: Date.now() });
	// Near the time limit n8n may resume the execution first.
	if (timeLeft(question) > 8 * HOLD_MS) await sleep(HOLD_MS);
	// A busy n8n may have slept longer.
	if (timeLeft(question) < 0) {
		answers.delete(key);
		return show(410, closedPage(language));
	}
	return { webhookResponse, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

/** A visible character; a Braille cell may be empty. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The answer that a form has sent; nothing if it contains none. */
function answerOf(form: IDataObject | undefined, { buttons }: Question): Answer | undefined {
	if (buttons.length > 0) {
		return buttons.find(({ approved }) => String(approved) === form?.approved);
	}
	const entered = typeof form?.text === 'string' ? form.text : '';
	// Forms send every line break as CRLF.
	const text = entered.replace(/\r\n?/g, '\n').trim();
	return VISIBLE.test(text) ? { text } : undefined;
}

const languageOf = (context: IWebhookFunctions) =>
	readersLanguage(context.getRequestObject().headers['accept-language']);
