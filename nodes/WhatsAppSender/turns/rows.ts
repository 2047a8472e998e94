import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { errorItem, reasonOf, statusOf, toNodeError } from '../errors/errors';
import { dryRunRow } from './dryRun';
import type { Entry } from './turn';
import { earlierAttempt } from './words';

/** What an output says beside the fate of its item. */
interface Beside {
	node: INode;
	/** What is said of a recipient that is not known; without it, a failed item has its error alone. */
	unknown?: IDataObject;
	/** Recipients that earlier attempts of the item may have reached. */
	unconfirmed: string[];
	/** Of the times in a dry run; empty where no item is scheduled. */
	timezone: string;
}

/** The items of an item's output, linked to it. */
export function rowsOf(item: number, entry: Entry, beside: Beside): INodeExecutionData[] {
	const { turn, fate, input } = entry;
	const shown = turn?.shown ?? beside.unknown;
	const linked = (json: IDataObject) => ({ json: { ...input, ...json }, pairedItem: { item } });
	switch (fate.is) {
		case 'accepted':
			return fate.output.map(linked);
		case 'skipped': {
			const warning = earlierAttempt(beside.unconfirmed);
			const { reason } = fate.skip;
			const row = { success: false, skipped: true, reason, ...shown };
			return [linked({ ...row, ...(warning && { warning }) })];
		}
		case 'previewed':
			return [linked(dryRunRow(fate, shown ?? {}, beside.timezone))];
		default: {
			// The error itself says so of the recipient that it is about.
			const named = fate.is === 'unconfirmed' ? turn?.recipient : undefined;
			const warning = earlierAttempt(beside.unconfirmed, named);
			const { json } = errorItem(fate.error, item, warning);
			const status = statusOf(fate.error);
			const response = { reason: reasonOf(fate.error), ...shown, ...(status && { status }) };
			const row = shown ? { success: false, ...json, ...response } : json;
			if (beside.node.onError !== 'continueErrorOutput') return [linked(row)];
			// n8n takes an item with it for a failed one, and later replaces the JSON of those that still have
			// it: hidden, it is left behind where n8n copies the item in between, with its input's fields.
			const value = toNodeError(beside.node, fate.error, { itemIndex: item, more: [warning] });
			const hidden = { json: row, pairedItem: { item } };
			return [Object.defineProperty(hidden, 'error', { value })];
		}
	}
}
