import type { IDataObject, INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { WorkflowError } from '../errors/nodeErrors';
import { isObject, quote } from './checks';
import type { ReadParameter } from './expressionError';

// What the user entered, as the node stores it: an expression begins with `=`.

export const isExpression = (stored: unknown): boolean =>
	typeof stored === 'string' && stored.startsWith('=');

/**
 * The expressions of a field, at all levels. The cached title of a drop-down may begin with "=", but is not an
 * expression.
 */
export function expressionsIn(stored: unknown): string[] {
	if (isExpression(stored)) return [stored as string];
	if (typeof stored !== 'object' || stored === null) return [];
	return Object.entries(stored).flatMap(([name, value]) =>
		name.startsWith('cachedResult') ? [] : expressionsIn(value),
	);
}

/** A field with several modes; a model or an older workflow gives the value alone. */
export const locatorOf = (entered: unknown): IDataObject =>
	isObject(entered) ? entered : { value: entered as string };

/**
 * Refuses an expression that is stored as text. The editor switches a field to Expression only if braces
 * are dragged or pasted into it, or typed slowly.
 *
 * @param field label of a field whose text is sent
 * @param stored its stored value; braces that an expression or a model returns are allowed
 */
export function refuseBraces(field: string, stored: unknown): void {
	const text = typeof stored === 'string' ? stored : locatorOf(stored).value;
	if (typeof text !== 'string' || isExpression(text)) return;
	const open = text.indexOf('{{');
	const variable = text.slice(open).search(/\$[a-z(]/i) + open;
	const close = text.indexOf('}}', variable);
	if (open < 0 || variable < open || close < 0) return;
	const expression = text.slice(text.lastIndexOf('{{', variable), close + 2);
	throw new WorkflowError(
		`${field} is not an expression, so ${quote(expression)} would be sent as it stands: switch ${field} to Expression`,
	);
}

/**
 * The value of a field whose text is sent.
 *
 * @param field its label
 * @param path name of the parameter, with dots between its levels
 * @throws WorkflowError if it is an expression that is stored as text
 */
export function enteredText(
	{ node, parameter }: { node: INode; parameter: ReadParameter },
	field: string,
	path: string,
	fallback: unknown = '',
): unknown {
	refuseBraces(field, storedValue(node, path));
	return parameter(field, path, fallback);
}

/** The value of a parameter as the node stores it. @param path as `enteredText` takes it */
export const storedValue = ({ parameters }: INode, path: string): unknown =>
	path.split('.').reduce((value: unknown, name) => Object(value)[name], parameters);

/**
 * If the whole collection is stored as one expression, n8n drops it, and looks up each option's name in the
 * text. Only `length` exists in a text, so this hidden option shows the node that it is an expression.
 */
export const lengthOfText: INodeProperties = {
	displayName: 'Length of Text',
	name: 'length',
	type: 'hidden',
	default: 0,
};

/** Refuses a collection that is stored as one expression: n8n drops its options. @param field its label */
export function refuseWhole(field: string, stored: INodeParameters[string]): void {
	if (!(stored as { length?: number } | undefined)?.length) return;
	throw new WorkflowError(
		`${field} cannot be one expression: add the node again, and enter each option in its own field`,
	);
}

/** Variables of an expression that read the item. n8n accepts `$fromAI` in several spellings. */
const ITEM_VARIABLES =
	/\$(?:json|binary|itemIndex|position|thisItem|thisItemIndex|data|node|item|parameter|evaluateExpression|getPairedItem|fromAI)(?![\w$])/i;

/** The name of a node in `$('…')`: texts, and anything else that gives a name. */
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
 * Refuses an expression that reads the item in an option of the run, which has one value for all items.
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
