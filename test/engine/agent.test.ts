import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { callAsTool, type ToolSettings } from './agentTool';
import { AYU, BUDI, CITRA, listOf, messages, NO_SIGNAL } from './broadcasts';
import { numbersOf, putLists, useBroadcasts } from './broadcasts';
import { senderNode } from './nodeTypes';

const { holder, send, fail, arrivals } = useBroadcasts();
const hello = (phone: string) => ({ phone, text: 'Hello' });
const onError = 'continueRegularOutput' as const;
const callTool = async (calls: IDataObject[], settings?: ToolSettings) =>
	await callAsTool(holder.sandbox, calls, settings);
const titled = (id: string) => ({ ...listOf(id), cachedResultName: '={{ $json.list }} (2)' });
/** What the agent is told of each call, in a word. */
const told = (all: string[]) =>
	all.map((text) => /(?<="reason":")\w+|success(?=":true)|No signal/.exec(text)?.[0]);

describe('Parallel calls of one tool take turns:', () => {
	test.each<[string, object, string[], number[]]>([
		['so none overlaps another', {}, ['No signal', ...Array(3).fill('success')], [2, 2, 0, 2]],
		[
			'so Each Recipient Once counts across them, but not what was rejected',
			{ eachRecipientOnce: true },
			['No signal', 'success', 'success', 'duplicate'],
			[2, 2, 0],
		],
		[
			'so Max Messages counts across them',
			{ maxPerExecution: 2 },
			['No signal', 'success', 'success', 'maxPerExecution'],
			[2, 2, 0],
		],
	])('%s', async (_rule, options, words, to) => {
		fail({ 2: [NO_SIGNAL] });
		holder.sandbox.latency = 20;
		const parameters = { options } as INodeParameters;
		const all = await callTool([CITRA, CITRA, AYU, CITRA].map(hello), { parameters, onError });
		expect(told(all)).toEqual(words);
		expect(arrivals()).toEqual(to);
		for (const { inFlight } of holder.sandbox.requests) expect(inFlight).toBe(1);
	});
});

describe('The model is told why nothing was sent:', () => {
	const when = { options: { sendAt: "={{ $fromAI('when', '', 'string') }}" } };

	test.each<[string, IDataObject, INodeParameters, RegExp]>([
		['a refusal', hello('0812'), {}, /"Phone \\"0812\\" starts with 0: write it with the country/],
		['a rejection', hello(CITRA), {}, /"Message to \d+ was not accepted \(HTTP 500\): No signal/],
		[
			'a time that is missing, and which time it is now',
			{ ...hello(AYU), when: '' },
			when,
			/"Send At: the expression has no result\. Return \d{4}-\d\d-\d\dT.* to send the message now/,
		],
	])('%s', async (_what, call, parameters, words) => {
		for (const settings of [{}, { onError }, { onError: 'continueErrorOutput' as const }]) {
			fail({ 2: NO_SIGNAL });
			expect(await callTool([call], { parameters, ...settings })).toEqual([
				expect.stringMatching(words),
			]);
		}
		expect(holder.sandbox.accepted).toEqual([]);
	});

	test.each([{}, { onError }])('where Retry On Fail tries nothing again: %j', async (more) => {
		fail({ 0: ['cut-after'] });
		const settings = { retryOnFail: true, waitBetweenTries: 1, ...more };
		expect(await callTool([hello(AYU)], settings)).toEqual([
			expect.stringMatching(/may already have been sent".*"reason":"unconfirmed"/),
		]);
		expect(arrivals()).toEqual([0]);
	});
});

// If a tool throws, On Error = Stop ends the run of the agent.
test.each(['stopWorkflow', undefined] as const)(
	'AI Agent 3 shows a failure to the model (On Error: %s)',
	async (stopping) => {
		fail({ 2: NO_SIGNAL });
		const tool = { asTool: true, onError: stopping };
		for (const [to, retryOnFail, words] of [
			['0812', false, 'Phone "0812" starts with 0'],
			[CITRA, true, 'No signal'],
		] as const) {
			const { items } = await send({ to: messages(to), ...tool, retryOnFail });
			expect(items).toMatchObject([{ json: { error: expect.stringContaining(words) } }]);
		}
		expect(arrivals()).toEqual([2, 2, 2]);
	},
);

/** The model gives whatever makes the node send to Citra, who is on no list. */
describe('A model that gives all it can', () => {
	const call = { ...hello(CITRA), list: 'mine', options: '{}' };
	beforeEach(() => putLists(holder.sandbox, { team: [AYU, BUDI], stop: [BUDI], mine: [CITRA] }));

	test.each(['neverSendTo', 'onlySendTo'])('sets no %s: it takes no expression', async (name) => {
		const expression = '={{ "team" }}';
		for (const list of [
			numbersOf(expression),
			{ ...numbersOf(''), value: [AYU, expression] },
			expression,
			listOf(expression),
			{ ...listOf('team'), mode: expression },
		]) {
			const parameters = { options: { [name]: list } as INodeParameters };
			const [text] = await callTool([call], { parameters, onError });
			expect(text).toContain('is an expression, which an AI agent could set');
		}
		expect(holder.sandbox.requests).toEqual([]);
	});

	test('sets no option of the run', async () => {
		const parameters = { options: { maxPerExecution: '={{ $input.first().json.options }}' } };
		for (const byEngine of [undefined, senderNode().customOperations]) {
			const [text] = await callTool([{ ...call, options: '9' }], { parameters, byEngine });
			expect(text).toContain('Each item cannot have its own Max Messages per Execution');
		}
		expect(arrivals()).toEqual([]);
	});

	test.each<[string, object, object]>([
		['numbers', numbersOf(`+${AYU}, ${BUDI}`), numbersOf(BUDI)],
		['lists, whatever their titles are', titled('team'), titled('stop')],
	])('is held to fixed %s', async (_what, onlySendTo, neverSendTo) => {
		const calls = [CITRA, AYU, `+${BUDI}`].map((phone) => ({ ...call, phone }));
		const parameters = { options: { onlySendTo, neverSendTo } as INodeParameters };
		const all = await callTool(calls, { parameters, onError });
		expect(told(all)).toEqual(['onlySendTo', 'success', 'neverSendTo']);
	});
});
