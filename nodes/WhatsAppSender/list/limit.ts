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

/** One item an element, as the service sent it, linked to the input item that asked for it. */
export function itemsOf(elements: unknown[], itemIndex: number): INodeExecutionData[] {
	return elements.map((element) => ({
		json: (typeof element === 'object' && element !== null
			? element
			: { value: element }) as INodeExecutionData['json'],
		pairedItem: { item: itemIndex },
	}));
}
