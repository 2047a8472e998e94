import { ExpressionError } from 'n8n-workflow';
import { WorkflowError } from '../errors/nodeErrors';
import { oneLine } from '../errors/responseText';
import { quoted } from './checks';

/** What n8n knows about an error in an expression. */
interface ExpressionContext {
	/** What kind of error it is. */
	type?: string;
	/** The editor's own name for its advice. */
	descriptionKey?: string;
	/** The node that the expression reads. */
	nodeCause?: string;
}

type NodeWords = (node: string) => string;

const USE_FIRST = 'use .first() or .all() in place of .item';

/** What a field reads, and the fix, for n8n's errors by `descriptionKey` or `type`: its own words need the editor. */
const WORDS: Record<string, NodeWords> = {
	nodeNotFound: (node) => `${node}, which does not exist: correct its name in the expression`,
	pairedItemInvalidIndex: (node) =>
		`${node}, which has fewer items than this node: use $('${node}').first()`,
	pairedItemPinned: (node) => `an item of ${node}, which is pinned: unpin it, or ${USE_FIRST}`,
	no_execution_data: (node) =>
		`${node}, which has not run: place it before this node, then click Execute workflow`,
	paired_item_no_connection: (node) =>
		`${node}, which is not connected to this node: connect it, or ${USE_FIRST}`,
	paired_item_no_info: (node) => `a linked item, whose link breaks off at ${node}: ${USE_FIRST}`,
	paired_item_multiple_matches: (node) =>
		`an item of ${node}, and several of them belong to this one: ${USE_FIRST}`,
};

/**
 * The error of an expression, with the field that has it. n8n's own error names neither the field nor,
 * outside the editor, what to do.
 *
 * @param field label of the field
 * @param error what n8n threw
 * @returns the error itself where it is none of an expression
 */
export function expressionError(field: string, error: unknown): unknown {
	if (!(error instanceof ExpressionError)) return error;
	const { context, message, description } = error;
	const { type = '', descriptionKey = '', nodeCause } = context as ExpressionContext;
	const words = WORDS[descriptionKey] ?? WORDS[type];
	if (words && nodeCause)
		return new WorkflowError(`${field} reads ${words(oneLine(nodeCause, 60))}`);
	const more = [nodeCause && `node ${quoted(nodeCause)}`, plainText(description ?? '')];
	const details = more.filter(Boolean).join('. ');
	return new WorkflowError(
		`${field}: ${message.replace(/\.$/, '')}${details && ` (${details})`}: correct the expression`,
	);
}

/** Reads a parameter of the node for an item. @throws an error that names the field, where an expression fails */
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

/** Without HTML, and without the "undefined" that n8n puts before a link. */
const plainText = (html: string): string =>
	oneLine(html.replace(/<a\b.*?<\/a>|<[^>]*>/g, ' ').replace(/^\s*undefined\b/, ''), 200);
