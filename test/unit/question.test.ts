import { type IWebhookFunctions, WAIT_INDEFINITELY } from 'n8n-workflow';
import languages from '../../nodes/WhatsAppSender/message/wait/languages.json';
import {
	type Question,
	requireReachable,
	respond,
} from '../../nodes/WhatsAppSender/message/wait/page';

const buttonsWith = (...labels: string[]) =>
	labels.map((label, index) => ({ approved: index === 0, label }));
const approval: Question = {
	run: 0,
	title: 'Example Shop',
	text: 'May invoice 1001 be sent?',
	buttons: buttonsWith('Send it', 'Not yet'),
	until: WAIT_INDEFINITELY.getTime(),
};
const freeText: Question = { ...approval, buttons: [] };
const single: Question = { ...approval, buttons: buttonsWith('OK') };

/** Each test has its own execution, because the process remembers the answers of an execution. */
let execution = 0;
beforeEach(() => void execution++);
const now = new Date('2026-12-01T09:00:00Z');
beforeAll(() => jest.useFakeTimers({ now, doNotFake: ['setImmediate'] }));
afterEach(() => jest.setSystemTime(now));
afterAll(() => jest.useRealTimers());

const yes = { approved: 'true' };
const no = { approved: 'false' };

/** A request to the page of a question: a POST if it has a form. `broken` names a function of n8n that fails. */
async function request(
	question: Question | null,
	form?: object,
	{ run = '0', language, broken = '' }: { run?: string; language?: string; broken?: string } = {},
) {
	const response = { set: jest.fn(), status: jest.fn().mockReturnThis(), send: jest.fn() };
	response.set.mockReturnValue(response);
	const logger = { error: jest.fn() };
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
		logger,
		[broken]: () => {
			throw new Error('n8n cannot');
		},
	};
	const begun = Date.now();
	const result = respond.call(context as unknown as IWebhookFunctions);
	const took = result.then(() => Date.now() - begun);
	await jest.advanceTimersByTimeAsync(1000);
	const { webhookResponse, workflowData, noWebhookResponse } = await result;
	const output = workflowData?.[0][0].json.data;
	// n8n resumes the execution with an output, and sends no other response of its own.
	expect(output === undefined).toBe(noWebhookResponse === true);
	const [[sent] = [webhookResponse]] = response.send.mock.calls;
	const page = String(sent);
	const [alert, heading] = ['role="alert"', '<h1'].map(
		(tag) => page.split(tag)[1]?.split('>')[1].split('</')[0],
	);
	/** The status, and the problem or the heading of the page. */
	const words = [...response.status.mock.calls.flat(), alert ?? heading].join(' ');
	return { page, words, output, response, logger, took: await took };
}

const THANKS = 'Thank you';
const CLOSED = '410 This question is closed';
const ENTER = '400 Enter a response first.';
/** No-break and zero-width spaces, marks of direction, a soft hyphen, fillers, an empty Braille cell. */
const INVISIBLE =
	'\u00a0\u200b\u200d\u200f\u202e\u2066\ufeff\u061c\u00ad\u3164\u115f\u2800\ufe0f\0';

/** The question, the form, the run of the link, the words of the page, and the output. */
test.each<[string, Question | null, object | undefined, string, string, object?]>([
	['Opening the link', approval, undefined, '0', '200 Example Shop'],
	['An approval', approval, yes, '0', THANKS, { approved: true }],
	['A refusal', approval, no, '0', THANKS, { approved: false }],
	['A single button', single, yes, '0', THANKS, { approved: true }],
	['A text', freeText, { text: ' a,\r\nb ' }, '0', THANKS, { text: 'a,\nb' }],
	['An unknown button', approval, { approved: 'maybe' }, '0', '400 Example Shop'],
	['A text of invisible characters', freeText, { text: ` \r\n${INVISIBLE}` }, '0', ENTER],
	['A link of an earlier question of a loop', { ...approval, run: 1 }, yes, '0', CLOSED],
	['A link of an execution without a question', null, yes, '0', CLOSED],
])('%s leads to its own page and output', async (...[, question, form, run, expected, data]) => {
	const { words, output } = await request(question, form, { run });
	expect(words).toBe(expected);
	const respondedAt = expect.stringMatching(/^2026-12-01T09:00:\d\d\.\d{3}Z$/);
	expect(output).toEqual(data && { ...data, respondedAt });
});

test('The page says in the language of the reader that the text is empty', async () => {
	const { words, page } = await request(freeText, { text: ' ' }, { language: 'ru' });
	expect(words).toBe('400 Сначала введите ответ.');
	expect(page).toContain('aria-invalid="true" aria-describedby="problem"');
});

test('The first answer counts, and the node remembers it for ten minutes', async () => {
	await request(approval, yes);
	const next = await request({ ...approval, run: 1 }, no, { run: '1' });
	expect(next.output).toMatchObject({ approved: false });
	for (const form of [no, yes, undefined]) {
		jest.advanceTimersByTime(3 * 60_000);
		expect((await request(approval, form)).words).toBe(CLOSED);
	}
	jest.advanceTimersByTime(2 * 60_000);
	expect((await request(approval, no)).output).toMatchObject({ approved: false });
});

test.each([
	['is open until two seconds before its limit', 2001, THANKS, 0],
	['is closed from then on', 1999, CLOSED, 0],
	['delays its answer if there is time', 60_000, THANKS, 1000],
])('A question %s', async (_what, left, words, took) => {
	const answer = await request({ ...approval, until: Date.now() + left }, yes);
	expect(answer).toMatchObject({ words, took });
});

test('An answer is refused if a busy n8n resumes too late', async () => {
	const answer = request({ ...approval, until: Date.now() + 60_000 }, yes);
	jest.setSystemTime(Date.now() + 59_000);
	expect((await answer).words).toBe(CLOSED);
});

test.each([
	['getBodyData', '500 Что-то пошло не так'],
	['getSignedResumeUrl', '500 Что-то пошло не так'],
	// Without a response object there is no page.
	['getResponseObject', ''],
])(
	'If %s fails, the page says so to the reader, and nothing is decided',
	async (broken, expected) => {
		const failed = await request(approval, yes, { broken, language: 'ru' });
		const { words, output, logger, response } = failed;
		const [headers = {}] = response.set.mock.lastCall ?? [];
		expect(headers['X-Robots-Tag']).toBe(expected ? 'noindex, nofollow' : undefined);
		expect([words, output]).toEqual([expected, undefined]);
		const logged = 'The page of Send and Wait for Response failed: n8n cannot';
		expect(logger.error.mock.calls).toEqual([[logged]]);
		expect((await request(approval, no)).output).toMatchObject({ approved: false });
	},
);

test('A question has a title, a text, and a button for each answer', async () => {
	const { page } = await request(approval);
	// The user's texts have a direction of their own and an unknown language.
	expect(page).toMatch(/<title>Example Shop<[^]*<h1 dir="auto" lang="">Example Shop</);
	expect(page).toContain('<p class="question" dir="auto" lang="">May invoice 1001 be sent?</p>');
	expect(page).toMatch(/<form method="post">\s<button name="approved" value="true"[^>]*>Send it</);
	expect(page).toMatch(/<button[^>]*name="approved" value="false"[^>]*>Not yet</);
	expect(page).not.toContain('<textarea');
});

test.each<[string | undefined, keyof typeof languages]>([
	['id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7', 'id'],
	['in', 'id'],
	['zh', 'zh-Hans'],
	['zh-TW,zh;q=0.9', 'zh-Hant'],
	['sw, en;q=0.5, ar;q=0.9', 'ar'],
	[',;q=x,constructor', 'en'],
	[undefined, 'en'],
])('For a reader who prefers %s the language of the page is %s', async (language, tag) => {
	const { page } = await request({ ...approval, title: '' }, undefined, { language });
	expect(page).toContain(`<html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}">`);
	for (const element of ['title', 'h1'])
		expect(page).toContain(`<${element}>${languages[tag].heading}<`);
});

test("The page translates n8n's default labels, and no others", async () => {
	const question = { ...approval, buttons: buttonsWith('Approve', 'Decline') };
	const { page } = await request(question, undefined, { language: 'es' });
	expect(page).toMatch(/value="true">Aprobar<[^]*value="false">Rechazar</);
});

test('A link to n8n itself is refused, unless the service is there, too', () => {
	const check = (link: string, service: string) => () => requireReachable(link, service);
	for (const host of ['LOCALHOST', 'n8n.localhost', '127.1', '[::1]', '[::]', '0.0.0.0']) {
		const link = `http://${host}:5678/webhook-waiting/1`;
		expect(check(link, 'https://localhost.example.com')).toThrow(/Set WEBHOOK_URL, the address/);
		expect(check(link, 'http://127.0.0.1:3000')).not.toThrow();
	}
	const elsewhere = 'http://127.example.com/webhook-waiting/1/node?run=0';
	expect(check(elsewhere, 'https://api.example.com')).not.toThrow();
});

test('A link with a path before that of n8n is refused', () => {
	const link = 'https://example.com/apps/n8n/webhook-waiting/1/node?run=0';
	expect(() => requireReachable(link, 'https://api.example.com')).toThrow(
		'n8n cannot check a link below /apps/n8n: let /webhook-waiting reach n8n at the root of a host, and set WEBHOOK_URL to that root',
	);
});

test('Each language has every sentence', () => {
	const tags = 'en id ms es pt de fr it nl tr ar hi zh-Hans zh-Hant ja vi th ru';
	expect(Object.keys(languages).join(' ')).toBe(tags);
	const { en: inEnglish, ...others } = languages;
	for (const texts of Object.values(others)) {
		expect(Object.keys(texts)).toEqual(Object.keys(inEnglish));
		const sentences = Object.values(texts);
		expect(new Set([...Object.values(inEnglish), ...sentences]).size).toBe(2 * sentences.length);
		for (const sentence of sentences) expect(sentence).toMatch(/^[^\s<>&][^<>&\n]*[^\s<>&]$/);
	}
});

describe('Every page escapes the texts of others, loads nothing and runs nothing:', () => {
	const hostile = `</textarea></style><script>alert(1)</script><img src=x onerror='alert(2)'>"&`;
	const asked = { ...approval, title: hostile, text: hostile };

	test.each<[string, number, Question | null, object | undefined]>([
		['a question', 4, { ...asked, buttons: buttonsWith(hostile) }, undefined],
		['a text field', 3, { ...asked, buttons: [] }, {}],
		['a closed question', 0, null, undefined],
	])('%s', async (_what, times, question, form) => {
		const { page, response } = await request(question, form);
		expect(page).not.toMatch(/<script|<link|<img|<iframe|url\(|@import|<[^>]*\s(href|src)=/);
		expect(page.match(/<\/?style>/g)).toEqual(['<style>', '</style>']);
		const escaped = /&#60;script&#62;alert\(1\).*?onerror=&#39;alert\(2\)&#39;&#62;&#34;&#38;/g;
		expect(page.match(escaped) ?? []).toHaveLength(times);
		expect(page).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none';`);
		const [[{ 'Content-Security-Policy': policy, ...headers }]] = response.set.mock.calls;
		expect(policy).toMatch(
			/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'self' https:\/\/n8n\.example\.com; frame-ancestors 'none'; sandbox allow-forms$/,
		);
		expect(headers).toEqual({
			'Content-Type': 'text/html; charset=utf-8',
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
			'X-Robots-Tag': 'noindex, nofollow',
		});
	});
});
