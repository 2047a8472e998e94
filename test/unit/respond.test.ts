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
	const shown: { status?: number; page?: string; headers?: object } = {};
	const response = {
		set: (headers: object) => void (shown.headers = headers),
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

test('Opening the link shows the question, and decides nothing', async () => {
	const { status, page, headers, output, noWebhookResponse } = await request(approval);
	expect([status, output, noWebhookResponse]).toEqual([200, undefined, true]);
	expect(page).toContain('May invoice 1001 be sent?');
	expect(JSON.stringify(headers)).toContain('https://n8n.example.com');
});

test.each([
	['an approval', approval, { approved: 'true' }, { approved: true }, 'Send it'],
	['a refusal', approval, { approved: 'false' }, { approved: false }, 'Not yet'],
	['a text', freeText, { text: ' Yes,\r\nfine ' }, { text: 'Yes,\nfine' }, 'Yes,\nfine'],
])('%s is the output of the node, and is shown', async (_kind, question, form, given, shown) => {
	const { output, page } = await request(question, form);
	expect(output).toEqual({
		...given,
		respondedAt: expect.stringMatching(/^2026-12-01T09:00:\d\d\.\d{3}Z$/),
	});
	expect(page).toContain(shown);
});

test.each([
	['a button that the page does not have', approval, { approved: 'maybe' }, 'Tap one of'],
	['nothing', freeText, {}, 'Enter a response first.'],
	['spaces alone', freeText, { text: ' \r\n ' }, 'Enter a response first.'],
	['a text that is too long', freeText, { text: 'x'.repeat(LONGEST_TEXT + 1) }, 'Shorten your'],
])('%s is asked for again', async (_what, question, form, problem) => {
	const { status, page, output } = await request(question, form);
	expect([status, output]).toEqual([400, undefined]);
	expect(page).toContain(problem);
});

test('The second tap of a double tap is shown the first answer, which counts', async () => {
	expect((await request(approval, { approved: 'true' })).output).toBeDefined();
	const { status, page, output } = await request(approval, { approved: 'false' });
	expect([status, output]).toEqual([200, undefined]);
	expect(page).toContain('Send it');
});

test('An answer is forgotten when n8n answers for the execution itself', async () => {
	await request(approval, { approved: 'true' });
	jest.advanceTimersByTime(15_000);
	expect((await request(approval, { approved: 'false' })).output).toMatchObject({
		approved: false,
	});
});

test.each([
	['of an earlier question of a loop', { ...approval, run: 1 }, '0'],
	['of an execution that asks nothing', null, '0'],
	['without its run', approval, 'x'],
])('A link %s says that it is closed', async (_which, question, run) => {
	const { status, output } = await request(question, { approved: 'true' }, run);
	expect([status, output]).toEqual([410, undefined]);
});
