import { ExpressionError, type IDataObject, type INode } from 'n8n-workflow';
import { WorkflowError } from '../errors/failures';
import { isObject, oneLine, quote } from './text';

/**
 * The error of an expression with its field and its node, which n8n's own message does not name outside the editor.
 *
 * @param field label of the field
 * @param error what n8n threw
 * @returns any other error unchanged
 */
export function expressionError(field: string, error: unknown): unknown {
	if (!(error instanceof ExpressionError)) return error;
	const { context, message, description } = error;
	const { nodeCause } = context as { nodeCause?: string };
	if (nodeCause) {
		return new WorkflowError(
			`${field} cannot read ${oneLine(nodeCause, 60)} (${message.replace(/\.$/, '')}): correct its name, place it before this node and run it, or use .first() or .all() in place of .item`,
		);
	}
	// Without HTML, and without the "undefined" that n8n puts before a link.
	const text = description?.replace(/<a\b[^<]*<\/a>|<[^<>]*>/g, ' ').replace(/^\s*undefined\b/, '');
	const details = oneLine(text ?? '', 200);
	return new WorkflowError(
		`${field}: ${message.replace(/\.$/, '')}${details && ` (${details})`}: correct the expression`,
	);
}

/** Reads a parameter of the node for an item. @throws an error that names the field if an expression fails */
export type ReadParameter = (label: string, name: string, fallback: unknown) => unknown;

/** @param read as n8n reads it */
export const parameterReader =
	(read: (name: string, fallback: unknown) => unknown): ReadParameter =>
	(label, name, fallback) => {
		try {
			return read(name, fallback);
		} catch (error) {
			throw expressionError(label, error);
		}
	};

// What the user entered, as the node stores it: an expression begins with `=`.

export const isExpression = (stored: unknown): stored is `=${string}` =>
	typeof stored === 'string' && stored.startsWith('=');

/**
 * The expressions of a field, at all levels. The cached title of a drop-down may begin with "=", but is not an
 * expression.
 */
export function expressionsIn(stored: unknown): string[] {
	if (isExpression(stored)) return [stored];
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
	const text = locatorOf(stored).value;
	if (typeof text !== 'string' || isExpression(text)) return;
	const open = text.indexOf('{{');
	const variable = text.slice(open).search(/\$[a-z(]/i) + open;
	const close = text.indexOf('}}', variable);
	if (variable < open || close < 0) return;
	const expression = text.slice(text.lastIndexOf('{{', variable), close + 2);
	throw new WorkflowError(
		`${field} is not an expression, so ${quote(expression)} would be sent as it stands: switch ${field} to Expression`,
	);
}

/** The value of a parameter as the node stores it. @param path as `enteredText` takes it */
export const storedValue = ({ parameters }: INode, path: string): unknown =>
	path.split('.').reduce((value: unknown, name) => Object(value)[name], parameters);

/** A variable that has a value of its own for each item. n8n accepts `$fromAI` in several spellings. */
const VARIABLE =
	/\$(?:json|binary|itemIndex|fromAI|thisItem(?:Index)?|position|data|parameter|rawParameter|evaluateExpression|getPairedItem)(?![\w$])/i;

/** `$node["Items"]`, whose `json` is that of the item with the same index. */
const NODE = /\$node(?![\w$])(?:\??\.?\[[^\][]*\]|\??\.\w+)?/i;

/** `item` and the like behind `$input` or `$('Items')`, also in brackets. */
const LINKED_ITEM =
	/\$(?:input|\(\s*(?:(['"`])(?:\\.|(?!\1)[^\\])*\1|[^()'"`]*)\s*\))\s*(?:\??\.\s*|(?:\?\.\s*)?\[\s*['"`])(?:item|pairedItem|itemMatching)(?![\w$])/i;

/** In a tool, the input is what the model passes. */
const INPUT_OF_TOOL = /\$input(?![\w$])/i;

/** Refuses an expression that may have another result for each item, which an option of the run cannot have. */
export function refuseItem(label: string, expression: string, node: INode): void {
	const patterns = [VARIABLE, NODE, LINKED_ITEM, ...(isTool(node) ? [INPUT_OF_TOOL] : [])];
	const found = patterns.map((pattern) => pattern.exec(expression)?.[0]).find(Boolean);
	if (found === undefined) return;
	const [, name] = /^\$node\W*([^'"`\]]*)/i.exec(found) ?? [];
	const fix = name === undefined ? '' : `: use $('${oneLine(name, 60) || 'Config'}').first()`;
	throw new WorkflowError(
		`Each item cannot have its own ${label}: enter a value, or an expression without ${oneLine(found, 60)}${fix}`,
	);
}

/** Whether an AI Agent runs the node: n8n gives it a second type for that, with this ending. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/** Whether the node reviews the calls of an AI tool: n8n gives it a third type for that. */
export const isReview = ({ type }: INode): boolean => type.endsWith('HitlTool');
