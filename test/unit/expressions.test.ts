import { ExpressionError, type INode } from 'n8n-workflow';
import { dryRun } from '../../nodes/WhatsAppSender/broadcast/rules';
import { WorkflowError } from '../../nodes/WhatsAppSender/errors/failures';
import { expressionError } from '../../nodes/WhatsAppSender/values/expressions';
import { readOption } from '../../nodes/WhatsAppSender/values/formFields';

const messageOf = (message: string, context: object) =>
	(expressionError('Text', new ExpressionError(message, context)) as Error).message;

test.each([
	[{ description: 'undefined <a target="_blank" href="https://n8n.io">More info</a>' }, ''],
	[{ description: 'Use <b>all</b>' }, ' (Use all)'],
])("Any other expression error quotes n8n's message, without HTML: %j", (context, details) => {
	const message = `Text: Some words${details}: correct the expression`;
	expect(messageOf('Some words.', context)).toBe(message);
});

/** Reads the option Dry Run for several items. */
function check(expression: string, isTool = false): void {
	const options = { dryRun: `={{ ${expression} }}` };
	const node = { type: isTool ? 'senderTool' : 'sender', parameters: { options } };
	const source = { node: node as unknown as INode, timezone: '', parameter: () => true };
	readOption({ ...source, isShared: true }, dryRun);
}

const refusal = (found: string) =>
	`Each item cannot have its own Dry Run: enter a value, or an expression without ${found}`;

test.each([
	...'$json $binary $itemIndex $fromAI $fromai $thisItem $thisItemIndex $position'.split(' '),
	...'$data $parameter $rawParameter $evaluateExpression $getPairedItem'.split(' '),
	...['$input', '$("It\'s")', "$('It\\'s (1)')", '$(`A`)', '$( "A" )', '$($vars.name)'].flatMap(
		(node) => [`${node}.item`, `${node}.pairedItem`, `${node}\n\t?.itemMatching`],
	),
])('An option of the run refuses an expression that reads the item: %s', (found) => {
	const words = refusal(found.replace(/\s+/g, ' '));
	for (const behind of ['', '.json.max', '(0).json.max', '["max"]', ' + 1'])
		expect(() => check(`1 + ${found}${behind}`)).toThrow(new WorkflowError(words));
});

test.each(['$input["item"]', '$input?.[`item`]', "$('A')[ 'pairedItem' ]()", '$("A") ["item"]'])(
	'An option of the run refuses any way to write it: %s',
	(expression) => {
		const [found] = /.*?(?=['"`] ?\])/.exec(expression)!;
		expect(() => check(expression)).toThrow(new WorkflowError(refusal(found)));
	},
);

test.each([
	['$node["Items"].json.max', '$node["Items"]', 'Items'],
	["$node['My list']['json']", "$node['My list']", 'My list'],
	['$node.Items.json', '$node.Items', 'Items'],
	['$node?.["Items"].json', '$node?.["Items"]', 'Items'],
	['Object.keys($node)', '$node', 'Config'],
])('An option of the run refuses %s, and offers the first item', (expression, found, node) => {
	const words = `${refusal(found)}: use $('${node}').first()`;
	expect(() => check(expression)).toThrow(new WorkflowError(words));
});

test.each([
	"$('Settings').first().json.item",
	"$('Settings').first().json['item']",
	'$input.first().json.a',
	'$input.all().length',
	"$('A').first() + f('B').item",
	'$nodeVersion + $nodeId + $jmesPath({ item: 1 }, "item")',
	'$vars.data + $dataset + $jsonPath + $itemIndexes',
])('An option of the run can read %s', (expression) => {
	expect(() => check(expression)).not.toThrow();
});

test('An option of the run refuses $input in a tool, because the model writes it', () => {
	for (const expression of ['$input.first().json.a', '$input.all()'])
		expect(() => check(expression, true)).toThrow(refusal('$input'));
	expect(() => check('$inputs', true)).not.toThrow();
});
