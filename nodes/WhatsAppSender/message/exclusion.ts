import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { ConnectionError, RejectedError } from '../errors/nodeError';
import { oneLine } from '../errors/words';
import { requestSettings, type RequestOptions } from '../http/settings';
import { allContacts, contactsOf, normalizeListId } from '../service/lists';
import { RunState } from '../turns/runState';
import type { Exclusion, Skip } from '../turns/steps';
import { isOn } from '../values/choice';
import type { Recipient } from '../values/recipient';
import { ContactSet } from './contactSet';
import type { Item, ItemContext } from './item';
import { countryCodeSet } from './recipient';

/** A resource locator as the node stores it. */
interface Locator {
	value?: unknown;
	/** Title and number of contacts, as the drop-down showed them. */
	cachedResultName?: unknown;
}

/**
 * Who must not be reached, by the options of an item.
 *
 * @throws where an expression fails, and InputError where a switch is neither on nor off
 */
export function exclusionOf(context: ItemContext, item: Item, recipient: Recipient): Exclusion {
	const list = listSet(item, 'neverSendTo');
	return {
		once: isOn('Each Recipient Once', item.parameter('options.eachRecipientOnce', false)),
		byList: async () =>
			list ? await bySuppressionList(context, item, list, recipient) : undefined,
	};
}

/** Looked for by name, so that an expression without a result is an error, not no list. */
function listSet({ node, parameter }: Item, name: string): Locator | undefined {
	const options = node.parameters.options as IDataObject | undefined;
	if (options?.[name] === undefined) return undefined;
	const list = parameter(`options.${name}`, '');
	return typeof list === 'object' && list !== null ? list : { value: list };
}

async function bySuppressionList(
	context: ItemContext,
	item: Item,
	list: Locator,
	recipient: Recipient,
): Promise<Skip | undefined> {
	const listId = normalizeListId('Never Send To', list.value);
	try {
		const contacts = await contactsIn(context, item, listId);
		const isListed = await contacts.has(recipient, countryCodeSet(item));
		return isListed ? { reason: 'neverSendTo', list: titleOf(list) } : undefined;
	} catch (error) {
		throw notCompared(error, recipient);
	}
}

/** The contacts of a list, read once per execution and account. */
async function contactsIn(context: ItemContext, item: Item, listId: string): Promise<ContactSet> {
	const service = await item.service();
	const key = JSON.stringify([service.baseUrl, service.apiKey, listId]);
	return await RunState.of(context).readOnce(key, context, async () => {
		const settings = requestSettings(item.parameter('requestOptions', {}) as RequestOptions);
		const request = contactsOf(listId, settings);
		return await ContactSet.of(await allContacts(context, service, listId, request));
	});
}

function notCompared(error: unknown, { id }: Recipient): unknown {
	const words = `Never Send To could not be checked, so nothing was sent to ${oneLine(id, 60)}`;
	const { message, description } = error as InputError;
	if (error instanceof RejectedError) {
		return new RejectedError(`${words}: ${message}`, description ?? '', error.status);
	}
	if (error instanceof ConnectionError) {
		return new ConnectionError(`${words}: ${message}`, description ?? '');
	}
	return error instanceof InputError ? new InputError(`${words}: ${message}`, description) : error;
}

/** The title that the drop-down showed, without the number of contacts; the ID where there is none. */
function titleOf({ cachedResultName, value }: Locator): string {
	return String(cachedResultName ?? value).replace(/ \((\d+|\?)\)$/, '');
}
