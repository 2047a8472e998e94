import { ExpressionError } from 'n8n-workflow';
import { expressionError } from '../../nodes/WhatsAppSender/values/expressionError';
import { refuseItemExpression } from '../../nodes/WhatsAppSender/values/fixedOrExpression';

const messageOf = (message: string, context: object) =>
	(expressionError('Text', new ExpressionError(message, context)) as Error).message;

/** Errors that need several nodes; for others see engine/expressions.test.ts. */
test.each([
	[
		{ type: 'no_execution_data', descriptionKey: 'pairedItemInvalidIndex', nodeCause: 'Sheet' },
		"Text reads Sheet, which has fewer items than this node: use $('Sheet').first()",
	],
	[
		{ type: 'paired_item_no_connection', descriptionKey: 'pairedItemPinned', nodeCause: 'Sheet' },
		'Text reads an item of Sheet, which is pinned: unpin it, or use .first() or .all() in place of .item',
	],
	[
		{ type: 'paired_item_no_info', nodeCause: 'Code' },
		'Text reads a linked item, whose link breaks off at Code: use .first() or .all() in place of .item',
	],
	[
		{ type: 'paired_item_multiple_matches', nodeCause: 'Merge' },
		'Text reads an item of Merge, and several of them belong to this one: use .first() or .all() in place of .item',
	],
	[
		{ description: 'undefined <a target="_blank" href="https://n8n.io">More info</a>' },
		'Text: Some words: correct the expression',
	],
	[
		{ nodeCause: 'Sheet', description: 'Use <strong>all</strong>' },
		'Text: Some words (node "Sheet". Use all): correct the expression',
	],
])('An expression error names the node and the fix: %j', (context, message) => {
	expect(messageOf('Some words.', context)).toBe(message);
});

const REFUSED =
	'Each item cannot have its own Dry Run: enter a value, or an expression without $json';

const check = (expression: string, isTool = false) =>
	refuseItemExpression('Dry Run', [`={{ ${expression} }}`], isTool);

const ITEM_NAMES =
	'$json.a $JSON.a $binary $itemIndex $position $thisItem.json $thisItemIndex $data.a $item(0) ' +
	'$parameter.text $evaluateExpression("1") $getPairedItem("A") $fromai("a") $node["A"].json.a';
test.each([
	...ITEM_NAMES.split(' '),
	'$input?. item',
	'$input["item"]',
	"$input?.['item']",
	'$("It\'s").item',
	"$('It\\'s').item",
	'$( `A` )\n\t.item',
	"$('A')['pairedItem'](0)",
	"$('A').itemMatching(0)",
	"$('A' + 'B').item",
])('An option of the run refuses an expression that reads the item: %s', (expression) => {
	expect(() => check(expression)).toThrow(REFUSED);
});

test.each([
	"$('Settings').first().json.item",
	'$input.first().json.a',
	'$nodeVersion + $jmesPath({ item: 1 }, "item")',
	'$workflow.name.item',
])('An option of the run can read %s', (expression) => {
	expect(() => check(expression)).not.toThrow();
});

test('In a tool, $input is what the model enters', () => {
	for (const expression of ['$input.first().json.a', '$input.all()'])
		expect(() => check(expression, true)).toThrow(REFUSED);
	expect(() => check('$inputs', true)).not.toThrow();
});
