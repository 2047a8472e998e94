import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { asText, isOn, quoted } from '../values/checks';
import { isGroupEntry } from '../values/recipient';

/** Which entries of a list to keep. */
export const INCLUDES = ['all', 'contacts', 'groups'] as const;
type Include = (typeof INCLUDES)[number];

/**
 * The most results to return; `Infinity` where Return All is on.
 *
 * @throws InputError where the limit is not a whole number from 1 on
 */
export function resultLimit(context: IExecuteSingleFunctions): number {
	if (isOn('Return All', context.getNodeParameter('returnAll', false))) return Infinity;
	const limit = context.getNodeParameter('limit', 50);
	const number = Math.floor(Number(asText(limit)));
	if (!(number >= 1)) {
		throw new InputError(`Limit ${quoted(limit)} is not a number of results: enter 1 or more`);
	}
	return number;
}

/** The entries of a list (§2.5) to include; an entry is a group where `is_group` says so. */
export function included(entries: unknown[], include: Include): unknown[] {
	if (include === 'all') return entries;
	return entries.filter((entry) => isGroupEntry(entry) === (include === 'groups'));
}

/** The engine hands over the results of an item as the arguments of one call: V8 takes about 125,000. */
const MOST_RESULTS = 120_000;

/**
 * One item per element, as the service sent it, linked to the input item it was requested for.
 *
 * @throws InputError where there are more than n8n takes
 */
export function itemsOf(elements: unknown[], itemIndex: number): INodeExecutionData[] {
	if (elements.length > MOST_RESULTS) {
		throw new InputError(
			`There are ${elements.length} results, and n8n takes at most ${MOST_RESULTS} for one input item: turn Return All off and set Limit to ${MOST_RESULTS} or less`,
		);
	}
	// One object for all, as in n8n's own nodes.
	const pairedItem = { item: itemIndex };
	return elements.map((element) => ({
		json: (typeof element === 'object' && element !== null
			? element
			: { value: element }) as INodeExecutionData['json'],
		pairedItem,
	}));
}
