import { DirectoryLoader } from 'n8n-core';
import { type INode, type INodeParameters, NodeHelpers, Workflow } from 'n8n-workflow';
import { SENDER_TYPE, testNode, testNodeTypes } from '../engine/nodeTypes';
import { description, getContacts, sendText, upload, webhookList } from './form';

/** The value of an expression of the description, by n8n's own expression engine. */
function evaluate(expression: string, parameters: INodeParameters, items: number): unknown {
	const [id, name] = ['', 'Sender'];
	const node: INode = { id, name, type: SENDER_TYPE, typeVersion: 1, parameters, position: [0, 0] };
	const nodeTypes = testNodeTypes([]);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const input = Array.from({ length: items }, () => ({ json: {} }));
	const { expression: engine } = workflow;
	return engine.getParameterValue(expression, null, 0, 0, name, input, 'manual', {});
}

/** The first words of the hints that the editor shows before a run. */
function hintsOf(parameters: INodeParameters, items: number): string[] {
	return description.hints!.flatMap(({ displayCondition, message, location, whenToDisplay }) => {
		// Beside the button that executes the step, until the step has run.
		expect([location, whenToDisplay]).toEqual(['outputPane', 'beforeExecution']);
		const isDisplayed = evaluate(displayCondition!, parameters, items);
		// The editor ignores a condition whose value is no boolean.
		expect(typeof isDisplayed).toBe('boolean');
		return isDisplayed ? [message.split(/[,.]/)[0]] : [];
	});
}

const ONE_EACH = 'Sends one message per row';
const NO_DELAY = 'No delay is set';
const READ_EACH = 'Reads the list once per row';
/** Send Text with options as a saved workflow stores them. */
const withOptions = (options: INodeParameters) => ({ ...sendText, options });
const delayed = (seconds: INodeParameters) => withOptions({ delay: { seconds } });
const failing = '={{ $json.not.there }}';

describe('Before a run of several items, the editor', () => {
	test.each<[string, INodeParameters, string[]]>([
		['the options as added', sendText, [ONE_EACH]],
		['an upload', upload, [ONE_EACH]],
		['the delay as n8n saves it', delayed({}), [ONE_EACH]],
		['a minimum of 0', delayed({ min: 0 }), [ONE_EACH]],
		['a delay that fails', delayed({ min: failing, max: failing }), [ONE_EACH]],
		['the delay removed', withOptions({}), [ONE_EACH, NO_DELAY]],
		['the numbers of the delay removed', withOptions({ delay: {} }), [ONE_EACH, NO_DELAY]],
		['delays of 0', delayed({ min: 0, max: 0 }), [ONE_EACH, NO_DELAY]],
		['a dry run', withOptions({ dryRun: true }), [NO_DELAY]],
		['a test', withOptions({ testPhone: '={{ $json.me }}' }), [NO_DELAY]],
		['Webhook List', webhookList, []],
		['Get List Contacts', getContacts, [READ_EACH]],
	])('shows the hints for %s', (_form, parameters, expected) => {
		expect(hintsOf(parameters, 2)).toEqual(expected);
		expect(hintsOf(parameters, 10_000)).toEqual(expected);
		// One item, no input yet, or a tool.
		for (const items of [1, 0]) expect(hintsOf(parameters, items)).toEqual([]);
	});
});

test('n8n keeps the delay of a new node, and does not add it again after the user removed it', () => {
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
	['Webhook List', webhookList],
	['Some Other Operation', { resource: 'message', operation: 'someOtherOperation' }],
])('The canvas shows the name of the operation: %s', (words, parameters) => {
	expect(evaluate(description.subtitle!, parameters, 0)).toBe(words);
});

test("The node has n8n's own Request Options under Settings, without Batching", () => {
	const other = testNode('Other', [], undefined);
	DirectoryLoader.applyDeclarativeNodeOptionParameters(other);
	const kept = [
		'displayName',
		'name',
		'type',
		'typeOptions',
		'minValue',
		'default',
		'isNodeSetting',
	];
	const [own, byN8n] = [description, other.description].map(({ properties }) => {
		const field = properties.find(({ name }) => name === 'requestOptions')!;
		const all = [field, ...(field.options as Array<typeof field>)];
		const shown = all.filter(({ name, type }) => name !== 'batching' && type !== 'hidden');
		return JSON.stringify(shown, [...kept, 'noDataExpression']);
	});
	expect(own).toBe(byN8n);
});
