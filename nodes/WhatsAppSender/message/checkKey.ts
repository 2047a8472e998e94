import { RejectedError } from '../errors/errors';
import { allLists, LISTS } from '../service/lists';
import type { Service, ServiceRequest } from '../service/request';
import { RunState } from '../turns/runState';
import type { ItemContext } from './item';

/**
 * Asks the service once per execution, key and Base URL whether it takes the key (§5.1).
 *
 * @throws RejectedError where it does not, and what else goes wrong with the request
 */
export async function checkKey(
	context: ItemContext,
	service: Service,
	settings: ServiceRequest['settings'],
): Promise<void> {
	const key = JSON.stringify([service.baseUrl, service.apiKey]);
	await RunState.of(context).readOnce(key, context, async () => {
		try {
			await allLists(context, service, { ...LISTS, settings });
		} catch (error) {
			throw notTaken(error);
		}
	});
}

function notTaken(error: unknown): unknown {
	const { status = 0, description } = error as Partial<RejectedError>;
	if (![401, 403].includes(status)) return error;
	const message = `The API key was not accepted (HTTP ${status}): check it and the Base URL in the credential`;
	return new RejectedError(message, description ?? '', status);
}
