import type { IWebhookFunctions } from 'n8n-workflow';
import { LONGEST_TEXT } from '../../nodes/WhatsAppSender/message/wait/page';
import type { Question } from '../../nodes/WhatsAppSender/message/wait/question';
import { respond } from '../../nodes/WhatsAppSender/message/wait/respond';

const approval: Question = {
	run: 0,
	title: 'Example Shop',
	text: 'May invoice 1001 be sent?',
	buttons: [
		{ approved: true, label: 'Send it' },
		{ approved: false, label: 'Not yet' },
	],
};
const freeText = { ...approval, buttons: [] };

let executions = 0;
beforeEach(() => void executions++);
beforeAll(() => jest.useFakeTimers({ now: new Date('2026-12-01T09:00:00Z') }));
afterAll(() => jest.useRealTimers());

/** A request to the page of the question that the execution waits with; a POST where a form is sent. */
async function request(question: Question | null, form?: object, run = '0') {
	const shown: { status?: number; page?: string; headers?: Record<string, string> } = {};
	const response = {
		set: (headers: Record<string, string>) => void (shown.headers = headers),
		status: (status: number) => ((shown.status = status), response),
		send: (page: string) => void (shown.page = page),
	};
	const context = {
		evaluateExpression: () => question,
		getNode: () => ({ id: 'node', name: 'Ask "{{ them }}"' }),
		getExecutionId: () => String(executions),
		getQueryData: () => ({ run }),
		getRequestObject: () => ({ method: form ? 'POST' : 'GET' }),
		getBodyData: () => form,
		getResponseObject: () => response,
		getSignedResumeUrl: () => 'https://n8n.example.com/webhook-waiting/1/node?signature=1',
	};
	const result = respond.call(context as unknown as IWebhookFunctions);
	await jest.advanceTimersByTimeAsync(1000);
	const { webhookResponse, workflowData, noWebhookResponse } = await result;
	const page = String(webhookResponse ?? shown.page);
	return { ...shown, page, noWebhookResponse, output: workflowData?.[0][0].json.data };
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

test('The second tap of a double tap is shown the first answer, until n8n answers itself', async () => {
	expect((await request(approval, { approved: 'true' })).output).toBeDefined();
	const { status, page, output } = await request(approval, { approved: 'false' });
	expect([status, output]).toEqual([200, undefined]);
	expect(page).toContain('Send it');
	jest.advanceTimersByTime(15_000);
	const later = await request(approval, { approved: 'false' });
	expect(later.output).toMatchObject({ approved: false });
});

test.each([
	['of an earlier question of a loop', { ...approval, run: 1 }, '0'],
	['of an execution that asks nothing', null, '0'],
	['without its run', approval, 'x'],
])('A link %s says that it is closed', async (_which, question, run) => {
	const { status, output, page } = await request(question, { approved: 'true' }, run);
	expect([status, output]).toEqual([410, undefined]);
	expect(page).toContain('<h1>This question is closed</h1>');
});

describe('Every page', () => {
	const hostile = `</textarea></style><script>alert(1)</script><img src=x onerror='alert(2)'>"&`;
	const buttons = [{ approved: true, label: hostile }];
	const question = { run: 0, title: hostile, text: hostile, buttons };

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
