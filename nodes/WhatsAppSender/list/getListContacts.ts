import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { reportFailure } from '../failure/report';
import { InputError, quoted } from '../input/inputError';
import { requiredText } from '../input/required';
import { isList } from '../service/answer';
import { addressTo, apiKeyOf, askService } from '../service/request';
import { included, type Include } from './include';
import { itemsOf, wantedResults } from './limit';

type Request = DeclarativeRestApiSettings.ResultOptions;

/**
 * Get List Contacts (§4.4): the contacts and groups of one list.
 *
 * @returns one item an entry; an `error` item where On Error is "Continue"
 * @throws NodeOperationError for input, NodeApiError for answers and network faults
 */
export async function getListContacts(
	this: IExecutePaginationFunctions,
	request: Request,
): Promise<INodeExecutionData[]> {
	try {
		const wanted = wantedResults(this);
		const listId = listIdOf(this);
		addressTo(request, `/lists/${encodeURIComponent(listId)}`);
		const include = this.getNodeParameter('include', 'all') as Include;
		const contacts = await contactsOf(this, request, { listId, wanted, include });
		return itemsOf(contacts.slice(0, wanted), this.getItemIndex());
	} catch (error) {
		return reportFailure(this, this.getItemIndex(), error);
	}
}

interface Wanted {
	listId: string;
	wanted: number;
	include: Include;
}

/**
 * Without `all` the service answers one page, of a size and shape that §4.4 does not show. So a
 * page is taken where it is enough, and all contacts are asked for where it is not.
 */
async function contactsOf(
	context: IExecutePaginationFunctions,
	request: Request,
	{ listId, wanted, include }: Wanted,
) {
	const asked = { for: 'contacts', listId } as const;
	const apiKey = await apiKeyOf(context);
	if (wanted !== Infinity) {
		const { data } = await askService(context, request, { asked, isAnswer: () => true, apiKey });
		const page = Array.isArray(data) ? included(data, include) : [];
		if (page.length >= wanted) return page;
	}
	request.options.qs = { ...request.options.qs, all: 'true' };
	const { data } = await askService(context, request, { asked, isAnswer: isList, apiKey });
	return included(data as unknown[], include);
}

function listIdOf(context: IExecutePaginationFunctions): string {
	const value = context.getNodeParameter('list', '', { extractValue: true });
	const id = requiredText('List', value, 'choose one, or give its ID').trim();
	// As a step of a path these lead to another place, whatever they are encoded as.
	if (id === '.' || id === '..') throw new InputError(`List ${quoted(id)} is not the ID of a list`);
	return id.toWellFormed();
}
