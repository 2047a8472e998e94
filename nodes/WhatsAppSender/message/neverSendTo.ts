import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';
import { InputError } from '../errors/inputError';
import { RequestError } from '../errors/requestError';
import { oneLine } from '../errors/words';
import { allContacts, normalizeListId } from '../service/lists';
import { serviceOf } from '../service/request';
import type { Recipient } from '../values/recipient';
import { requestSettings, type RequestOptions } from '../values/requestOptions';
import type { Item } from './item';
import { StopList } from './stopList';

type Context = IExecuteFunctions | IExecuteSingleFunctions;

/**
 * Lists read by an execution, by their ID. The key is the node's context, which n8n keeps through
 * all iterations of a loop and all tries of Retry On Fail. It is stored with the execution, so the
 * contacts are kept beside it in memory, and Retry of the stored execution reads the list again.
 */
const read = new WeakMap<object, Map<string, StopList>>();

/** Lists that a run of the node reads, by their ID: a failed one is read again by the next try. */
const reading = new WeakMap<Context, Map<string, Promise<StopList>>>();

/**
 * Whether a recipient is on the list of Never Send To. The list is read once per execution.
 *
 * @param list ID of the list, of any type
 * @throws InputError or RequestError where nobody can know: nothing must be sent then
 */
export async function isOnStopList(
	context: Context,
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

async function readOnce(context: Context, item: Item, listId: string): Promise<StopList> {
	const begun = mapOf(reading, context);
	const list = begun.get(listId) ?? readList(context, item, listId);
	begun.set(listId, list);
	return await list;
}

async function readList(context: Context, item: Item, listId: string): Promise<StopList> {
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
