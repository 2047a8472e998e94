import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { callAsTool } from './agentTool';
import type { ToolSettings } from './agentTool';
import { AYU, BUDI, CITRA, NO_SIGNAL, numbersOf, putLists, useBroadcasts } from './broadcasts';
import { senderNode } from './nodeTypes';
import { listById } from './sandbox';

const { holder, send, setFaults, arrivals } = useBroadcasts();
const onError = 'continueRegularOutput' as const;
const callTo = (phone: string) => ({ phone, text: 'Hello' });
const callTool = async (calls: IDataObject[], settings?: ToolSettings) =>
	await callAsTool(holder.sandbox, calls, settings);
const reasonsIn = (responses: string[]) =>
	responses.map((text) => /(?<="reason":")\w+|success(?=":true)/.exec(text)?.[0]);

test('Parallel calls of a tool run one after the other, and options count them together', async () => {
	setFaults({ 2: [NO_SIGNAL] });
	holder.sandbox.latency = 20;
	const calls = [CITRA, CITRA, CITRA, AYU, BUDI].map(callTo);
	const parameters = { options: { eachRecipientOnce: true, maxPerExecution: 2 } };
	const reasons = reasonsIn(await callTool(calls, { parameters, onError }));
	expect(reasons).toEqual(['rejected', 'success', 'duplicate', 'success', 'maxPerExecution']);
	expect(arrivals()).toEqual([2, 2, 0]);
	for (const { inFlight } of holder.sandbox.requests) expect(inFlight).toBe(1);
});

test.each([false, true])(
	'A lost response to one of two calls at once does not change the other (Retry On Fail: %s)',
	async (retryOnFail) => {
		setFaults({ 2: 'cut-after' });
		const reasons = reasonsIn(await callTool([CITRA, AYU].map(callTo), { onError, retryOnFail }));
		expect(reasons).toEqual(['unconfirmed', 'success']);
		expect(arrivals()).toEqual([2, 0]);
	},
);

describe('The model reads why nothing was sent:', () => {
	const options = { sendAt: "={{ $fromAI('when', '', 'string') }}" };

	test.each<[string, IDataObject, INodeParameters, RegExp]>([
		[
			'a refusal',
			callTo('0812'),
			{},
			/"Phone \\"0812\\" needs its .* do not invent one".*"invalid"/,
		],
		[
			'a country, without an example',
			callTo('0812'),
			{ options: { countryCode: 'Atlantis' } },
			/"Country Code \\"Atlantis\\" is not a country: enter its calling code, or its two letters"/,
		],
		['several numbers', callTo(`${AYU}, ${BUDI}`), {}, /one number: call this tool once for each"/],
		[
			'a placeholder',
			{ ...callTo(AYU), text: 'Hi [Customer Name]' },
			{},
			/"Text contains the placeholder \\"\[Customer Name\]\\": .*"reason":"invalid"/,
		],
		[
			'a footer with one',
			callTo(AYU),
			{ isInteractive: true, footer: 'Bye {name}' },
			/"Footer contains the placeholder \\"{name}\\"/,
		],
		[
			'a button with a typed line break',
			callTo(AYU),
			{ isInteractive: true, buttons: '[{"title":"Yes\\\\nplease"},{"id":"{x}"}]' },
			/"Buttons contains \\"\\\\n\\": write a line break"/,
		],
		['a rejection', callTo(CITRA), {}, /\(HTTP 500\): No signal.*"reason":"rejected"/],
		[
			'an upload without a file',
			callTo(AYU),
			{ operation: 'sendMedia', mediaSource: 'binary' },
			/"Input Data Field Name .*has no file.*"reason":"invalid"/,
		],
		[
			'a time that is missing, and which time it is now',
			{ ...callTo(AYU), when: '' },
			{ options },
			/"Send At: the expression has no result\. Return \d{4}-\d\d-\d\dT.* to send the message now/,
		],
	])('%s', async (_what, call, parameters, words) => {
		for (const settings of [{}, { onError }, { onError: 'continueErrorOutput' as const }]) {
			setFaults({ 2: NO_SIGNAL });
			const responses = await callTool([call], { parameters, ...settings });
			expect(responses).toEqual([expect.stringMatching(words)]);
		}
		expect(holder.sandbox.accepted).toEqual([]);
	});

	test('that a message may have been sent, before its client gives up and calls again', async () => {
		const realNow = Date.now;
		let ahead = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
		putLists(holder.sandbox, { team: [BUDI] });
		// Lists count, too.
		holder.sandbox.onLists = () => void (ahead += 44_000);
		const parameters = { options: { neverSendTo: listById('team') } };
		setFaults({ 0: { delay: 1_500 } });
		const [text] = await callTool([callTo(AYU)], { parameters });
		expect(text).toMatch(/timed out\. The message to \d+ may already have been sent/);
		for (const settings of [
			{ parameters: { ...parameters, requestOptions: { timeout: 60_000 } } },
			{ parameters, byEngine: senderNode().customOperations },
		])
			expect(reasonsIn(await callTool([callTo(AYU)], settings))).toEqual(['success']);
		jest.restoreAllMocks();
	});

	test('that a message was not sent, if its turn came too late', async () => {
		const realNow = Date.now;
		let ahead = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
		holder.sandbox.onSend = () => void (ahead += 30_000);
		const responses = await callTool([CITRA, AYU, BUDI].map(callTo), { onError });
		expect(reasonsIn(responses)).toEqual(['success', 'success', 'unreachable']);
		expect(responses[2]).toMatch(/no time left for this call\. The message to \d+ was not sent/);
		expect(arrivals()).toEqual([2, 0]);
		jest.restoreAllMocks();
	});

	test.each([{}, { onError }])('Retry On Fail sends nothing again: %j', async (settings) => {
		setFaults({ 0: ['cut-after'] });
		const retrying = { retryOnFail: true, waitBetweenTries: 1, ...settings };
		expect(reasonsIn(await callTool([callTo(AYU)], retrying))).toEqual(['unconfirmed']);
		expect(arrivals()).toEqual([0]);
	});
});

// If a tool throws, On Error = Stop ends the run of the agent.
test.each(['stopWorkflow', undefined] as const)(
	'AI Agent 3 shows a failure to the model (On Error: %s)',
	async (stopping) => {
		setFaults({ 2: NO_SIGNAL });
		for (const [to, retryOnFail, reason] of [
			['0812', false, 'invalid'],
			[CITRA, true, 'rejected'],
		] as const) {
			const tool = { asTool: true, onError: stopping, retryOnFail };
			const { items } = await send({ to: [{ json: callTo(to) }], ...tool });
			expect(items).toMatchObject([{ json: { error: expect.any(String), reason } }]);
		}
		expect(arrivals()).toEqual([2, 2, 2]);
	},
);

/** The model passes everything that could make the node send to Citra, who is on no list. */
describe('A model', () => {
	const call = { ...callTo(CITRA), list: 'mine', options: '9' };
	beforeEach(() => putLists(holder.sandbox, { team: [AYU, BUDI], mine: [CITRA] }));

	test.each(['neverSendTo', 'onlySendTo'])('cannot set %s by an expression', async (name) => {
		const expression = '={{ "team" }}';
		for (const list of [
			numbersOf(expression),
			{ ...numbersOf(''), value: [AYU, expression] },
			expression,
			listById(expression),
			{ ...listById('team'), mode: expression },
		]) {
			const parameters = { options: { [name]: list } as INodeParameters };
			const [text] = await callTool([call], { parameters, onError });
			expect(text).toContain('is an expression, so an AI agent could change it');
		}
		expect(holder.sandbox.requests).toEqual([]);
	});

	test('reads no value of a list that stops it', async () => {
		const parameters = { options: { neverSendTo: numbersOf(`${AYU}, 0812-34`) } };
		const [text] = await callTool([callTo(BUDI)], { parameters });
		expect(text).toContain('A value of Never Send To is not a phone number');
		expect(text).not.toContain('0812-34');
	});

	test('cannot set an option of the run', async () => {
		const parameters = { options: { maxPerExecution: '={{ $input.first().json.options }}' } };
		for (const byEngine of [undefined, senderNode().customOperations]) {
			const [text] = await callTool([call], { parameters, byEngine });
			expect(text).toContain('Each item cannot have its own Max Messages per Execution');
		}
		expect(arrivals()).toEqual([]);
	});

	test('cannot bypass a fixed list or fixed numbers by the title of a list', async () => {
		const onlySendTo = { ...listById('team'), cachedResultName: '={{ $json.list }} (2)' };
		const calls = [CITRA, AYU, `+${BUDI}`].map((phone) => ({ ...call, phone }));
		const parameters = { options: { onlySendTo, neverSendTo: numbersOf(BUDI) } };
		const reasons = reasonsIn(await callTool(calls, { parameters, onError }));
		expect(reasons).toEqual(['onlySendTo', 'success', 'neverSendTo']);
	});
});
