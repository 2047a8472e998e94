import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { reportFailure } from '../failure/report';
import { isList } from '../service/answer';
import { addressTo, apiKeyOf, askService } from '../service/request';
import { itemsOf, wantedResults } from './limit';

/**
 * Get Lists (§4.3): all contact lists of the account, which the service sends in one answer.
 *
 * @returns one item a list; an `error` item where On Error is "Continue"
 * @throws NodeOperationError for input, NodeApiError for answers and network faults
 */
export async function getLists(
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const asked = { for: 'lists' } as const;
	try {
		const wanted = wantedResults(this);
		addressTo(request, '/lists/');
		const apiKey = await apiKeyOf(this);
		const { data } = await askService(this, request, { asked, isAnswer: isList, apiKey });
		return itemsOf((data as unknown[]).slice(0, wanted), this.getItemIndex());
	} catch (error) {
		return reportFailure(this, this.getItemIndex(), error);
	}
}
