import type { IWebhookFunctions } from 'n8n-workflow';
import { pageHeaders } from '../../nodes/WhatsAppSender/message/wait/page';
import type { Question } from '../../nodes/WhatsAppSender/message/wait/question';
import { respond } from '../../nodes/WhatsAppSender/message/wait/respond';
import { approval, freeText } from './question';

let execution = 0;
beforeEach(() => void execution++);
const now = new Date('2026-12-01T09:00:00Z');
beforeAll(() => jest.useFakeTimers({ now, doNotFake: ['setImmediate'] }));
afterEach(() => jest.setSystemTime(now));
afterAll(() => jest.useRealTimers());

const yes = { approved: 'true' };
const no = { approved: 'false' };

/** A request to the page of a question, a POST where a form is sent; `broken` is what n8n cannot do. */
async function request(
	question: Question | null,
	form?: object,
	{ run = '0', language, broken = '' }: { run?: string; language?: string; broken?: string } = {},
) {
	const shown: { status?: number; page?: string; headers?: Record<string, string> } = {};
	const response = {
		set: (headers: Record<string, string>) => ((shown.headers = headers), response),
		status: (status: number) => ((shown.status = status), response),
		send: (page: string) => ((shown.page = page), response),
	};
	const logged: string[] = [];
	const method = form ? 'POST' : 'GET';
	const context = {
		evaluateExpression: () => question,
		getNode: () => ({ id: 'node', name: 'Ask "{{ them }}"' }),
		getExecutionId: () => String(execution),
		getQueryData: () => ({ run }),
		getRequestObject: () => ({ method, headers: { 'accept-language': language } }),
		getBodyData: () => form,
		getResponseObject: () => response,
		getSignedResumeUrl: () => 'https://n8n.example.com/webhook-waiting/1/node?signature=1',
		logger: { error: (text: string) => void logged.push(text) },
		[broken]: () => {
			throw new Error('n8n cannot');
		},
	};
	const begun = Date.now();
	let ended = Number.NaN;
	const result = respond.call(context as unknown as IWebhookFunctions);
	void result.then(() => (ended = Date.now()));
	await jest.advanceTimersByTimeAsync(1000);
	const { webhookResponse, workflowData, noWebhookResponse } = await result;
	const output = workflowData?.[0][0].json.data;
	// n8n goes on with an output, and shows nothing else than its response.
	expect(output === undefined).toBe(noWebhookResponse === true);
	/** The status, and what counts, what is wrong, or the heading. */
	const said = () => {
		const page = String(shown.page ?? webhookResponse);
		const [quote, alert, heading] = ['<blockquote', 'role="alert"', '<h1'].map(
			(tag) => page.split(tag)[1]?.split('>')[1].split('</')[0],
		);
		return [...(shown.status ? [shown.status] : []), quote ?? alert ?? heading].join(' ');
	};
	return { ...shown, said, output, logged, took: ended - begun };
}

const CLOSED = '410 This question is closed';
const ENTER = '400 Enter a response first.';
/** No-break and zero-width spaces, marks of direction, a soft hyphen, fillers, an empty Braille cell. */
const INVISIBLE =
	'\u00a0\u200b\u200d\u200f\u202e\u2066\ufeff\u061c\u00ad\u3164\u115f\u2800\ufe0f\0';

/** A question, what is sent, the run of the link, what the page says, and what the node puts out. */
test.each<[string, Question | null, object | undefined, string, string, object?]>([
	['Opening the link', approval, undefined, '0', '200 Example Shop'],
	['An approval', approval, yes, '0', 'Send it', { approved: true }],
	['A refusal', approval, no, '0', 'Not yet', { approved: false }],
	['A text', freeText, { text: ' a,\r\nb ' }, '0', 'a,\nb', { text: 'a,\nb' }],
	['A button that is not there', approval, { approved: 'maybe' }, '0', '400 Example Shop'],
	['Nothing', freeText, {}, '0', ENTER],
	['What nobody can see', freeText, { text: ` \r\n${INVISIBLE}` }, '0', ENTER],
	['A link of an earlier question of a loop', { ...approval, run: 1 }, yes, '0', CLOSED],
	['A link of an execution that asks nothing', null, yes, '0', CLOSED],
])('%s is answered in words', async (...[, question, form, run, words, given]) => {
	const { said, output } = await request(question, form, { run });
	expect(said()).toBe(words);
	const respondedAt = expect.stringMatching(/^2026-12-01T09:00:\d\d\.\d{3}Z$/);
	expect(output).toEqual(given && { ...given, respondedAt });
});

test('The page is in the language of the reader, with headers for its origin', async () => {
	const { said, page, headers } = await request(freeText, { text: ' ' }, { language: 'ru' });
	expect(said()).toBe('400 Сначала введите ответ.');
	expect(page).toContain('<html lang="ru" dir="ltr">');
	expect(page).toContain('aria-invalid="true" aria-describedby="problem"');
	expect(headers).toEqual(pageHeaders('https://n8n.example.com'));
});

test('The first answer counts for ten minutes, in which n8n goes on with it', async () => {
	await request(approval, yes);
	for (const form of [no, yes, undefined]) {
		jest.advanceTimersByTime(3 * 60_000);
		expect((await request(approval, form)).said()).toBe('200 Send it');
	}
	jest.advanceTimersByTime(2 * 60_000);
	// Nothing is remembered for good.
	expect((await request(approval, no)).output).toMatchObject({ approved: false });
});

test('Each question of a process has its own answer', async () => {
	expect((await request(approval, yes)).output).toMatchObject({ approved: true });
	const next = await request({ ...approval, run: 1 }, no, { run: '1' });
	expect(next.output).toMatchObject({ approved: false });
});

test.each([
	['is open until two seconds before its limit', 2001, 'Send it', 0],
	['is closed from then on', 1999, CLOSED, 0],
	['holds its answer where there is time', 60_000, 'Send it', 1000],
])('A question %s', async (_what, left, words, held) => {
	const { said, took } = await request({ ...approval, until: Date.now() + left }, yes);
	expect([said(), took]).toEqual([words, held]);
});

test('An answer is not taken where n8n was too busy to go on before the limit', async () => {
	const answer = request({ ...approval, until: Date.now() + 60_000 }, yes);
	jest.setSystemTime(Date.now() + 59_000);
	expect((await answer).said()).toBe(CLOSED);
});

test.each([
	['getBodyData', '500 Something went wrong'],
	// Not even this can be shown.
	['getResponseObject', ''],
])('Where %s fails, the page says so and nothing is decided', async (broken, words) => {
	const { said, output, logged } = await request(approval, yes, { broken });
	expect([said(), output]).toEqual([words, undefined]);
	expect(logged).toEqual(['The page of Send and Wait for Response failed: n8n cannot']);
	expect((await request(approval, no)).output).toMatchObject({ approved: false });
});
