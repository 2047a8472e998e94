import { WorkflowError } from '../errors/nodeErrors';

/** What reads the item that is evaluated, in an expression; n8n knows `$fromAI` in several spellings. */
const ITEM_VARIABLES =
	/\$(?:json|binary|itemIndex|position|thisItem|thisItemIndex|data|node|item|parameter|evaluateExpression|getPairedItem|fromAI)(?![\w$])/i;

/** What stands between the brackets of `$('…')`: texts, and whatever else names a node. */
const NODE_NAME = /(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\([^()]*\)|[^'"`()])*/;

/** `.item`, `['item']` and the like. */
const ITEM_PROPERTY =
	/(?:\?\s*)?(?:\.\s*(?:item|itemMatching|pairedItem)(?![\w$])|(?:\.\s*)?\[\s*(['"`])(?:item|itemMatching|pairedItem)\1\s*\])/;

/** The property, directly behind `$input` or `$('…')`. */
const LINKED_ITEM = new RegExp(
	`\\$(?:input(?![\\w$])|\\(${NODE_NAME.source}\\))\\s*${ITEM_PROPERTY.source}`,
);

/** In a tool, the input is what the model passes. */
const INPUT = /\$input(?![\w$])/;

/**
 * Refuses an expression of an option of the run that reads the item: it has one value for all of them.
 *
 * @param field label of the option
 * @param expressions as the node stores them
 */
export function refuseItemExpression(field: string, expressions: string[], isTool: boolean): void {
	const patterns = [ITEM_VARIABLES, LINKED_ITEM, ...(isTool ? [INPUT] : [])];
	if (!expressions.some((text) => patterns.some((pattern) => pattern.test(text)))) return;
	throw new WorkflowError(
		`Each item cannot have its own ${field}: enter a value, or an expression without $json`,
	);
}
