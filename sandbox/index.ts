import type { AddressInfo } from 'node:net';
import { demoLists } from './demoLists';
import { Feed } from './messages/feed';
import { Journal } from './messages/journal';
import type { Sandbox, SandboxOptions, Service } from './sandbox';
import { buildServer } from './server';
import { loadValidators } from './validation/openapi';

export { faultNumbers, type AnswerFault, type Fault } from './faults';
export type { MultipartBody, RecordedRequest } from './requests/recordedRequest';
export type { Sandbox, SandboxOptions } from './sandbox';

/**
 * Starts a local implementation of the service (docs/service.md).
 *
 * @throws with code `EADDRINUSE` if the port is in use
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', apiKey = 'sandbox-key', basePath = '' } = options;
	if (apiKey === '') throw new Error('The API key of the sandbox must not be empty');
	const closing = new AbortController();
	const feed = new Feed();
	const journal = new Journal(feed, apiKey);
	const sandbox: Sandbox = {
		url: '',
		apiKey,
		requests: journal.requests,
		accepted: journal.accepted,
		...initialSettings(options),
		reset() {
			journal.clear();
			Object.assign(sandbox, initialSettings(options));
		},
		async close() {
			closing.abort();
			feed.close();
			await app.close();
		},
	};
	const service: Service = {
		sandbox,
		basePath: basePath.replace(/\/+$/, ''),
		rawBodies: options.rawBodies ?? false,
		validators: await loadValidators(),
		journal,
		feed,
		sending: 0,
		closing: closing.signal,
	};
	const app = buildServer(service);
	await app.listen({ port, host });
	const address = app.server.address() as AddressInfo;
	const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
	return Object.assign(sandbox, { url: `http://${name}:${address.port}${service.basePath}` });
}

function initialSettings(options: SandboxOptions) {
	return {
		form: options.form ?? 'envelope',
		latency: options.latency ?? 0,
		lists: demoLists(),
		onArrival: undefined,
		onSend: undefined,
		onLists: undefined,
	} as const;
}
