import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { INodeParameters } from 'n8n-workflow';
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
	/** Answers; `{ "ok": true }` unless set. */
	answer?: (reply: FastifyReply, request: Received) => unknown;
}

/** Starts a receiver for the tests of one file, fresh before each. */
export function useReceiver(): Receiver {
	const receiver: Receiver = { url: '', received: [] };
	const app = fastify({ forceCloseConnections: true });
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	app.all('*', async ({ method, url, headers, body }: FastifyRequest, reply) => {
		const received = { method, url, headers, body: String(body ?? '') };
		receiver.received.push(received);
		return receiver.answer ? await receiver.answer(reply, received) : { ok: true };
	});
	beforeAll(async () => {
		receiver.url = await app.listen({ port: 0, host: '127.0.0.1' });
	});
	beforeEach(() => void Object.assign(receiver, { received: [], answer: undefined }));
	afterAll(async () => await app.close());
	return receiver;
}

/** Cuts the connection instead of a response. */
export const cut = (reply: FastifyReply) => {
	reply.hijack();
	reply.raw.destroy();
};

/** A contact as Get List Contacts gives it. */
export const contact = (name: string, phone: string) => ({
	json: { name, phone, is_group: false },
});

/** Runs Webhook List, to `/hook` of the receiver unless the parameters say otherwise. */
export async function postContacts(
	receiver: Receiver,
	parameters: INodeParameters = {},
	options: Partial<RunOptions> = {},
): Promise<Outcome> {
	const operation = { resource: 'webhook', operation: 'webhookList' };
	const all = { ...operation, webhookUrl: `${receiver.url}/hook`, ...parameters };
	const items = [contact('Ayu', '6281234567890')];
	return await runWorkflow({ credentials: {}, items, ...options, parameters: all });
}
