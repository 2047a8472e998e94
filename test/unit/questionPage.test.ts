import { WAIT_INDEFINITELY, type IWebhookFunctions } from 'n8n-workflow';
import { LANGUAGES, readersLanguage } from '../../nodes/WhatsAppSender/message/wait/languages';
import {
	noticePage,
	pageHeaders,
	questionPage,
} from '../../nodes/WhatsAppSender/message/wait/page';
import type { Question } from '../../nodes/WhatsAppSender/message/wait/question';
import { respond } from '../../nodes/WhatsAppSender/message/wait/respond';

/** A question with two buttons, as the page gets it. */
const approval: Question = {
	run: 0,
	title: 'Example Shop',
	text: 'May invoice 1001 be sent?',
	buttons: [
		{ approved: true, label: 'Send it' },
		{ approved: false, label: 'Not yet' },
	],
	until: WAIT_INDEFINITELY.getTime(),
};

const freeText: Question = { ...approval, buttons: [] };

const english = readersLanguage('en');

test('A question shows who asks what, with a button for each answer', () => {
	const page = questionPage(approval, english);
	expect(page).toContain('<title>Example Shop</title>');
	// Its texts set their own direction, and no language is claimed for them.
	expect(page).toContain('<h1 dir="auto" lang="">Example Shop</h1>');
	expect(page).toContain('<p class="question" dir="auto" lang="">May invoice 1001 be sent?</p>');
	expect(page).toContain('<form method="post">');
	expect(page).toMatch(/<button[^>]*name="approved" value="true"[^>]*>Send it<\/button>/);
	expect(page).toMatch(/<button[^>]*name="approved" value="false"[^>]*>Not yet<\/button>/);
	expect(page).not.toContain('<textarea');
});

describe('A page speaks', () => {
	test.each<Array<string | undefined>>([
		['id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7', 'id'],
		['in', 'id'],
		['zh', 'zh-Hans'],
		['zh-TW,zh;q=0.9', 'zh-Hant'],
		['sw, en;q=0.5, ar;q=0.9', 'ar'],
		['sw', 'en'],
		[',;q=x,constructor', 'en'],
		[undefined, 'en'],
	])('where the reader prefers %s: %s', (accepted, tag) => {
		const page = questionPage({ ...approval, title: '' }, readersLanguage(accepted));
		const dir = tag === 'ar' ? 'rtl' : 'ltr';
		expect(page).toContain(`<html lang="${tag}" dir="${dir}">`);
		const { texts } = LANGUAGES.find((known) => known.tag === tag)!;
		expect(page).toContain(`<title>${texts.heading}</title>`);
		expect(page).toContain(`<h1>${texts.heading}</h1>`);
	});

	test('with buttons in its own words where they stand as n8n proposes them', () => {
		const approve = { approved: true, label: 'Approve' };
		const decline = { approved: false, label: 'Decline' };
		const spanish = readersLanguage('es');
		const page = questionPage({ ...approval, buttons: [approve, decline] }, spanish);
		expect(page).toMatch(/value="true">Aprobar<[^]*value="false">Rechazar</);
	});

	test('in each language every sentence of its own', () => {
		const [{ texts: inEnglish }, ...others] = LANGUAGES;
		expect(others.map(({ tag }) => tag)).toEqual(
			'id ms es pt de fr it nl tr ar hi zh-Hans zh-Hant ja vi th ru'.split(' '),
		);
		for (const { tag, texts } of others) {
			for (const [name, sentence] of Object.entries(texts)) {
				const where = `${tag}, ${name}: ${sentence}`;
				expect(where).toMatch(/: \S[^]*\S$/);
				expect(sentence).not.toBe(inEnglish[name as keyof typeof texts]);
				expect(where).not.toMatch(/undefined|[|<>&\n]/);
			}
			const sentences = Object.values(texts);
			expect(new Set(sentences).size).toBe(sentences.length);
		}
	});
});

describe('Every page escapes what others wrote, loads nothing, runs nothing:', () => {
	const hostile = `</textarea></style><script>alert(1)</script><img src=x onerror='alert(2)'>"&`;
	const asked = { ...approval, title: hostile, text: hostile };
	const hostileButton = { approved: true, label: hostile };

	test.each([
		['a question', 4, questionPage({ ...asked, buttons: [hostileButton] }, english)],
		['a text field', 3, questionPage({ ...asked, buttons: [] }, english, true)],
		['a closed question', 0, noticePage(english, 'Closed', 'It has been answered.')],
	])('%s', (_what, times, page) => {
		expect(page).not.toMatch(/<script|<link|<img|<iframe|url\(|@import|<[^>]*\s(href|src)=/);
		expect(page.match(/<\/?style>/g)).toEqual(['<style>', '</style>']);
		const escaped = /&#60;script&#62;alert\(1\).*?onerror=&#39;alert\(2\)&#39;&#62;&#34;&#38;/g;
		expect(page.match(escaped) ?? []).toHaveLength(times);
		expect(page).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none';`);
	});

	test('its headers', () => {
		expect(pageHeaders('https://n8n.example.com')).toMatchObject({
			'Content-Security-Policy': expect.stringMatching(
				/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'self' https:\/\/n8n\.example\.com; frame-ancestors 'none'; sandbox allow-forms$/,
			),
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
		});
	});
});

/** Another one in each test: n8n's process remembers the answers of each. */
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
	/** The status, and what is wrong, or the heading. */
	const said = () => {
		const page = String(shown.page ?? webhookResponse);
		const [alert, heading] = ['role="alert"', '<h1'].map(
			(tag) => page.split(tag)[1]?.split('>')[1].split('</')[0],
		);
		return [...(shown.status ? [shown.status] : []), alert ?? heading].join(' ');
	};
	return { ...shown, said, output, logged, took: ended - begun };
}

const THANKS = 'Thank you';
const CLOSED = '410 This question is closed';
const ENTER = '400 Enter a response first.';
/** No-break and zero-width spaces, marks of direction, a soft hyphen, fillers, an empty Braille cell. */
const INVISIBLE =
	'\u00a0\u200b\u200d\u200f\u202e\u2066\ufeff\u061c\u00ad\u3164\u115f\u2800\ufe0f\0';

/** A question, what is sent, the run of the link, what the page says, and what the node puts out. */
test.each<[string, Question | null, object | undefined, string, string, object?]>([
	['Opening the link', approval, undefined, '0', '200 Example Shop'],
	['An approval', approval, yes, '0', THANKS, { approved: true }],
	['A refusal', approval, no, '0', THANKS, { approved: false }],
	['A text', freeText, { text: ' a,\r\nb ' }, '0', THANKS, { text: 'a,\nb' }],
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
	expect(page).toContain('aria-invalid="true" aria-describedby="problem"');
	expect(headers).toEqual(pageHeaders('https://n8n.example.com'));
});

test('The first answer counts for ten minutes, in which n8n goes on with it', async () => {
	await request(approval, yes);
	// The next question of a loop has its own.
	const next = await request({ ...approval, run: 1 }, no, { run: '1' });
	expect(next.output).toMatchObject({ approved: false });
	for (const form of [no, yes, undefined]) {
		jest.advanceTimersByTime(3 * 60_000);
		expect((await request(approval, form)).said()).toBe(CLOSED);
	}
	jest.advanceTimersByTime(2 * 60_000);
	// Nothing is remembered for good.
	expect((await request(approval, no)).output).toMatchObject({ approved: false });
});

test.each([
	['is open until two seconds before its limit', 2001, THANKS, 0],
	['is closed from then on', 1999, CLOSED, 0],
	['holds its answer where there is time', 60_000, THANKS, 1000],
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
