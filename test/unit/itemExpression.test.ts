import { refuseItemExpression } from '../../nodes/WhatsAppSender/values/fixedOrExpression';

const check = (expression: string, isTool = false) =>
	refuseItemExpression('Dry Run', [`={{ ${expression} }}`], isTool);

describe('An option of the run refuses an expression that reads the item', () => {
	test.each([
		['$json.a'],
		['Object.keys($JSON)'],
		['[$binary].length'],
		['$itemIndex % 2'],
		['$position'],
		['$thisItem.json'],
		['$thisItemIndex'],
		['$data.a'],
		['$node["A"].json.a'],
		['$item(0).$json'],
		['$parameter.text'],
		['$evaluateExpression("{{ 1 }}")'],
		['$getPairedItem("A")'],
		['$fromAI("a")'],
		['$fromai("a")'],
		['$input.item.json.a'],
		['$input?. item'],
		['$input["item"]'],
		["$input?.['item']"],
		["$('A B').item.json.a"],
		['$("It\'s").item'],
		["$('It\\'s').item"],
		['$( `A` )\n\t.item'],
		["$('A')['pairedItem'](0)"],
		["$('A').pairedItem()"],
		["$('A').itemMatching(0)"],
		["$('A').first().json.a + $('B').item.json.b"],
		["$('A' + 'B').item"],
	])('%s', (expression) => {
		expect(() => check(expression)).toThrow(
			'Each item cannot have its own Dry Run: enter a value, or an expression without $json',
		);
	});
});

test.each([
	["$('Settings').first().json.item"],
	["$('Settings').last().json['item']"],
	["$('Unsubscribed').all().map(i => i.json.phone)"],
	['$input.first().json.a'],
	['$input.all().length'],
	['$now.hour'],
	['$vars.max'],
	['$runIndex === 0'],
	['$nodeVersion + $jmesPath({ item: 1 }, "item")'],
	['$workflow.name.item'],
])('An option of the run may read %s', (expression) => {
	expect(() => check(expression)).not.toThrow();
});

test('In a tool, $input is what the model passes', () => {
	for (const expression of ['$input.first().json.a', '$input.all()']) {
		expect(() => check(expression, true)).toThrow(/^Each item cannot/);
	}
	expect(() => check('$inputs', true)).not.toThrow();
});
