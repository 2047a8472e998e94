import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { answering } from '../../rig/servers/answering';
import { runWorkflow, type Outcome, type RunOptions } from './run';

/** A request as the receiver of Webhook List got it. */
export interface Received {
	method: string;
	/** Path and query. */
	url: string;
	headers: Record<string, unknown>;
	/** As text, so that a test can look at every byte. */
	body: string;
}

/** Someone else's server, as the receiver of Webhook List is. */
export interface Receiver {
	url: string;
	received: Received[];
	/** Writes a response, or returns its JSON. The JSON is `{ "ok": true }` by default. */
	respond?: (response: ServerResponse, request: Received) => unknown;
}

/** Starts a receiver for the tests of one file, fresh before each. */
export function useReceiver(): Receiver {
	const receiver: Receiver = { url: '', received: [] };
	let server: Awaited<ReturnType<typeof answering>>;
	beforeAll(async () => {
		server = await answering(async ({ method = '', url = '', headers }, response, body) => {
			const request = { method, url, headers, body };
			receiver.received.push(request);
			const json = receiver.respond ? await receiver.respond(response, request) : { ok: true };
			if (response.headersSent || response.destroyed) return;
			response.setHeader('content-type', 'application/json').end(JSON.stringify(json));
		});
		receiver.url = server.url;
	});
	beforeEach(() => void Object.assign(receiver, { received: [], respond: undefined }));
	afterAll(async () => await server.close());
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
