import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { callTool } from './agent';
import { AYU, BUDI, CITRA, listOf, NO_SIGNAL, putLists, useBroadcasts } from './broadcasts';
import { asked } from './sandbox';

const { holder, fail, arrivals } = useBroadcasts();
const hello = (phone: string) => ({ phone, text: 'Hello' });
const onError = 'continueRegularOutput';
/** What the agent is told of each call, in a word. */
const told = (all: string[]) =>
	all.map((text) => /(?<="reason":")\w+|success(?=":true)|No signal/.exec(text)?.[0]);

describe('Parallel calls of one tool', () => {
	const once = { parameters: { options: { eachRecipientOnce: true } } };

	test.each<[string, string[], object, string[], number[]]>([
		['send a message each', [AYU, BUDI, AYU], {}, ['success', 'success', 'success'], [0, 0, 1]],
		[
			'send one message to one person with Each Recipient Once',
			[AYU, AYU, AYU, BUDI],
			once,
			['success', 'duplicate', 'duplicate', 'success'],
			[0, 1],
		],
		[
			'wait for one another with it: after a rejection the next one sends',
			[CITRA, CITRA, CITRA],
			{ ...once, onError },
			['No signal', 'success', 'duplicate'],
			[2, 2],
		],
	])('%s', async (_what, to, settings, expected, arrived) => {
		holder.sandbox.latency = 20;
		fail({ 2: [NO_SIGNAL] });
		expect(told(await callTool(holder.sandbox, to.map(hello), settings))).toEqual(expected);
		expect(arrivals().sort()).toEqual(arrived);
	});
});

/** The model gives whatever makes the node send to Citra, who is on no list. */
describe('A model that gives all it can', () => {
	const call: IDataObject = { ...hello(CITRA), list: 'mine', options: '{}' };
	const lists = { onlySendTo: listOf('team'), neverSendTo: listOf('stop') };
	beforeEach(() => putLists(holder.sandbox, { team: [AYU, BUDI], stop: [BUDI], mine: [CITRA] }));

	test.each(['neverSendTo', 'onlySendTo'])('sets no %s: it takes no expression', async (name) => {
		for (const expression of [
			"={{ $fromAI('list', '', 'string') }}",
			"={{ $fromai('list', '', 'string') }}",
			"={{ $FromAI('list') }}",
			'={{ $json.list }}',
			'={{ $input.item.json["list"] }}',
			'={{ "team" }}',
			'=team',
		]) {
			for (const list of [
				expression,
				listOf(expression),
				{ ...listOf('team'), mode: expression },
			]) {
				const parameters = { options: { [name]: list } as INodeParameters };
				const [text] = await callTool(holder.sandbox, [call], { parameters, onError });
				expect(text).toContain('is an expression, which an AI agent could set');
			}
		}
		expect(holder.sandbox.requests).toEqual([]);
	});

	test('is held to fixed lists', async () => {
		const calls = [call, { ...call, phone: AYU }, { ...call, phone: `+${BUDI}` }];
		const all = await callTool(holder.sandbox, calls, { parameters: { options: lists } });
		expect(told(all)).toEqual(['onlySendTo', 'success', 'neverSendTo']);
	});

	test('sets no options as one expression: n8n leaves them out', async () => {
		const parameters = { options: "={{ $fromAI('options', '', 'json') }}" };
		const given = { ...call, options: { onlySendTo: listOf('team'), dryRun: true } };
		expect(told(await callTool(holder.sandbox, [given], { parameters }))).toEqual(['success']);
		expect(asked(holder.sandbox)).toEqual([]);
	});
});
