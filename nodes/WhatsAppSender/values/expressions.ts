import { ExpressionError, type IDataObject, type INode } from 'n8n-workflow';
import { WorkflowError, withoutFullStop } from '../errors/failures';
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
	const { context, description } = error;
	const message = withoutFullStop(error.message);
	const { nodeCause } = context as { nodeCause?: string };
	if (nodeCause) {
		return new WorkflowError(
			`${field} cannot read ${oneLine(nodeCause, 60)} (${message}): correct its name, place it before this node and run it, or use .first() or .all() in place of .item`,
		);
	}
	// Without HTML, and without the "undefined" that n8n puts before a link.
	const text = description?.replace(/<a\b[^<]*<\/a>|<[^<>]*>/g, ' ').replace(/^\s*undefined\b/, '');
	const details = oneLine(text ?? '', 200);
	return new WorkflowError(
		`${field}: ${message}${details && ` (${details})`}: correct the expression`,
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

/** n8n has no item with this index. */
const NO_ITEM = 2_147_483_647;

/** In a tool, the input is what the model passes. */
const INPUT_OF_TOOL = /\$input(?![\w$])/i;

/**
 * Refuses an expression that reads an item, for an option that all items share. Such an expression fails or has another
 * value for an item that does not exist. A clock has another value each time, so item 0 is read twice.
 *
 * @param evaluate the value of an expression in double braces, for the item of an index
 */
export function refuseItem(
	{ displayName: label, name }: { displayName: string; name: string },
	expression: string,
	node: INode,
	evaluate: (expression: string, index: number) => unknown,
): void {
	const read = (index: number) => evaluate(expression.slice(1), index);
	const readsInput = isTool(node) && INPUT_OF_TOOL.test(expression);
	if (!readsInput && !readsItem(label, read)) return;
	throw new WorkflowError(
		`Each item cannot have its own ${label}: enter a value, or an expression that is the same for all items, e.g. {{ $('Config').first().json.${name} }}`,
	);
}

function readsItem(label: string, read: (index: number) => unknown): boolean {
	let first: unknown;
	try {
		first = read(0);
	} catch (error) {
		throw expressionError(label, error);
	}
	let other: unknown;
	try {
		other = read(NO_ITEM);
	} catch {
		return true;
	}
	return isSame(first, read(0)) && !isSame(first, other);
}

/** n8n's `.all()` returns the same items each time, so comparing them is fast. */
function isSame(one: unknown, other: unknown): boolean {
	if (Object.is(one, other)) return true;
	if (!Array.isArray(one) || !Array.isArray(other)) {
		return JSON.stringify(one) === JSON.stringify(other);
	}
	return one.length === other.length && one.every((value, index) => isSame(value, other[index]));
}

/** Whether an AI Agent runs the node: n8n gives it a second type for that, with this ending. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/** Whether the node reviews the calls of an AI tool: n8n gives it a third type for that. */
export const isReview = ({ type }: INode): boolean => type.endsWith('HitlTool');
