import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { asText, InputError, quoted } from '../input/inputError';

/**
 * How many results the user wants; `Infinity` where Return All is on.
 *
 * @throws InputError where the limit is no whole number from 1 on
 */
export function wantedResults(context: IExecuteSingleFunctions): number {
	if (context.getNodeParameter('returnAll', false) === true) return Infinity;
	const limit = context.getNodeParameter('limit', 50);
	const number = Math.floor(Number(asText(limit)));
	if (!(number >= 1)) {
		throw new InputError(`Limit ${quoted(limit)} is not a number of results: use 1 or more`);
	}
	return number;
}

/** The engine hands over what came of an item as the arguments of one call: V8 takes about 125,000. */
const MOST_RESULTS = 120_000;

/**
 * One item an element, as the service sent it, linked to the input item that asked for it.
 *
 * @throws InputError where there are more than n8n takes
 */
export function itemsOf(elements: unknown[], itemIndex: number): INodeExecutionData[] {
	if (elements.length > MOST_RESULTS) {
		throw new InputError(
			`There are ${elements.length} results, and n8n takes at most ${MOST_RESULTS} for one input item: turn Return All off and set Limit to ${MOST_RESULTS} or less`,
		);
	}
	// One for all, as in n8n's own nodes.
	const pairedItem = { item: itemIndex };
	return elements.map((element) => ({
		json: (typeof element === 'object' && element !== null
			? element
			: { value: element }) as INodeExecutionData['json'],
		pairedItem,
	}));
}
