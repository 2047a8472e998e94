import { ExpressionError, type INode } from 'n8n-workflow';
import { dryRun } from '../../nodes/WhatsAppSender/broadcast/rules';
import { expressionError, readOption } from '../../nodes/WhatsAppSender/values/input';

const USE_FIRST = 'use .first() or .all() in place of .item';
const messageOf = (message: string, context: object) =>
	(expressionError('Text', new ExpressionError(message, context)) as Error).message;

/** Errors that need several nodes; for others see engine/messages.test.ts. */
test.each([
	['pairedItemInvalidIndex', "Sheet, which has fewer items than this node: use $('Sheet').first()"],
	['pairedItemPinned', `an item of Sheet, which is pinned: unpin it, or ${USE_FIRST}`],
	['paired_item_no_info', `a linked item, whose link breaks off at Sheet: ${USE_FIRST}`],
	[
		'paired_item_multiple_matches',
		`an item of Sheet, and several of them belong to this one: ${USE_FIRST}`,
	],
])('The expression error %s names the node and the fix', (key, words) => {
	const context = key.includes('_')
		? { type: key }
		: { type: 'no_execution_data', descriptionKey: key };
	expect(messageOf('', { ...context, nodeCause: 'Sheet' })).toBe(`Text reads ${words}`);
});

test.each([
	[{ description: 'undefined <a target="_blank" href="https://n8n.io">More info</a>' }, ''],
	[{ nodeCause: 'Sheet', description: 'Use <b>all</b>' }, ' (node "Sheet". Use all)'],
])("Any other expression error quotes n8n's message, without HTML: %j", (context, details) => {
	const message = `Text: Some words${details}: correct the expression`;
	expect(messageOf('Some words.', context)).toBe(message);
});

const REFUSED =
	'Each item cannot have its own Dry Run: enter a value, or an expression without $json';

/** Reads the option Dry Run for several items. */
function check(expression: string, isTool = false): void {
	const options = { dryRun: `={{ ${expression} }}` };
	const node = { type: isTool ? 'senderTool' : 'sender', parameters: { options } };
	const source = { node: node as unknown as INode, timezone: '', parameter: () => true };
	readOption({ ...source, isShared: true }, dryRun);
}

test.each([
	...'$json.a $binary.data $itemIndex $fromAI("a") $fromai("a")'.split(' '),
	'$input.item.json.a',
	'$("It\'s").item',
	"$('It\\'s (1)')\n\t?.item",
])('An option of the run refuses an expression that reads the item: %s', (expression) => {
	expect(() => check(expression)).toThrow(REFUSED);
});

test.each([
	"$('Settings').first().json.item",
	'$input.first().json.a',
	"$('A').first() + f('B').item",
	'$nodeVersion + $jmesPath({ item: 1 }, "item")',
])('An option of the run can read %s', (expression) => {
	expect(() => check(expression)).not.toThrow();
});

test('An option of the run refuses $input in a tool, because the model writes it', () => {
	for (const expression of ['$input.first().json.a', '$input.all()'])
		expect(() => check(expression, true)).toThrow(REFUSED);
	expect(() => check('$inputs', true)).not.toThrow();
});
