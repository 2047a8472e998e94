import type { IDataObject } from 'n8n-workflow';
import { RejectedError } from '../errors/errors';
import { allLists, LISTS } from '../service/lists';
import type { Service, ServiceRequest } from '../service/request';
import { RunState } from '../turns/runState';
import type { PreviewSteps, Turn } from '../turns/steps';
import { isOn } from '../values/checks';
import type { Message } from './buildMessage';
import { optionOf, type ItemContext, type Items } from './item';

/** A message and where it would go. */
interface Checked extends Message {
	service: Service;
	settings: ServiceRequest['settings'];
}

/** Without both of these, items are only sent. */
export const PREVIEW_OPTIONS = ['checkFirst', 'dryRun'];

/** How Send Text and Send Media look at an item before it is sent. */
export const previewSteps = (
	context: ItemContext,
	itemAt: Items['at'],
): PreviewSteps<Turn, Checked> => ({
	isCheckedFirst: (index) => isOn('Check All Items First', optionOf(itemAt(index), 'checkFirst')),
	isDryRun: (index) => isOn('Dry Run', optionOf(itemAt(index), 'dryRun')),
	checkKey: async (_turn, { service, settings }) => await checkKey(context, service, settings),
	describe: ({ fields }) => ({ body: described(fields) }),
});

/** The body of a message as a dry run shows it: of a file, its name, type and size. */
function described(fields: Message['fields']): IDataObject {
	const shown = Object.entries(fields).map(([field, value]) => {
		if (!(value instanceof File)) return [field, value];
		const { name, type, size } = value;
		return [field, { name, type, size }];
	});
	return Object.fromEntries(shown) as IDataObject;
}

/**
 * Asks the service once per execution, key and Base URL whether it takes the key (§5.1).
 *
 * @throws RejectedError where it does not, and what else goes wrong with the request
 */
async function checkKey(
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
