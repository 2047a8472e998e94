import { type INode, type INodeParameters, NodeHelpers, Workflow } from 'n8n-workflow';
import { SENDER_TYPE, testNodeTypes } from '../engine/nodeTypes';
import { contacts, description, lists, sendText, upload, webhook } from './form';

/** What the editor makes of an expression of the description, by n8n's own expression engine. */
function evaluated(expression: string, parameters: INodeParameters, items: number): unknown {
	const name = 'Sender';
	const node: INode = {
		id: '',
		name,
		type: SENDER_TYPE,
		typeVersion: 1,
		parameters,
		position: [0, 0],
	};
	const nodeTypes = testNodeTypes([]);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const input = Array.from({ length: items }, () => ({ json: {} }));
	const { expression: engine } = workflow;
	return engine.getParameterValue(expression, null, 0, 0, name, input, 'manual', {});
}

/** Beginnings of the hints that the editor shows before a run. */
function hintsFor(parameters: INodeParameters, items: number): string[] {
	return description.hints!.flatMap(({ displayCondition, message, location, whenToDisplay }) => {
		// Where the step is executed, and no longer when it has run.
		expect([location, whenToDisplay]).toEqual(['outputPane', 'beforeExecution']);
		const shown = evaluated(displayCondition!, parameters, items);
		// The editor takes nothing but a boolean.
		expect(typeof shown).toBe('boolean');
		return shown ? [message.split(/[,.]/)[0]] : [];
	});
}

const STOPS = 'Sends one message per input item';
const NO_DELAY = 'No delay is set';
const READS = 'Reads the list once per input item';
/** Options as a saved workflow has them. */
const withOptions = (options: INodeParameters) => ({ ...sendText, options });
const delayed = (seconds: INodeParameters) => withOptions({ delay: { seconds } });
const failing = '={{ $json.not.there }}';

describe('Before a run the editor says', () => {
	test.each<[string, INodeParameters, string[]]>([
		['the options as added', sendText, [STOPS]],
		['an upload', upload, [STOPS]],
		['the delay as n8n saves it', delayed({}), [STOPS]],
		['a minimum of 0', delayed({ min: 0 }), [STOPS]],
		['a delay that fails', delayed({ min: failing, max: failing }), [STOPS]],
		['the delay removed', withOptions({}), [STOPS, NO_DELAY]],
		['the numbers of the delay removed', withOptions({ delay: {} }), [STOPS, NO_DELAY]],
		['another option alone', withOptions({ sendAt: '' }), [STOPS, NO_DELAY]],
		['delays of 0', delayed({ min: 0, max: 0 }), [STOPS, NO_DELAY]],
		['a dry run', withOptions({ dryRun: true }), [NO_DELAY]],
		['a test', withOptions({ testPhone: '={{ $json.me }}' }), [NO_DELAY]],
		['Webhook List', webhook, []],
		['Get Lists', lists, []],
		['Get List Contacts', contacts, [READS]],
	])('of several items with %s what happens to them', (_form, parameters, expected) => {
		expect(hintsFor(parameters, 2)).toEqual(expected);
		expect(hintsFor(parameters, 10_000)).toEqual(expected);
		// One item, no input yet, or as a tool.
		for (const items of [1, 0]) expect(hintsFor(parameters, items)).toEqual([]);
	});
});

test('n8n keeps the delay in a new node, and keeps that a user has removed it', () => {
	const node = { typeVersion: 1 };
	const { properties } = description;
	const load = (saved: INodeParameters, withDefaults: boolean) =>
		NodeHelpers.getNodeParameters(properties, saved, withDefaults, false, node, description)!;
	const optionsOf = (saved: INodeParameters) => {
		const loaded = load(saved, true);
		return [loaded.options, load(loaded, false).options];
	};
	const asAdded = { delay: { seconds: { min: 5, max: 15 } } };
	const asSaved = { delay: { seconds: {} } };
	for (const saved of [sendText, withOptions(asSaved)])
		expect(optionsOf(saved)).toEqual([asAdded, asSaved]);
	for (const options of [{}, { dryRun: true }])
		expect(optionsOf(withOptions(options))).toEqual([options, options]);
});

test.each([
	['Send Text', sendText],
	['Webhook List', webhook],
	['Some Other Operation', { resource: 'message', operation: 'someOtherOperation' }],
])('The canvas shows the operation in words: %s', (words, parameters) => {
	expect(evaluated(description.subtitle!, parameters, 0)).toBe(words);
});
