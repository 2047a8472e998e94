import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { RequestError } from '../errors/nodeError';
import { oneLine } from '../errors/responseText';
import { allContacts, normalizeListId } from '../service/lists';
import { serviceOf } from '../service/request';
import { breather } from '../turns/delay';
import {
	contactRecipient,
	groupRecipient,
	isGroupEntry,
	recipientKey,
	type Recipient,
} from '../values/recipient';
import { requestSettings, type RequestOptions } from '../values/requestOptions';
import type { Item, ItemContext } from './item';

/**
 * Lists read by an execution, by their ID. The key is the node's context, which n8n keeps through
 * all iterations of a loop and all tries of Retry On Fail. It is stored with the execution, so the
 * contacts are kept beside it in memory, and Retry of the stored execution reads the list again.
 */
const read = new WeakMap<object, Map<string, StopList>>();

/** Lists that a run of the node reads, by their ID: a failed one is read again by the next try. */
const reading = new WeakMap<ItemContext, Map<string, Promise<StopList>>>();

/**
 * Whether a recipient is on the list of Never Send To. The list is read once per execution.
 *
 * @param list ID of the list, of any type
 * @throws InputError or RequestError where nobody can know: nothing must be sent then
 */
export async function isOnStopList(
	context: ItemContext,
	item: Item,
	list: unknown,
	recipient: Recipient,
	countryCode: string,
): Promise<boolean> {
	const listId = normalizeListId('Never Send To', list);
	const known = mapOf(read, context.getContext('node'));
	try {
		const stopList = known.get(listId) ?? (await readOnce(context, item, listId));
		known.set(listId, stopList);
		return await stopList.has(recipient, countryCode);
	} catch (error) {
		throw nothingSent(error, recipient);
	}
}

function mapOf<K extends object, V>(maps: WeakMap<K, Map<string, V>>, key: K): Map<string, V> {
	const map = maps.get(key) ?? new Map<string, V>();
	maps.set(key, map);
	return map;
}

async function readOnce(context: ItemContext, item: Item, listId: string): Promise<StopList> {
	const begun = mapOf(reading, context);
	const list = begun.get(listId) ?? readList(context, item, listId);
	begun.set(listId, list);
	return await list;
}

async function readList(context: ItemContext, item: Item, listId: string): Promise<StopList> {
	const settings = requestSettings(item.parameter('requestOptions', {}) as RequestOptions);
	const service = await serviceOf(context);
	return await StopList.of(
		await allContacts(context, service, listId, { ...settings, method: 'GET' }),
	);
}

function nothingSent(error: unknown, { id }: Recipient): unknown {
	const words = `Never Send To could not be checked, so nothing was sent to ${oneLine(id, 60)}`;
	if (error instanceof RequestError) {
		return new RequestError(`${words}: ${error.message}`, error.description, error.status);
	}
	if (error instanceof InputError) {
		return new InputError(`${words}: ${error.message}`, error.description);
	}
	return error;
}

/** The contacts and groups of one list, for comparing recipients with them. */
class StopList {
	/** By the Default Country Code that a number with a leading 0 needs. */
	private readonly national = new Map<string, Promise<Set<string>>>();

	constructor(
		private readonly clear: Set<string>,
		private readonly withoutCode: unknown[],
	) {}

	static async of(entries: unknown[]): Promise<StopList> {
		const clear = new Set<string>();
		const withoutCode: unknown[] = [];
		const breathe = breather();
		for (const entry of entries) {
			await breathe();
			try {
				clear.add(keyOf(entry, ''));
			} catch {
				withoutCode.push(entry);
			}
		}
		return new StopList(clear, withoutCode);
	}

	/** @throws InputError where an entry is no recipient even with the country code */
	async has(recipient: Recipient, countryCode: string): Promise<boolean> {
		const key = recipientKey(recipient);
		if (this.clear.has(key)) return true;
		if (this.withoutCode.length === 0) return false;
		const known = this.national.get(countryCode) ?? this.keysWith(countryCode);
		this.national.set(countryCode, known);
		return (await known).has(key);
	}

	private async keysWith(countryCode: string): Promise<Set<string>> {
		const keys = new Set<string>();
		const breathe = breather();
		for (const entry of this.withoutCode) {
			await breathe();
			try {
				keys.add(keyOf(entry, countryCode));
			} catch (error) {
				throw notComparable(error as Error);
			}
		}
		return keys;
	}
}

/** An entry of a list (§2.5); a group's id tells that it is one, whatever `is_group` says. */
function keyOf(entry: unknown, countryCode: string): string {
	const { phone } = (entry ?? {}) as IDataObject;
	const isGroup = isGroupEntry(entry) || (typeof phone === 'string' && /@g\.us\s*$/i.test(phone));
	return recipientKey(
		isGroup ? groupRecipient(phone) : contactRecipient(entry as IDataObject, countryCode),
	);
}

const notComparable = ({ message }: Error) =>
	new InputError(`an entry of the list cannot be compared. ${message}`);
