import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { readersLanguage, type Language } from './languages';
import {
	answeredPage,
	closedPage,
	failedPage,
	LONGEST_RESPONSE,
	pageHeaders,
	questionPage,
	type Answer,
	type Problem,
} from './page';
import { isOver, keptQuestion, mayHold, type Question } from './question';

/**
 * How long an answer is held before the execution goes on: the second tap of a double tap still
 * meets a waiting execution, so it is shown the page instead of n8n's error.
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
	const question = keptQuestion(context);
	const { run } = context.getQueryData() as { run?: unknown };
	if (!question || String(question.run) !== run) return showClosed(context, language);

	const key = [context.getExecutionId(), context.getNode().id, run].join('/');
	const first = firstAnswer(answers, key);
	if (first) return show(context, 200, answeredPage(first, language));
	if (isOver(question)) return showClosed(context, language);
	const page = (problem?: Problem) => questionPage(question, language, problem);
	if (context.getRequestObject().method !== 'POST') return show(context, 200, page());

	const answer = answerIn(context.getBodyData(), question, language);
	if ('message' in answer) return show(context, 400, page(answer));
	const respondedAt = new Date().toISOString();
	const given = 'text' in answer ? { text: answer.text } : { approved: answer.approved };
	const json = { data: { ...given, respondedAt } };
	const webhookResponse = answeredPage(answer, language);
	setHeaders(context);
	answers.set(key, { answer, takenAt: Date.now() });
	if (mayHold(question)) await sleep(HOLD_MS);
	// A busy n8n may have overslept.
	if (isOver(question)) {
		answers.delete(key);
		return showClosed(context, language);
	}
	return { webhookResponse, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

/** A character that can be seen; a Braille cell may be empty. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What a form has sent, or why it cannot be taken. */
function answerIn(
	form: IDataObject | undefined,
	{ buttons }: Question,
	{ tag, say }: Language,
): Answer | Problem {
	if (buttons.length > 0) {
		const pressed = buttons.find(({ approved }) => String(approved) === form?.approved);
		return pressed ?? { message: say.tap, text: '' };
	}
	const entered = typeof form?.text === 'string' ? form.text : '';
	// Forms send every line break as CRLF.
	const text = entered.replace(/\r\n?/g, '\n').trim();
	if (!VISIBLE.test(text)) return { message: say.enter, text: '' };
	if (text.length <= LONGEST_RESPONSE) return { text };
	return { message: say.shorten.replace('{n}', LONGEST_RESPONSE.toLocaleString(tag)), text };
}

const languageOf = (context: IWebhookFunctions) =>
	readersLanguage(context.getRequestObject().headers['accept-language']);

const showClosed = (context: IWebhookFunctions, language: Language) =>
	show(context, 410, closedPage(language));

function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	setHeaders(context);
	context.getResponseObject().status(status).send(page);
	return { noWebhookResponse: true };
}

function setHeaders(context: IWebhookFunctions): void {
	const { origin } = new URL(context.getSignedResumeUrl());
	context.getResponseObject().set(pageHeaders(origin));
}

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
