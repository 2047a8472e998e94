import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toNodeError } from '../failure/report';
import { asText } from '../input/inputError';
import { isList, readAnswer } from '../service/answer';
import { normalizeBaseUrl } from '../service/baseUrl';
import { answerTo } from '../service/request';

/** A contact list (§2.4), as far as the drop-down shows it. */
interface ContactList {
	id: string;
	title: string;
	/** How many it has. */
	contacts: string;
}

/**
 * The drop-down of the List field: all lists of the account (§4.3) by title, with their number of
 * contacts. `filter` finds a part of the title, in any case.
 *
 * @throws NodeApiError where the lists cannot be read; the editor shows its message
 */
export async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const wanted = filter.toLocaleLowerCase();
		const lists = (await allLists(this)).filter(({ title }) =>
			title.toLocaleLowerCase().includes(wanted),
		);
		return {
			results: lists.map(({ id, title, contacts }) => ({
				name: `${title} (${contacts})`,
				value: id,
			})),
		};
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

async function allLists(context: ILoadOptionsFunctions): Promise<ContactList[]> {
	const { baseUrl, apiKey } = await context.getCredentials('whatsAppSenderApi');
	const url = `${normalizeBaseUrl(baseUrl)}/lists/`;
	const question = { asked: { for: 'lists' }, isAnswer: isList, apiKey: String(apiKey) } as const;
	const { data } = await answerTo(question, url, async () =>
		readAnswer(
			await context.helpers.httpRequestWithAuthentication.call(context, 'whatsAppSenderApi', {
				url,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
			}),
		),
	);
	return (data as unknown[]).flatMap(listOf);
}

/** The list that an entry of the answer is, whatever the service made of its fields; none where it has no id. */
function listOf(entry: unknown): ContactList[] {
	if (typeof entry !== 'object' || entry === null) return [];
	const { id, title, contacts } = entry as Record<string, unknown>;
	const value = asText(id);
	if (value === undefined) return [];
	return [{ id: value, title: asText(title) ?? value, contacts: asText(contacts) ?? '?' }];
}
