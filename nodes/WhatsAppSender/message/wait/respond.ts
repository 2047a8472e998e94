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
import { keptQuestion, timeLeft, type Question } from './question';

/**
 * How long the page holds a response before it lets n8n resume the execution. So the second tap of a double tap
 * still gets the page, and not n8n's own error.
 */
const HOLD_MS = 1000;

/** How long an answer is remembered, for whoever comes before n8n has gone on with it. */
const REMEMBERED_MS = 10 * 60_000;

/** The answers that this process of n8n has taken, by question, with their time: the first one counts. */
type Answers = Map<string, { answer: Answer; takenAt: number }>;

function firstAnswer(answers: Answers, question: string): Answer | undefined {
	for (const [key, { takenAt }] of answers) {
		if (Date.now() - takenAt > REMEMBERED_MS) answers.delete(key);
	}
	return answers.get(question)?.answer;
}

/**
 * The page behind the link of Send and Wait for Response. n8n has checked the signature. Opening
 * the page decides nothing, as link previews and virus scanners do; the answer is a POST from it.
 *
 * @returns a function that gives the answer as the node's output, or only a page. It never throws:
 * n8n would go on with the execution.
 */
export function respondTo() {
	const answers: Answers = new Map();
	return async function respond(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		try {
			return await pageFor(this, answers);
		} catch (error) {
			return showFailure(this, error as Error);
		}
	};
}

async function pageFor(context: IWebhookFunctions, answers: Answers) {
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
	const first = firstAnswer(answers, key);
	if (first) return show(200, answeredPage(first, language));
	const question = keptQuestion(context);
	if (!question || String(question.run) !== run || timeLeft(question) < 0) {
		return show(410, closedPage(language));
	}
	if (context.getRequestObject().method !== 'POST') {
		return show(200, questionPage(question, language));
	}

	const answer = answerIn(context.getBodyData(), question);
	if (!answer) return show(400, questionPage(question, language, true));
	const respondedAt = new Date().toISOString();
	const given = 'text' in answer ? answer : { approved: answer.approved };
	const json = { data: { ...given, respondedAt } };
	const webhookResponse = answeredPage(answer, language);
	answers.set(key, { answer, takenAt: Date.now() });
	// Near the time limit n8n may resume the execution first.
	if (timeLeft(question) > 8 * HOLD_MS) await sleep(HOLD_MS);
	// A busy n8n may have slept for longer.
	if (timeLeft(question) < 0) {
		answers.delete(key);
		return show(410, closedPage(language));
	}
	return { webhookResponse, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

/** A character that can be seen; a Braille cell may be empty. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What a form has sent, where it is an answer. */
function answerIn(form: IDataObject | undefined, { buttons }: Question): Answer | undefined {
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

function showFailure(context: IWebhookFunctions, { message }: Error): IWebhookResponseData {
	try {
		context.logger.error(`The page of Send and Wait for Response failed: ${message}`);
		const page = failedPage(languageOf(context));
		context.getResponseObject().set(pageHeaders()).status(500).send(page);
	} catch {
		// Where not even this can be shown, nothing is decided all the same.
	}
	return { noWebhookResponse: true };
}
