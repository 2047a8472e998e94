import {
	sleep,
	type IHttpRequestMethods,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import {
	answeredPage,
	closedPage,
	LONGEST_TEXT,
	pageHeaders,
	questionPage,
	type Answer,
	type Problem,
} from './page';
import { keptQuestion, type Question } from './question';

const responseWebhook = (httpMethod: IHttpRequestMethods): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** The page and its form, which answer only while an execution waits. */
export const responseWebhooks = [responseWebhook('GET'), responseWebhook('POST')];

/**
 * How long an answer is held before the execution goes on: the second tap of a double tap still
 * meets a waiting execution, so it is shown the page instead of n8n's error.
 */
const HOLD_MS = 1000;

/** How long an answer is remembered: long enough for n8n to note that the execution goes on. */
const REMEMBERED_MS = 10_000;

/** Answers that this process has just taken, by question: the first one counts. */
const taken = new Map<string, { answer: Answer; at: number }>();

/**
 * The page behind the link of Send and Wait for Response. n8n has checked the signature. Opening
 * the page decides nothing, as link previews and virus scanners do; the answer is a POST from it.
 *
 * @returns the answer as the node's output, or only a page
 */
export async function respond(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const question = keptQuestion(this);
	const { run } = this.getQueryData() as { run?: unknown };
	if (!question || String(question.run) !== run) return show(this, 410, closedPage());

	const key = [this.getExecutionId(), this.getNode().id, run].join('/');
	const before = recentlyTaken(key);
	if (before) return show(this, 200, answeredPage(before));
	if (this.getRequestObject().method !== 'POST') return show(this, 200, questionPage(question));

	const answer = answerIn(this.getBodyData() as Record<string, unknown>, question);
	if ('message' in answer) return show(this, 400, questionPage(question, answer));
	const respondedAt = new Date();
	taken.set(key, { answer, at: respondedAt.getTime() });
	await sleep(HOLD_MS);
	setHeaders(this);
	const given = 'text' in answer ? { text: answer.text } : { approved: answer.approved };
	const json = { data: { ...given, respondedAt: respondedAt.toISOString() } };
	return {
		webhookResponse: answeredPage(answer),
		workflowData: [[{ json, pairedItem: { item: 0 } }]],
	};
}

/** What a form has sent, or why it cannot be taken. */
function answerIn(form: Record<string, unknown>, { buttons }: Question): Answer | Problem {
	if (buttons.length > 0) {
		const pressed = buttons.find(({ approved }) => String(approved) === form?.approved);
		return pressed ?? { message: 'Tap one of the buttons to respond.', text: '' };
	}
	const entered = typeof form?.text === 'string' ? form.text : '';
	// Forms send every line break as CRLF.
	const text = entered.replace(/\r\n?/g, '\n').trim();
	if (text === '') return { message: 'Enter a response first.', text };
	if (text.length <= LONGEST_TEXT) return { text };
	return { message: `Shorten your response to ${LONGEST_TEXT} characters.`, text };
}

function recentlyTaken(key: string): Answer | undefined {
	for (const [known, { at }] of taken) if (Date.now() - at > REMEMBERED_MS) taken.delete(known);
	return taken.get(key)?.answer;
}

function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	setHeaders(context);
	context.getResponseObject().status(status).send(page);
	return { noWebhookResponse: true };
}

function setHeaders(context: IWebhookFunctions): void {
	const { origin } = new URL(context.getSignedResumeUrl());
	context.getResponseObject().set(pageHeaders(origin));
}
