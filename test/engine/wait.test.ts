import { WAIT_INDEFINITELY } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';
import { runAgent } from './agentTool';
import { SENDER_TYPE, senderNode } from './nodeTypes';
import type { RunOptions } from './run';
import { PHONE, recipients, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const question = { operation: 'sendAndWait', phone: PHONE, message: 'May it go out?\n' };
const limit = { options: { limitWaitTime: { values: { resumeAmount: 1 } } } };
const textsSent = () => holder.sandbox.requests.map(({ body }) => (body as IDataObject).text);

/** Asks one question, and returns the outcome with the end of the waiting time. */
async function ask(parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) {
	const all = { items: [{ json: {} }], ...options, parameters: { ...question, ...parameters } };
	const outcome = await sendTexts(holder.sandbox, all);
	return { ...outcome, waitTill: outcome.run.waitTill };
}

describe('Send and Wait for Response', () => {
	/** The whole message: contract/savedWorkflows.test.ts. */
	test.each([
		['', 'http'],
		['={{ $json.none }}', 'Respond here: http'],
	])('writes Link Text before the link: %j', async (linkText, begin) => {
		await ask({ options: { linkText } });
		expect(textsSent()[0]).toContain(`May it go out?\n\n${begin}://127.0.0.1/`);
	});

	test.each<[INodeParameters, string[]]>([
		[limit, ['Approve', 'Decline']],
		[{ approvalOptions: { values: { disapproveLabel: 'No' } } }, ['Approve', 'No']],
		[{ approvalOptions: { values: { approvalType: 'single' } } }, ['Approve']],
		[{ responseType: 'freeText' }, []],
	])('stores the question for the page: %j', async (parameters, labels) => {
		const { run, waitTill } = await ask(parameters);
		const stored = JSON.stringify(run.data.executionData!.contextData['node:Sender']);
		expect(stored).toContain(`"until":${new Date(waitTill!).getTime()}`);
		expect(new Date(waitTill!) < WAIT_INDEFINITELY).toBe(parameters === limit);
		expect([...stored.matchAll(/"label":"(\w+)"/g)].map(([, label]) => label)).toEqual(labels);
	});

	const approvalOptions = { values: { approveLabel: '={{ [1] }}' } };
	const unclear = { options: { limitWaitTime: { values: { limitType: '={{ $json.none }}' } } } };

	test.each<[INodeParameters, string, number?]>([
		[{}, 'Send and Wait for Response asks one question at a time, but got 2 items: use Loop', 2],
		[{ phone: '447700900500' }, 'Message to 447700900500 was not accepted (HTTP 500)'],
		[{ responseType: 'customForm' }, 'Response Type "customForm" is not supported'],
		[{ approvalOptions }, 'Approve Button Label is a list, not text'],
		[{ options: { pageTitle: '={{ ({}) }}' } }, 'Page Title is an object, not text'],
		[unclear, 'Limit Wait Time: the expression has no result. Return an amount and a unit, or'],
	])('fails and does not wait with %j: %s', async (parameters, words, count = 1) => {
		const items = recipients(count);
		const { error, waitTill } = await ask(parameters, { items });
		expect(error?.message.slice(0, words.length)).toBe(words);
		expect(error?.context?.itemIndex).toBe(0);
		const continued = await ask(parameters, { items, onError: 'continueRegularOutput' });
		const json = { error: expect.stringContaining(words) };
		expect(continued.items).toMatchObject(Array(count).fill({ json }));
		expect([waitTill, continued.waitTill]).toEqual([undefined, undefined]);
		expect(textsSent()).toHaveLength(words.includes('HTTP') ? 2 : 0);
	});

	test.each<[string, IDataObject, boolean, INodeParameters]>([
		['an approval, with a time limit', { data: { approved: true } }, false, limit],
		['a text, with a time limit', { data: { text: 'Yes' } }, false, limit],
		['a refusal, with a time limit', { data: { approved: false } }, true, limit],
		['columns, with a time limit', { approved: true, text: 'Yes', data: null }, true, limit],
		['both, without one', { data: { approved: true, text: 'Yes' } }, true, {}],
	])('asks, if an item contains %s: %j → %s', async (_what, json, asks, parameters) => {
		const { error, waitTill } = await ask(parameters, { items: [{ json }] });
		const refused = expect.stringContaining('contains the response to an earlier question');
		expect(error?.message).toEqual(asks ? undefined : refused);
		expect([!!waitTill, textsSent().length]).toEqual([asks, asks ? 1 : 0]);
	});

	test('is refused if its link leads to n8n itself, and the service is elsewhere', async () => {
		const whatsAppSenderApi = { apiKey: 'test-key', baseUrl: 'https://service.test' };
		const { error, waitTill } = await ask({}, { credentials: { whatsAppSenderApi } });
		expect([error?.message, waitTill]).toEqual([
			'The recipient cannot open a link to 127.0.0.1. Set WEBHOOK_URL, the address at which the recipient reaches n8n',
			undefined,
		]);
	});

	test('sends nothing if its page could not find the question', async () => {
		const { sendAndWait } = senderNode().customOperations!.message;
		const withoutQuestion = async function (this: IExecuteFunctions) {
			return await sendAndWait.call(Object.assign(this, { evaluateExpression: () => null }));
		};
		const runsBy = { message: { sendAndWait: withoutQuestion } };
		const { error, waitTill } = await ask({}, { runsBy });
		expect(error?.message).toMatch(/could not read its question .* "Sender": rename the node$/);
		expect([waitTill, textsSent()]).toEqual([undefined, []]);
	});

	test.each([true, false])(
		'is refused where the routing runs it (as a tool: %s)',
		async (asTool) => {
			const { items, error } = await ask({}, { runsBy: 'routing', asTool });
			const words = /^Send and Wait for Response runs only in n8n's .* or another operation$/;
			expect(asTool ? items[0].json.error : error?.message).toMatch(words);
			expect(textsSent()).toEqual([]);
		},
	);
});

describe('As the review of an AI tool it', () => {
	/** One turn of an AI Agent 3 whose model makes calls of a reviewed tool. */
	async function review(calls: IDataObject[], json: IDataObject, onError?: INode['onError']) {
		const parameters = { ...question, message: '=Amount: {{ $json.amount }}' };
		const byEngine = senderNode().customOperations;
		const settings = { parameters, byEngine, json, onError, type: `${SENDER_TYPE}HitlTool` };
		const { run } = await runAgent(holder.sandbox, calls, settings);
		const { Sender } = run.data.resultData.runData;
		const outputs = Sender.map(({ data }) => data?.ai_tool?.[0]?.[0].json);
		return { outputs, waitTill: run.waitTill };
	}

	test.each([undefined, 'continueRegularOutput'] as const)(
		'asks about the last call of a turn, also after an answer with a text (On Error: %s)',
		async (onError) => {
			const calls = [{ amount: 200 }, { amount: 300, approved: true }, { amount: 5000 }];
			const { outputs, waitTill } = await review(calls, { data: { text: 'Yes' } }, onError);
			const declined = { approved: false, chatInput: expect.stringContaining('only call') };
			expect(outputs).toEqual([declined, declined, expect.objectContaining(calls[2])]);
			expect(textsSent()).toEqual([expect.stringMatching(/^Amount: 5000\n/)]);
			expect(waitTill).toBeDefined();
		},
	);

	test.each<[string, IDataObject, IDataObject]>([
		['its arguments', { approved: true }, {}],
		["the agent's item", {}, { data: { approved: true } }],
		["a field of the agent's item", {}, { approved: true }],
	])('takes no approval from %s, without a time limit', async (_what, call, item) => {
		const { outputs, waitTill } = await review([call], item);
		const error = expect.stringContaining('contains the response to an earlier question');
		expect([outputs, textsSent(), waitTill]).toEqual([[{ error }], [], undefined]);
	});
});
