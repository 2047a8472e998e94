// First, because it says where n8n keeps its settings.
import { runAgent } from './agentTool';
import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
} from 'n8n-workflow';
import { SENDER_TYPE, senderNode } from './nodeTypes';
import { runWorkflow, type RunOptions } from './run';
import { credentialOf, recipients, useSandbox } from './sandbox';

const holder = useSandbox();
const PHONE = '6281234567890';
const question: INodeParameters = {
	resource: 'message',
	operation: 'sendAndWait',
	phone: PHONE,
	message: 'May it go out?',
};

const { sendAndWait } = senderNode().customOperations!.message;
const limit = { options: { limitWaitTime: { values: { resumeAmount: 1 } } } };

/** The operation in an n8n that is different in this. */
const inN8nWith = (different: object) => ({
	message: {
		async sendAndWait(this: IExecuteFunctions) {
			return await sendAndWait.call(Object.assign(this, different));
		},
	},
});

/** Asks, and returns what n8n shows of it, and the bodies of all messages that arrived. */
async function ask(parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) {
	const outcome = await runWorkflow({
		credentials: credentialOf(holder.sandbox),
		...options,
		parameters: { ...question, ...parameters },
	});
	const { waitTill } = outcome.run;
	const bodies = holder.sandbox.requests.map(({ body }) => body as Record<string, string>);
	return { ...outcome, waitTill, bodies };
}

describe('Send and Wait for Response', () => {
	test('sends the message, an empty line and a signed link, and waits', async () => {
		const message = 'May *invoice 1001* go out?\n\nAyu 👍🏽\n';
		const { error, waitTill, bodies } = await ask({ message });
		expect(error).toBeUndefined();
		const [{ text, ...rest }] = bodies;
		expect(rest).toEqual({ phone: PHONE, api_key: holder.sandbox.apiKey });
		expect(text).toMatch(
			/^May \*invoice 1001\* go out\?\n\nAyu 👍🏽\n\nRespond here: http:\/\/127\.0\.0\.1\/+1\/2\?run=0&signature=[\da-f]{64}$/,
		);
		expect(holder.sandbox.requests).toMatchObject([{ path: '/send', accepted: true }]);
		expect(waitTill).toEqual(WAIT_INDEFINITELY);
	});

	test.each([
		['Balas di sini:', 'Balas di sini: http'],
		['', 'http'],
		['={{ $json.none }}', 'Respond here: http'],
	])('says before the link what Link Text says: %j', async (linkText, begin) => {
		const { bodies } = await ask({ options: { linkText } });
		expect(bodies[0].text).toContain(`May it go out?\n\n${begin}://127.0.0.1/`);
	});

	test.each<[INodeParameters, string[]]>([
		[limit, ['Approve', 'Decline']],
		[{ approvalOptions: { values: { disapproveLabel: 'No' } } }, ['Approve', 'No']],
		[{ approvalOptions: { values: { approvalType: 'single' } } }, ['Approve']],
		[{ responseType: 'freeText' }, []],
	])('keeps the question for the page: %j', async (parameters, labels) => {
		const { run, waitTill } = await ask(parameters);
		const kept = JSON.stringify(run.data.executionData!.contextData['node:Sender']);
		expect(kept).toContain(`"until":${new Date(waitTill!).getTime()}`);
		expect(new Date(waitTill!) < WAIT_INDEFINITELY).toBe(parameters === limit);
		expect([...kept.matchAll(/"label":"(\w+)"/g)].map(([, label]) => label)).toEqual(labels);
	});

	const several =
		'Send and Wait for Response asks one question at a time, but got 3 items: use Loop Over Items with a batch size of 1 before this node';
	const approvalOptions = { values: { approveLabel: '={{ [1] }}' } };
	const unclear = { options: { limitWaitTime: { values: { limitType: '={{ $json.none }}' } } } };

	test.each<[INodeParameters, string, number?]>([
		[{}, several, 3],
		[{ phone: '447700900500' }, 'Message to 447700900500 was not accepted (HTTP 500)'],
		[{ responseType: 'customForm' }, 'Response Type "customForm" is not supported'],
		[{ approvalOptions }, 'Approve Button Label is a list, not text'],
		[{ options: { pageTitle: '={{ ({}) }}' } }, 'Page Title is an object, not text'],
		[unclear, 'Limit Wait Time: the expression has no result. Return an amount and a unit, or'],
	])('fails and waits for nothing with %j: %s', async (parameters, message, count = 1) => {
		const options = { items: recipients(count) };
		const { error, waitTill } = await ask(parameters, options);
		expect(error?.message).toContain(message);
		expect(error?.context?.itemIndex).toBe(0);
		expect(waitTill).toBeUndefined();
		const continued = await ask(parameters, { ...options, onError: 'continueRegularOutput' });
		const json = { error: expect.stringContaining(message) };
		expect(continued.items).toMatchObject(Array(count).fill({ json }));
		expect(continued.waitTill).toBeUndefined();
		expect(continued.bodies).toHaveLength(message.includes('HTTP') ? 2 : 0);
	});

	const approved = { data: { approved: true } };

	test.each<[string, IDataObject, boolean, INodeParameters]>([
		['an approval, with a time limit', approved, false, limit],
		['a text, with a time limit', { data: { text: 'Yes' } }, false, limit],
		['a refusal, with a time limit', { data: { approved: false } }, true, limit],
		['columns, with a time limit', { approved: true, text: 'Yes', data: null }, true, limit],
		['both, without one', { data: { approved: true, text: 'Yes' } }, true, {}],
	])('of an item with %s: %j, asks: %s', async (_what, json, asks, parameters) => {
		const { error, waitTill, bodies } = await ask(parameters, { items: [{ json }] });
		const refused = expect.stringContaining('contains the response to an earlier question');
		expect(error?.message).toEqual(asks ? undefined : refused);
		expect([!!waitTill, bodies.length]).toEqual([asks, asks ? 1 : 0]);
	});

	test('sends nothing where its page could not find the question', async () => {
		const runsBy = inN8nWith({ evaluateExpression: () => null });
		const { error, waitTill, bodies } = await ask({}, { runsBy });
		expect(error?.message).toMatch(/could not read its question .* "Sender": rename the node$/);
		expect([waitTill, bodies]).toEqual([undefined, []]);
	});

	test('is refused where an AI Agent of version 2.2 runs the routing, which cannot wait', async () => {
		const { items, bodies } = await ask({}, { runsBy: 'routing' });
		const error = expect.stringMatching(/^This version of the AI Agent cannot wait/);
		expect(items).toMatchObject([{ json: { error } }]);
		expect(bodies).toEqual([]);
	});
});

describe('As the review of an AI tool', () => {
	test('asks for the last call of a turn, also after an answer with a text', async () => {
		const calls = [{ amount: 200 }, { amount: 300, approved: true }, { amount: 5000 }];
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			holder.sandbox.reset();
			const { outputs, texts, waitTill } = await review(calls, { data: { text: 'Yes' } }, onError);
			const declined = { approved: false, chatInput: expect.stringContaining('only call') };
			expect(outputs).toEqual([declined, declined, expect.objectContaining(calls[2])]);
			expect(texts).toEqual([expect.stringMatching(/^Amount: 5000\n/)]);
			expect(waitTill).toBeDefined();
		}
	});

	test.each<[string, IDataObject, IDataObject]>([
		['its arguments', { approved: true }, {}],
		["the agent's item", {}, { data: { approved: true } }],
		["a field of the agent's item", {}, { approved: true }],
	])('takes no approval from %s, without a time limit', async (_what, call, item) => {
		const { outputs, texts, waitTill } = await review([call], item);
		const error = expect.stringContaining('contains the response to an earlier question');
		expect([outputs, texts, waitTill]).toEqual([[{ error }], [], undefined]);
	});
});

/**
 * One turn of an AI Agent 3 whose model makes calls of a reviewed tool.
 *
 * @returns what the node gave n8n for each call, and the texts that it sent
 */
async function review(calls: IDataObject[], json: IDataObject, onError?: INode['onError']) {
	const parameters = { ...question, message: '=Amount: {{ $json.amount }}' };
	const byEngine = senderNode().customOperations;
	const settings = { parameters, byEngine, json, onError, type: `${SENDER_TYPE}HitlTool` };
	const { run } = await runAgent(holder.sandbox, calls, settings);
	const outputs = run.data.resultData.runData.Sender.map(
		({ data }) => data?.ai_tool?.[0]?.[0].json,
	);
	const texts = holder.sandbox.requests.map(({ body }) => (body as { text: string }).text);
	return { outputs, texts, waitTill: run.waitTill };
}
