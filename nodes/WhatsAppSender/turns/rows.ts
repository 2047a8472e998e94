import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { errorItem, reasonOf, statusOf, toNodeError } from '../errors/nodeErrors';
import { dryRunRow } from './dryRun';
import { errorOf, type ItemResult } from './result';

const RESULT_FIELDS = [
	'success',
	'error',
	'skipped',
	'reason',
	'recipient',
	'recipientType',
	'meantFor',
	'status',
	'response',
	'scheduledFor',
	'warning',
	'dryRun',
	'wouldSend',
	'body',
] as const;

/** What the output says of an item. */
export type Row = Partial<Record<(typeof RESULT_FIELDS)[number], IDataObject[string]>>;

/** Whether a row may have this field: an input field of the same name is left out of all. */
export const isResultField = (name: string) => RESULT_FIELDS.some((field) => field === name);

/** What an output says beside the result of its item. */
interface Beside {
	node: INode;
	/** What is said of a recipient that is not known; without it, a failed item has its error alone. */
	unknown?: Row;
	/** That an earlier attempt of the item may have been sent. */
	warning?: string;
	/** Fields of the input item. */
	input?: IDataObject;
	/** In a dry run: of its times; empty where no item is scheduled. */
	timezone?: string;
}

/** The items of an item's output, linked to it. */
export function rowsOf(item: number, entry: ItemResult, beside: Beside): INodeExecutionData[] {
	const { result, pending } = entry;
	const { input, timezone, warning } = beside;
	const shown = pending?.shown ?? beside.unknown;
	const pairedItem = { item };
	const linked = (json: IDataObject | Row) => ({ json: { ...input, ...json }, pairedItem });
	if (result.is === 'accepted') return result.output.map(linked);
	if (timezone !== undefined) {
		const row = dryRunRow(entry, shown ?? {}, timezone);
		// One reads the row itself first.
		return [{ json: { ...row, ...input, ...row }, pairedItem }];
	}
	if (result.is === 'skipped') {
		const { reason } = result.skip;
		const row: Row = { success: false, skipped: true, reason, ...shown };
		return [linked({ ...row, ...(warning && { warning }) })];
	}
	const error = errorOf(result);
	const { json } = errorItem(error, item, warning);
	const status = statusOf(error);
	const about: Row = { reason: reasonOf(error), ...shown, ...(status && { status }) };
	const row = shown ? { success: false, ...json, ...about } : json;
	if (beside.node.onError !== 'continueErrorOutput') return [linked(row)];
	// n8n takes an item with it for a failed one, and later replaces the JSON of those that still have
	// it: hidden, it is left behind where n8n copies the item in between, with its input's fields.
	const value = toNodeError(beside.node, error, { itemIndex: item, more: [warning] });
	return [Object.defineProperty({ json: row, pairedItem }, 'error', { value })];
}
