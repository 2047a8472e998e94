import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WAIT_INDEFINITELY, type IWebhookFunctions } from 'n8n-workflow';
import { Answers } from '../../nodes/WhatsAppSender/message/wait/answers';
import { LANGUAGES } from '../../nodes/WhatsAppSender/message/wait/languages';
import { LONGEST_TEXT } from '../../nodes/WhatsAppSender/message/wait/page';
import type { Question } from '../../nodes/WhatsAppSender/message/wait/question';
import { respondTo } from '../../nodes/WhatsAppSender/message/wait/respond';

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
const freeText = { ...approval, buttons: [] };

let respond: ReturnType<typeof respondTo>;
beforeEach(() => void (respond = respondTo(new Answers())));
const now = new Date('2026-12-01T09:00:00Z');
beforeAll(() => jest.useFakeTimers({ now, doNotFake: ['setImmediate'] }));
afterEach(() => jest.setSystemTime(now));
afterAll(() => jest.useRealTimers());

interface Sent {
	run?: string;
	language?: string;
	/** What n8n's context cannot do. */
	broken?: string;
}

/** A request to the page of the question that the execution waits with; a POST where a form is sent. */
async function request(question: Question | null, form?: object, sent: Sent = {}) {
	const shown: { status?: number; page?: string; headers?: Record<string, string> } = {};
	const response = {
		set: (headers: Record<string, string>) => ((shown.headers = headers), response),
		status: (status: number) => ((shown.status = status), response),
		send: (page: string) => ((shown.page = page), response),
		json: (body: object) => response.send(JSON.stringify(body)),
	};
	const logged: string[] = [];
	const context = {
		evaluateExpression: () => question,
		getNode: () => ({ id: 'node', name: 'Ask "{{ them }}"' }),
		getExecutionId: () => '1',
		getQueryData: () => ({ run: sent.run ?? '0' }),
		getRequestObject: () => ({
			method: form ? 'POST' : 'GET',
			headers: { 'accept-language': sent.language },
		}),
		getBodyData: () => form,
		getResponseObject: () => response,
		getSignedResumeUrl: () => 'https://n8n.example.com/webhook-waiting/1/node?signature=1',
		logger: { error: (text: string) => void logged.push(text) },
	};
	const broken = () => {
		throw new Error('n8n cannot');
	};
	if (sent.broken) Object.assign(context, { [sent.broken]: broken });
	const begun = Date.now();
	const result = respond.call(context as unknown as IWebhookFunctions);
	let ended = Number.NaN;
	void result.then(() => (ended = Date.now()));
	await jest.advanceTimersByTimeAsync(1000);
	const { webhookResponse, workflowData, noWebhookResponse } = await result;
	const page = String(webhookResponse ?? shown.page);
	const output = workflowData?.[0][0].json.data;
	/** n8n reports in JSON that it does not go on with the answer. */
	const refuse = () => (response.status(500).json({ message: 'stack' }), shown);
	return {
		...shown,
		...{ page, noWebhookResponse, output, workflowData, refuse, logged, took: ended - begun },
	};
}

test('Opening the link shows who asks what, with a button for each answer, and decides nothing', async () => {
	const { status, page, output, noWebhookResponse } = await request(approval);
	expect([status, output, noWebhookResponse]).toEqual([200, undefined, true]);
	expect(page).toContain('<title>Example Shop</title>');
	expect(page).toMatch(/<h1[^>]*>Example Shop<\/h1>/);
	expect(page).toMatch(/<p class="said"[^>]*>May invoice 1001 be sent\?<\/p>/);
	expect(page).toContain('<form method="post">');
	expect(page).toMatch(/<button[^>]*name="approved" value="true"[^>]*>Send it<\/button>/);
	expect(page).toMatch(/<button[^>]*name="approved" value="false"[^>]*>Not yet<\/button>/);
	expect(page).not.toContain('<textarea');
});

test('A text has a field with a label, and where no title is set a heading', async () => {
	const { page } = await request({ ...freeText, title: '' });
	expect(page).toMatch(/<h1[^>]*>Your response is needed<\/h1>/);
	expect(page).toContain('<label for="text">Your response</label>');
	expect(page).toMatch(/<textarea id="text" name="text"[^>]* required>/);
	expect(page).not.toContain('name="approved"');
});

test.each([
	['an approval', approval, { approved: 'true' }, { approved: true }, 'Send it'],
	['a refusal', approval, { approved: 'false' }, { approved: false }, 'Not yet'],
	['a text', freeText, { text: ' Yes,\r\nfine ' }, { text: 'Yes,\nfine' }, 'Yes,\nfine'],
])('%s is the output of the node, and is shown', async (_kind, question, form, given, shown) => {
	const { output, page } = await request(question, form);
	const respondedAt = expect.stringMatching(/^2026-12-01T09:00:\d\d\.\d{3}Z$/);
	expect(output).toEqual({ ...given, respondedAt });
	expect(page).toContain(`<blockquote dir="auto" lang="">${shown}<`);
});

const tooLong = `\n a & b${'x'.repeat(LONGEST_TEXT)}`;
test.each([
	['a button that the page does not have', approval, { approved: 'maybe' }, 'Tap one of', ''],
	['nothing', freeText, {}, 'Enter a response first.</p>', '>\n</textarea>'],
	['spaces alone', freeText, { text: ' \r\n ' }, 'Enter a response first.</p>', '>\n</textarea>'],
	['a text that is too long', freeText, { text: tooLong }, 'Shorten your', '>\na &amp; b'],
])('%s is asked for again', async (_what, question, form, problem, kept) => {
	const { status, page, output } = await request(question, form);
	expect([status, output]).toEqual([400, undefined]);
	expect(page).toContain(`role="alert">${problem}`);
	expect(page).toContain(kept);
	const isMarked = page.includes('aria-invalid="true" aria-describedby="problem"');
	expect(isMarked).toBe(question === freeText);
});

const yes = { approved: 'true' };
const no = { approved: 'false' };

test('The first answer counts as long as n8n has not gone on with it, however long that takes', async () => {
	let first: Awaited<ReturnType<typeof request>> | undefined = await request(approval, yes);
	expect(first.output).toBeDefined();
	jest.advanceTimersByTime(24 * 3_600_000);
	for (const form of [no, yes, undefined]) {
		const { status, page, output, noWebhookResponse } = await request(approval, form);
		expect([status, output, noWebhookResponse]).toEqual([200, undefined, true]);
		expect(page).toContain('>Send it</blockquote>');
	}
	expect(first.workflowData).toBeDefined();
	first = undefined;
	await collectGarbage();
	// A request that n8n had begun before it went on.
	expect((await request(approval, no)).page).toContain('>Send it</blockquote>');
	jest.advanceTimersByTime(61_000);
	// Nothing is remembered for good.
	expect((await request(approval, no)).output).toMatchObject({ approved: false });
});

async function collectGarbage(): Promise<void> {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	for (let turn = 0; turn < 3; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
		collect();
	}
}

test('Each question of a process has its own answer', async () => {
	expect((await request(approval, yes)).output).toMatchObject({ approved: true });
	const next = await request({ ...approval, run: 1 }, no, { run: '1' });
	expect(next.output).toMatchObject({ approved: false });
});

test('An answer with which n8n does not go on is told so in words, and is forgotten', async () => {
	const first = await request(approval, yes);
	const { status, page } = first.refuse();
	expect(status).toBe(410);
	expect(page).toContain('<h1>This question is closed</h1>');
	expect((await request(approval, no)).output).toMatchObject({ approved: false });
});

test.each([
	['is open until two seconds before its limit', 2001, approval, yes, { approved: true }, 0],
	['is closed from then on', 1999, approval, yes, undefined, 0],
	['is closed to whoever looks', 1999, approval, undefined, undefined, 0],
	['holds its answer where there is time', 60_000, approval, yes, { approved: true }, 1000],
	['holds no answer for another process', 60_000, { ...approval, askedBy: 'x' }, yes, {}, 0],
])('A question %s', async (_what, left, question, form, output, held) => {
	const limited = { ...question, until: Date.now() + left };
	const shown = await request(limited, form);
	expect(shown.took).toBe(held);
	if (output) return expect(shown.output).toMatchObject(output);
	expect([shown.output, shown.status]).toEqual([undefined, 410]);
	expect(shown.page).toContain('<h1>This question is closed</h1>');
});

test('An answer is not taken where n8n was too busy to go on before the limit', async () => {
	const limited = { ...approval, until: Date.now() + 60_000 };
	const answer = request(limited, yes);
	jest.setSystemTime(Date.now() + 59_000);
	const { status, output } = await answer;
	expect([status, output]).toEqual([410, undefined]);
});

test.each<[string, object | undefined]>([
	['evaluateExpression', undefined],
	['getQueryData', undefined],
	['getBodyData', yes],
	['getExecutionId', yes],
	['getSignedResumeUrl', yes],
	['getSignedResumeUrl', undefined],
])('Where %s fails, the page says so and nothing is decided', async (broken, form) => {
	const { status, page, output, ...rest } = await request(approval, form, { broken });
	expect([status, output, rest.noWebhookResponse]).toEqual([500, undefined, true]);
	expect(page).toContain('<h1>Something went wrong</h1>');
	expect(rest.logged).toEqual(['The page of Send and Wait for Response failed: n8n cannot']);
	expect((await request(approval, no)).output).toMatchObject({ approved: false });
});

test.each(['getResponseObject', 'getRequestObject'])(
	'Where not even %s works, nothing is decided either',
	async (broken) => {
		const { output, noWebhookResponse } = await request(approval, yes, { broken });
		expect([output, noWebhookResponse]).toEqual([undefined, true]);
	},
);

test.each([
	['of an earlier question of a loop', { ...approval, run: 1 }, '0'],
	['of an execution that asks nothing', null, '0'],
	['without its run', approval, 'x'],
])('A link %s says that it is closed', async (_which, question, run) => {
	const { status, output, page } = await request(question, yes, { run });
	expect([status, output]).toEqual([410, undefined]);
	expect(page).toContain('<h1>This question is closed</h1>');
});

describe('The page speaks', () => {
	test.each([
		['id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7', 'id'],
		['in', 'id'],
		['ms-MY', 'ms'],
		['pt-BR,pt;q=0.9', 'pt'],
		['es-419', 'es'],
		['zh-CN', 'zh-Hans'],
		['zh', 'zh-Hans'],
		['zh-TW,zh;q=0.9', 'zh-Hant'],
		['zh-HK', 'zh-Hant'],
		['zh-Hant-MO', 'zh-Hant'],
		['zh-Hans-HK', 'zh-Hans'],
		['EN-gb', 'en'],
		['en;q=0.5, ar;q=0.9', 'ar'],
		['fr;q=0, de;q=0.1', 'de'],
		['sw, tlh;q=0.9, tr;q=0.1', 'tr'],
		['sw', 'en'],
		['*', 'en'],
		['', 'en'],
		[',;q=x,constructor', 'en'],
		[undefined, 'en'],
	])('where the reader prefers %s: %s', async (language, tag) => {
		const { page } = await request({ ...approval, title: '' }, undefined, { language });
		const dir = tag === 'ar' ? 'rtl' : 'ltr';
		expect(page).toContain(`<html lang="${tag}" dir="${dir}">`);
		const { say } = LANGUAGES.find((known) => known.tag === tag)!;
		expect(page).toContain(`<title>${say.needed}</title>`);
		expect(page).toContain(`<h1>${say.needed}</h1>`);
		// What the user wrote stays.
		expect(page).toMatch(/May invoice 1001 be sent\?<[^]*>Send it<[^]*>Not yet</);
	});

	test('in each language every sentence of its own', () => {
		const [english, ...others] = LANGUAGES;
		expect(others.map(({ tag }) => tag)).toEqual(
			'id ms es pt de fr it nl tr ar hi zh-Hans zh-Hant ja vi th ru'.split(' '),
		);
		for (const { tag, say } of others) {
			for (const [name, sentence] of Object.entries(say)) {
				const where = `${tag}, ${name}: ${sentence}`;
				expect(where).toMatch(/: \S[^]*\S$/);
				expect(where).not.toBe(`${tag}, ${name}: ${english.say[name as keyof typeof say]}`);
				expect(where).not.toMatch(/undefined|[|<>&\n]/);
				expect(where.split('{n}')).toHaveLength(name === 'shorten' ? 2 : 1);
			}
			const sentences = Object.values(say);
			expect(new Set(sentences).size).toBe(sentences.length);
		}
	});

	test('with numbers as they are written there', async () => {
		const text = 'x'.repeat(LONGEST_TEXT + 1);
		const { page } = await request(freeText, { text }, { language: 'ru' });
		expect(page).toContain('>Сократите ответ до 10\u00a0000 символов.</p>');
	});
});

describe('Every page', () => {
	const hostile = `</textarea></style><script>alert(1)</script><img src=x onerror='alert(2)'>"&`;
	const buttons = [{ approved: true, label: hostile }];
	const question = { ...approval, title: hostile, text: hostile, buttons };

	test.each<[string, Question | null, object | undefined, number]>([
		['a question', question, undefined, 4],
		['a text field', { ...question, buttons: [] }, { text: hostile.repeat(200) }, 203],
		['an answer', freeText, { text: hostile }, 1],
		['a pressed button', question, { approved: 'true' }, 1],
		['a closed question', null, undefined, 0],
	])(
		'escapes what others wrote, loads nothing, runs nothing: %s',
		async (_what, asked, ...more) => {
			const [form, times] = more;
			const { page, headers = {} } = await request(asked, form);
			expect(page).not.toMatch(/<script|<link|<img|<iframe|url\(|@import|<[^>]*\s(href|src)=/);
			expect(page.match(/<\/?style>/g)).toEqual(['<style>', '</style>']);
			const escaped = /&lt;script&gt;alert\(1\).*?onerror=&#39;alert\(2\)&#39;&gt;&quot;&amp;/g;
			expect(page.match(escaped) ?? []).toHaveLength(times);
			expect(page).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none';`);
			expect(headers['Content-Security-Policy']).toMatch(
				/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'self' https:\/\/n8n\.example\.com; frame-ancestors 'none'; sandbox allow-forms$/,
			);
			const kept = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
			expect(headers).toMatchObject({ ...kept, 'X-Content-Type-Options': 'nosniff' });
		},
	);

	test('lets its texts set their own direction and claims no language for them', async () => {
		const { page } = await request({ ...approval, title: 'חנות', text: 'الدفع؟' });
		expect(page).toContain('<h1 dir="auto" lang="">חנות</h1>');
		expect(page).toContain('<p class="said" dir="auto" lang="">الدفع؟</p>');
	});
});
