import { executionOf } from '../broadcast/execution';
import type { RunContext } from '../broadcast/sender';
import { InputError } from '../errors/nodeErrors';
import { allLists } from '../service/lists';
import type { Recipient } from '../service/recipient';
import { requestService, type Service } from '../service/requestService';
import type { ServiceResponse } from '../service/response';
import { quoted } from '../values/checks';
import { requestSettings } from '../values/requestOptions';
import { TimeLimit } from '../values/timeLimit';
import { encodeBody, type Body } from './body';
import { UploadedFile } from './file';
import type { Item } from './item';

/** §4.1, §4.2 */
export const SEND = { method: 'POST', url: '/send' } as const;

/** The service with an item's Request Options. Read before the message is sent, so that nothing fails after it. */
export async function serviceFor(item: Item): Promise<Service> {
	const entered = item.parameter('Request Options', 'requestOptions', {});
	const settings = requestSettings(entered);
	return { ...(await item.service()), settings };
}

/**
 * Sends one message, once (§4.1, §4.2).
 *
 * @throws UnconfirmedError if the service may have got it, any other error if it did not
 */
export async function sendMessage(
	service: Service,
	body: Body,
	{ id }: Recipient,
): Promise<ServiceResponse> {
	const upload = body.file instanceof UploadedFile ? body.file : undefined;
	const timeLimit = new TimeLimit(service.settings?.timeout);
	if (upload) upload.timeLimit = timeLimit;
	try {
		const request = { ...SEND, body: encodeBody(body), timeLimit };
		return await requestService(service, { name: 'send', recipient: id }, request);
	} catch (error) {
		// Without the whole file the request was never complete.
		throw upload?.isUnreadable ? unreadableFile(upload, id) : error;
	} finally {
		upload?.close();
	}
}

const unreadableFile = ({ name }: File, recipient: string) =>
	new InputError(`The file ${quoted(name)} could not be read, so nothing was sent to ${recipient}`);

/** Asks the service once per execution, key and Base URL whether it accepts the key (§5.1). */
export async function checkKey(context: RunContext, service: Service): Promise<void> {
	const { keys } = executionOf(context).dryRuns;
	const key = JSON.stringify([service.baseUrl, service.apiKey]);
	const check = keys.get(key) ?? allLists(service).then(() => {});
	keys.set(key, check);
	await check;
}
