import { ExpressionError } from 'n8n-workflow';
import { expressionError } from '../../nodes/WhatsAppSender/values/expressionError';

const messageOf = (message: string, context: object) =>
	(expressionError('Text', new ExpressionError(message, context)) as Error).message;

/** Errors that a workflow of one node cannot have; others: see engine/expressions.test.ts. */
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
