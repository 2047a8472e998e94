import { ExpressionError } from 'n8n-workflow';
import { WorkflowError } from '../errors/nodeErrors';
import { oneLine } from '../errors/responseText';
import { quote } from './checks';

const USE_FIRST = 'use .first() or .all() in place of .item';

/** What a field reads, and the fix, by n8n's `descriptionKey` or `type`. n8n's own texts only help in the editor. */
const WORDS: Record<string, string> = {
	nodeNotFound: 'NODE, which does not exist: correct its name in the expression',
	pairedItemInvalidIndex: "NODE, which has fewer items than this node: use $('NODE').first()",
	pairedItemPinned: `an item of NODE, which is pinned: unpin it, or ${USE_FIRST}`,
	no_execution_data:
		'NODE, which has not run: place it before this node, then click Execute workflow',
	paired_item_no_connection: `NODE, which is not connected to this node: connect it, or ${USE_FIRST}`,
	paired_item_no_info: `a linked item, whose link breaks off at NODE: ${USE_FIRST}`,
	paired_item_multiple_matches: `an item of NODE, and several of them belong to this one: ${USE_FIRST}`,
};

/**
 * The error of an expression with its field and the fix, which n8n's own error does not name outside the editor.
 *
 * @param field label of the field
 * @param error what n8n threw
 * @returns any other error unchanged
 */
export function expressionError(field: string, error: unknown): unknown {
	if (!(error instanceof ExpressionError)) return error;
	const { context, message, description } = error;
	const { type = '', descriptionKey = '', nodeCause } = context as Record<string, string>;
	const words = WORDS[descriptionKey] ?? WORDS[type];
	if (words && nodeCause) {
		const node = oneLine(nodeCause, 60);
		return new WorkflowError(`${field} reads ${words.replaceAll('NODE', () => node)}`);
	}
	const more = [nodeCause && `node ${quote(nodeCause)}`, plainText(description ?? '')];
	const details = more.filter(Boolean).join('. ');
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

/** Without HTML, and without the "undefined" that n8n puts before a link. */
const plainText = (html: string): string =>
	oneLine(html.replace(/<a\b.*?<\/a>|<[^>]*>/g, ' ').replace(/^\s*undefined\b/, ''), 200);
