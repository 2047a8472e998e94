import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { startReceiver, type Receiver } from '../../rig/servers/answering';
import { runWorkflow, type Outcome, type RunOptions } from './run';

export type { Received, Receiver } from '../../rig/servers/answering';

/** Starts a receiver for the tests of one file, fresh before each. */
export function useReceiver(): Receiver {
	const receiver = {} as Receiver;
	beforeAll(async () => void (await startReceiver(receiver)));
	beforeEach(() => receiver.reset());
	afterAll(async () => await receiver.close());
	return receiver;
}

/** Cuts the connection instead of a response. */
export const cutConnection = (response: ServerResponse): void => void response.destroy();

/** A contact as Get List Contacts returns it. */
export const contact = (name: string, phone = '6281234567890') => ({
	json: { name, phone, is_group: false },
});

/** Runs Webhook List for one contact, to `/hook` of the receiver by default. */
export async function postContacts(
	receiver: Receiver,
	parameters: INodeParameters = {},
	options: Partial<RunOptions> = {},
): Promise<Outcome> {
	const operation = { resource: 'webhook', operation: 'webhookList' };
	const all = { ...operation, webhookUrl: `${receiver.url}/hook`, ...parameters };
	const items = [contact('Ayu')];
	return await runWorkflow({ credentials: {}, items, ...options, parameters: all });
}
