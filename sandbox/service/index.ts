import type { AddressInfo } from 'node:net';
import { loadDescription } from './description/load';
import { buildServer } from './server';
import { Attempts } from './messages/attempts';
import { Feed } from './messages/feed';
import { Journal } from './messages/journal';
import { Previews } from './messages/previews';
import { demoLists } from './lists/demoLists';
import type { Sandbox, SandboxOptions } from './sandbox';
import { forgetMessages, type Service } from './service';

export type { MultipartBody, RecordedRequest, UploadedFile } from './arrival/recordedRequest';
export { faultNumbers, type AnswerFault, type Fault, type FaultNumber } from './faults';
export type { SandboxContact, SandboxList } from './lists/list';
export type { AcceptedMessage, Message } from './messages/message';
export type { Sandbox, SandboxOptions } from './sandbox';

/**
 * Starts a stand-in for the service on this machine.
 *
 * @throws with code `EADDRINUSE` where the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', apiKey = 'sandbox-key', basePath = '' } = options;
	if (apiKey === '') throw new Error('The API key of the sandbox must not be empty');
	const closing = new AbortController();
	const feed = new Feed();
	const journal = new Journal(feed, apiKey);
	const service: Omit<Service, 'sandbox'> & { sandbox?: Sandbox } = {
		basePath: basePath.replace(/\/+$/, ''),
		rawBodies: options.rawBodies ?? false,
		description: await loadDescription(),
		journal,
		feed,
		previews: new Previews(),
		attempts: new Attempts(),
		sending: 0,
		closing: closing.signal,
	};
	const app = buildServer(service as Service);
	const sandbox: Sandbox = {
		url: '',
		apiKey,
		requests: journal.requests,
		accepted: journal.accepted,
		...startingPoint(options),
		reset() {
			forgetMessages(service);
			Object.assign(sandbox, startingPoint(options));
		},
		async close() {
			closing.abort();
			feed.close();
			await app.close();
		},
	};
	service.sandbox = sandbox;
	await app.listen({ port, host });
	const address = app.server.address() as AddressInfo;
	const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
	Object.assign(sandbox, { url: `http://${name}:${address.port}${service.basePath}` });
	return sandbox;
}

function startingPoint(options: SandboxOptions) {
	return {
		form: options.form ?? 'envelope',
		latency: options.latency ?? 0,
		lists: structuredClone(options.lists ?? demoLists()),
		onArrival: undefined,
		onSend: undefined,
		onLists: undefined,
	} as const;
}
