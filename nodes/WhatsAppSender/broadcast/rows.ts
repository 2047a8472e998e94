import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { errorItem, reasonOf, statusOf, toNodeError } from '../errors/nodeErrors';
import { isTool } from '../values/tool';
import { errorOf, type Entry } from './outcome';
import type { RecipientRow } from './sender';

/**
 * The output items of an input item, linked to it. A dry run has rows of its own.
 *
 * @param recipient what the output says about the recipient; without it, a failed item has only its error
 * @param warning that an earlier attempt of the item may have been sent
 */
export function rowsOf(
	item: number,
	{ outcome }: Entry,
	{ node, recipient, warning }: { node: INode; recipient?: RecipientRow; warning?: string },
): INodeExecutionData[] {
	const pairedItem = { item };
	const linked = (json: IDataObject) => ({ json, pairedItem });
	if (outcome.is === 'accepted') return outcome.output.map(linked);
	if (outcome.is === 'skipped') {
		const { reason, warning: skipWarning } = outcome.skip;
		const warnings = [skipWarning, warning].filter(Boolean).join(' ');
		const row = { success: false, skipped: true, reason, ...recipient };
		return [linked(warnings ? { ...row, warning: warnings } : row)];
	}
	const error = errorOf(outcome);
	const { json } = errorItem(error, item, warning);
	const status = statusOf(error);
	const details = { reason: reasonOf(error), ...recipient, ...(status && { status }) };
	const row: IDataObject = recipient ? { success: false, ...json, ...details } : json;
	// n8n does not pass the error output to the model.
	if (node.onError !== 'continueErrorOutput' || isTool(node)) return [linked(row)];
	// n8n treats an item with `error` as failed, adds the fields of its input item, and then replaces the JSON
	// of items that still have `error`. A hidden property is gone by then, because n8n has copied the item.
	const value = toNodeError(node, error, { itemIndex: item, extraSentences: [warning] });
	return [Object.defineProperty({ json: row, pairedItem }, 'error', { value })];
}
